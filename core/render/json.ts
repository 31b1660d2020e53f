import type { Bundle, Passage } from "../pack/bundle.ts";
import type { Renderer } from "./renderer.ts";

/** The wire form: JSON schema version 1, indented, with the keys in the order of the schema. */
export const JSON_RENDERER: Renderer = {
  name: "json",
  mediaType: "application/json; charset=utf-8",
  render(bundle) {
    return `${JSON.stringify(toWire(bundle), null, 2)}\n`;
  },
};

/** Returns the bundle with all keys in the order of the schema and none besides. */
function toWire(bundle: Bundle): Bundle {
  const { version, query, root, budget, index, passages, omitted, notes, hash } = bundle;
  const { issue, plan, session, record, retry, signals, commands, outcomes } = bundle;
  const { documents, chunks, updatedAt, refreshed, stale, pending } = index;
  const { added, changed, removed } = refreshed;
  const { limit, used, estimator, maxSent } = budget;
  return {
    version,
    query,
    ...(issue === undefined ? {} : { issue }),
    ...(plan === undefined ? {} : { plan }),
    ...(session === undefined ? {} : { session }),
    ...(record === undefined ? {} : { record }),
    ...(retry === undefined ? {} : { retry }),
    ...(signals === undefined ? {} : { signals }),
    ...(commands === undefined ? {} : { commands }),
    ...(outcomes === undefined ? {} : { outcomes }),
    root,
    budget: { limit, used, estimator, ...(maxSent === undefined ? {} : { maxSent }) },
    index: {
      documents,
      chunks,
      updatedAt,
      refreshed: { added, changed, removed },
      stale,
      pending,
    },
    passages: passages.map(toWirePassage),
    omitted: omitted.map(({ path, startLine, endLine, tokens, reason }) => ({
      path,
      startLine,
      endLine,
      tokens,
      reason,
    })),
    notes: notes.map(({ code, message }) => ({ code, message })),
    hash,
  };
}

function toWirePassage(passage: Passage): Passage {
  const { rank, kind, path, language, startLine, endLine, symbol, form } = passage;
  const { score, tokens, text, edited, role, freshness, remark, reasons, explanation } = passage;
  return {
    rank,
    kind,
    path,
    language,
    startLine,
    endLine,
    ...(symbol === undefined ? {} : { symbol }),
    form,
    score,
    tokens,
    text,
    ...(edited === undefined ? {} : { edited }),
    ...(role === undefined ? {} : { role }),
    ...(freshness === undefined ? {} : { freshness }),
    ...(remark === undefined ? {} : { remark }),
    ...(reasons === undefined ? {} : { reasons }),
    ...(explanation === undefined ? {} : { explanation }),
  };
}
