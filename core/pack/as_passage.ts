import type { Passage } from "./bundle.ts";
import { isBlankRange, type PassageCandidate, sliceLines } from "./passage_candidate.ts";

/** Returns a candidate as a passage that has no rank and no cost yet. */
export function asPassage(candidate: PassageCandidate): Passage {
  const { path, kind, language, startLine, endLine, symbol, score, instead, document } = candidate;
  const { role, freshness, remark, reasons, explanation } = candidate;
  const isWhole = isBlankRange(document, { startLine: 1, endLine: startLine - 1 }) &&
    isBlankRange(document, { startLine: endLine + 1, endLine: document.lines.length });
  return {
    rank: 0,
    kind,
    path,
    language,
    startLine,
    endLine,
    ...(symbol === undefined ? {} : { symbol }),
    form: instead?.form ?? (isWhole ? "whole" : "snippet"),
    score,
    tokens: 0,
    text: instead?.text ?? sliceLines(document, { startLine, endLine }),
    ...(isEdited(candidate) ? { edited: true } as const : {}),
    ...(role === undefined ? {} : { role }),
    ...(freshness === undefined ? {} : { freshness }),
    ...(remark === undefined ? {} : { remark }),
    ...(reasons === undefined ? {} : { reasons }),
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/** Returns a candidate of which only the name and the lines are shown, without rank and cost. */
export function asReference(candidate: PassageCandidate): Passage {
  return asPassage({ ...candidate, instead: { form: "reference", text: "" } });
}

/** Returns whether a candidate shows anything but its lines; an outline never does, and says so. */
function isEdited(
  { instead, document: { masked }, startLine, endLine }: PassageCandidate,
): boolean {
  if (instead !== undefined) return instead.form === "snippet" || instead.form === "whole";
  return masked !== undefined && [...masked].some((line) => startLine <= line && line <= endLine);
}
