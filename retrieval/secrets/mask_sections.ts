import type { Note, PassageCandidate, PassageSource } from "@dossier/core";
import { type PackSection, sliceLines } from "@dossier/core/pack";
import { toSource } from "../tree/mod.ts";
import { maskSecrets } from "./mask_secrets.ts";

/** Sections without secrets. */
export interface MaskedSections {
  /** As they were given, with the secrets in their texts masked. */
  readonly sections: readonly PackSection[];
  /** What the reader should know. */
  readonly notes: readonly Note[];
}

/** A file without secrets. */
interface MaskedFile {
  readonly document: PassageSource;
  readonly notes: readonly Note[];
}

/** What was made of files, for as long as somebody keeps their lines. */
const MASKED_FILES = new WeakMap<PassageSource, Promise<MaskedFile>>();

/**
 * Returns the sections with the secrets masked in the files that their candidates are cut from, so that they
 * may be packed. Whole files are looked through: a secret may begin before a candidate, or end behind it.
 */
export async function maskSections(sections: readonly PackSection[]): Promise<MaskedSections> {
  const candidates = sections.flatMap((section) => section.candidates);
  const words = await maskSecrets(
    candidates.flatMap(({ path, startLine, symbol = "", reasons = [], instead }) =>
      [symbol, instead?.text ?? "", ...reasons].map((text) => ({ path, startLine, text }))
    ),
  );
  const texts = words.texts.values();
  const notes = [...words.notes];
  const masked = new Map<PassageCandidate, PassageCandidate>();
  for (const candidate of candidates) {
    const file = await maskFile(candidate.path, candidate.document);
    notes.push(...file.notes);
    masked.set(candidate, toMasked(candidate, file.document, () => texts.next().value!.text));
  }
  return {
    sections: sections.map((section) => ({
      ...section,
      candidates: section.candidates.map((candidate) => masked.get(candidate)!),
    })),
    notes: [...new Map(notes.map((note) => [note.code, note])).values()],
  };
}

function maskFile(path: string, document: PassageSource): Promise<MaskedFile> {
  const known = MASKED_FILES.get(document);
  if (known !== undefined) return known;
  const text = document.lines.join("\n");
  const masked = maskSecrets([{ path, startLine: 1, text }]).then(({ texts: [shown], notes }) => ({
    document: shown!.text === text ? document : toSource(shown!.text, document),
    notes,
  }));
  MASKED_FILES.set(document, masked);
  return masked;
}

/** Returns a candidate of the masked file; `next` gives its name, what is shown instead, and its reasons. */
function toMasked(
  candidate: PassageCandidate,
  document: PassageSource,
  next: () => string,
): PassageCandidate {
  const { symbol, instead, reasons } = candidate;
  const name = next();
  const text = next();
  const words: Partial<PassageCandidate> = {
    ...(symbol === undefined ? {} : { symbol: name }),
    ...(instead === undefined ? {} : { instead: { ...instead, text } }),
    ...(reasons === undefined ? {} : { reasons: reasons.map(next) }),
    document,
  };
  const before = sliceLines(candidate.document, candidate);
  if (sliceLines(document, candidate) === before) return copyWith(candidate, words);
  // What an outline says of these lines might be the secret.
  const { outline: _, ...rest } = candidate;
  return { ...rest, ...words };
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
