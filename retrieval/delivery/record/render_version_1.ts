import type { Bundle, Fragment, Omission } from "@dossier/core";

/**
 * Returns a bundle in the JSON form that bundles had before version 2, byte for byte: what was recorded in
 * that form is written again in it. Nothing new is.
 */
export function renderVersion1(bundle: Bundle): string {
  const { query, issue, plan, session, record, retry, signals, commands, outcomes } = bundle;
  const { root, budget, index, fragments, omitted, notes, hash } = bundle;
  const { limit, used, estimator, maxSent } = budget;
  const { documents, chunks, updatedAt, refreshed, stale, pending } = index;
  const { added, changed, removed } = refreshed;
  const written = {
    ...{
      version: 1,
      query,
      issue,
      plan,
      session,
      record,
      retry,
      signals,
      commands,
      outcomes,
      root,
    },
    budget: { limit, used, estimator, maxSent },
    index: {
      ...{ documents, chunks, updatedAt, refreshed: { added, changed, removed }, stale, pending },
    },
    passages: fragments.map(toPassage),
    omitted: omitted.map(toOmission),
    notes: notes.map(({ code, message }) => ({ code, message })),
    hash,
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

function toPassage(fragment: Fragment): unknown {
  const { kind, path, language, startLine, endLine, symbol } = fragment.location ?? {};
  const { rank, form, score, tokens, text, edited, role, freshness, remark, reasons } = fragment;
  const { explanation } = fragment;
  return {
    ...{
      rank,
      kind,
      path,
      language,
      startLine,
      endLine,
      symbol,
      form,
      score,
      tokens,
      text,
      edited,
    },
    ...{ role, freshness, remark, reasons, explanation },
  };
}

function toOmission({ location, tokens, reason }: Omission): unknown {
  const { path, startLine, endLine } = location ?? {};
  return { path, startLine, endLine, tokens, reason };
}
