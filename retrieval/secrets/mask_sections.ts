import type { Note, PassageCandidate, PassageSource } from "@dossier/core";
import { asPassage, type PackSection } from "@dossier/core/pack";
import { maskSecrets } from "./mask_secrets.ts";

/** Sections without secrets. */
export interface MaskedSections {
  /** As they were given, with the secrets in their texts masked. */
  readonly sections: readonly PackSection[];
  /** What the reader should know. */
  readonly notes: readonly Note[];
}

/** Returns the sections with what their candidates would show masked, so that they may be packed. */
export async function maskSections(sections: readonly PackSection[]): Promise<MaskedSections> {
  const candidates = sections.flatMap((section) => section.candidates);
  const given = candidates.map((candidate) => {
    const { path, startLine, text } = asPassage(candidate);
    return { path, startLine, text };
  });
  const { texts, notes } = await maskSecrets(given);
  const documents = new Map<PassageSource, PassageSource>();
  const replaced = new Map<PassageCandidate, string>();
  for (const [at, candidate] of candidates.entries()) {
    const text = texts[at]!.text;
    if (text === given[at]!.text) continue;
    replaced.set(candidate, text);
    const { document, startLine, instead } = candidate;
    if (instead !== undefined) continue;
    documents.set(document, withLines(documents.get(document) ?? document, startLine, text));
  }
  const words = await maskWords(candidates);
  const mask = (given: PassageCandidate): PassageCandidate => {
    const candidate = words.candidates.get(given) ?? given;
    const document = documents.get(candidate.document) ?? candidate.document;
    const text = replaced.get(given);
    if (text === undefined) {
      return document === candidate.document ? candidate : copyWith(candidate, { document });
    }
    const { outline: _, instead, ...rest } = candidate;
    // What an outline says of these lines might be the secret.
    return instead === undefined
      ? { ...rest, document }
      : { ...rest, document, instead: { ...instead, text } };
  };
  return {
    sections: sections.map((section) => ({ ...section, candidates: section.candidates.map(mask) })),
    notes: notes.length > 0 ? notes : words.notes,
  };
}

/** Returns the candidates whose names or reasons hold secrets, without them. */
async function maskWords(candidates: readonly PassageCandidate[]): Promise<{
  readonly candidates: ReadonlyMap<PassageCandidate, PassageCandidate>;
  readonly notes: readonly Note[];
}> {
  const given = candidates.flatMap(({ path, startLine, symbol = "", reasons = [] }) =>
    [symbol, ...reasons].map((text) => ({ path, startLine, text }))
  );
  const { texts, notes } = await maskSecrets(given);
  if (texts.every(({ text }, at) => text === given[at]!.text)) {
    return { candidates: new Map(), notes: [] };
  }
  const masked = new Map<PassageCandidate, PassageCandidate>();
  let at = 0;
  for (const candidate of candidates) {
    const { symbol, reasons } = candidate;
    const name = texts[at++]!.text;
    const why = reasons?.map(() => texts[at++]!.text);
    masked.set(
      candidate,
      copyWith(candidate, {
        ...(symbol === undefined ? {} : { symbol: name }),
        ...(why === undefined ? {} : { reasons: why }),
      }),
    );
  }
  return { candidates: masked, notes };
}

/** Returns a candidate with some other fields, whose outline is still read on demand. */
function copyWith(
  candidate: PassageCandidate,
  fields: Partial<PassageCandidate>,
): PassageCandidate {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(candidate),
    ...Object.getOwnPropertyDescriptors(fields),
  }) as PassageCandidate;
}

/** Returns a document with other lines from `startLine` on, which are marked as masked. */
function withLines(document: PassageSource, startLine: number, text: string): PassageSource {
  const lines = [...document.lines];
  const masked = new Set(document.masked);
  for (const [at, line] of text.split("\n").entries()) {
    const row = startLine - 1 + at;
    if (lines[row] !== line) masked.add(row + 1);
    lines[row] = line;
  }
  return { lines, masked };
}
