import type { Fragment } from "../fragment/fragment.ts";
import type { Bundle, Omission } from "../pack/bundle.ts";
import type { Renderer } from "./renderer.ts";

/** JSON form: schema version 2, indented, with the keys in the order of the schema. */
export const JSON_RENDERER: Renderer = {
  name: "json",
  mediaType: "application/json; charset=utf-8",
  render(bundle) {
    return `${JSON.stringify(toWire(bundle), null, 2)}\n`;
  },
};

/**
 * Returns the bundle with all keys in the order of the schema and no others; JSON omits undefined
 * values.
 */
function toWire(bundle: Bundle): unknown {
  const { version, query, issue, plan, question, names, profile, session, record, retry } = bundle;
  const {
    signals,
    commands,
    outcomes,
    root,
    repositories,
    budget,
    index,
    sections,
    fragments,
    omitted,
    notes,
    hash,
  } = bundle;
  const { limit, used, estimator, maxSent } = budget;
  return {
    version,
    query,
    issue,
    plan,
    question: question && toWireQuestion(question),
    names: names && { matched: names.matched, unmatched: names.unmatched },
    profile: profile && toWireProfile(profile),
    session,
    record,
    retry,
    signals,
    commands,
    outcomes,
    root,
    repositories: repositories?.map(({ name, root, index }) => ({
      name,
      root,
      index: toWireIndex(index),
    })),
    budget: { limit, used, estimator, maxSent },
    index: toWireIndex(index),
    sections: sections.map(({ name, position, rule, limit, used, fragments, stop }) => ({
      name,
      position,
      rule,
      limit,
      used,
      fragments,
      stop,
    })),
    fragments: fragments.map(toWireFragment),
    omitted: omitted.map(toWireOmission),
    notes: notes.map(({ code, message }) => ({ code, message })),
    hash,
  };
}

function toWireIndex(
  { documents, chunks, updatedAt, refreshed: { added, changed, removed }, stale, pending }:
    Bundle["index"],
): unknown {
  return { documents, chunks, updatedAt, refreshed: { added, changed, removed }, stale, pending };
}

function toWireQuestion({ kind, because }: NonNullable<Bundle["question"]>): unknown {
  return { kind, because };
}

function toWireProfile({ id, inputs, chain, route }: NonNullable<Bundle["profile"]>): unknown {
  return { id, inputs, chain, route };
}

function toWireFragment(fragment: Fragment): unknown {
  const { rank, source, location, role, position, form, trust, score, tokens, hash } = fragment;
  const { text, edited, freshness, remark, reasons, explanation } = fragment;
  return {
    rank,
    source,
    location: location && toWireLocation(location),
    role,
    position,
    form,
    trust,
    score,
    tokens,
    hash,
    text,
    edited,
    freshness,
    remark,
    reasons,
    explanation,
  };
}

function toWireLocation(location: NonNullable<Fragment["location"]>): unknown {
  const { repository, path, kind, language, startLine, endLine, symbol, container } = location;
  const ranges = location.ranges?.map(({ startLine, endLine }) => ({ startLine, endLine }));
  return { repository, path, kind, language, startLine, endLine, symbol, container, ranges };
}

function toWireOmission({ source, location, tokens, reason }: Omission): unknown {
  const { repository, path, startLine, endLine } = location ?? {};
  const lines = location && { repository, path, startLine, endLine };
  return { source, location: lines, tokens, reason };
}
