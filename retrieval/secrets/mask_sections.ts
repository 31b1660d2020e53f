import type {
  CandidateForm,
  FragmentCandidate,
  Note,
  PassageCandidate,
  PassageSource,
  TextCandidate,
} from "@dossier/core";
import { isPassage, sliceLines } from "@dossier/core/fragment";
import type { PackSection } from "@dossier/core/pack";
import { toSource } from "../tree/mod.ts";
import { maskSecrets } from "./mask_secrets.ts";

/** Sections without secrets, and what the reader should know. */
interface MaskedSections {
  readonly sections: readonly PackSection[];
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
  const words = await maskSecrets(candidates.flatMap((candidate) => {
    const { path, startLine } = isPassage(candidate)
      ? candidate
      : { path: candidate.source, startLine: 1 };
    return wordsOf(candidate).map((text) => ({ path, startLine, text }));
  }));
  const texts = words.texts.values();
  const next = () => texts.next().value!.text;
  const notes = [...words.notes];
  const masked = new Map<FragmentCandidate, FragmentCandidate>();
  for (const candidate of candidates) {
    if (!isPassage(candidate)) {
      masked.set(candidate, toMaskedText(candidate, next));
      continue;
    }
    const file = await maskFile(candidate.path, candidate.document);
    notes.push(...file.notes);
    masked.set(candidate, toMasked(candidate, file.document, next));
  }
  return {
    sections: sections.map((section) => ({
      ...section,
      candidates: section.candidates.map((candidate) => masked.get(candidate)!),
    })),
    notes: [...new Map(notes.map((note) => [note.code, note])).values()],
  };
}

/** Returns what a candidate says besides the lines of its file. */
function wordsOf(candidate: FragmentCandidate): readonly string[] {
  const { reasons = [] } = candidate;
  if (!isPassage(candidate)) return [...candidate.forms.map(({ text }) => text), ...reasons];
  const { symbol = "", container = "", replacement } = candidate;
  return [symbol, container, replacement?.text ?? "", ...reasons];
}

/** Returns a candidate of no file; `next` gives its texts and its reasons. */
function toMaskedText({ forms, reasons, ...candidate }: TextCandidate, next: () => string) {
  const [first, ...others] = forms.map(({ form }): CandidateForm => ({ form, text: next() }));
  return {
    ...candidate,
    forms: [first!, ...others] as const,
    ...(reasons === undefined ? {} : { reasons: reasons.map(next) }),
  };
}

function maskFile(path: string, document: PassageSource): Promise<MaskedFile> {
  const known = MASKED_FILES.get(document);
  if (known !== undefined) return known;
  const text = document.lines.join("\n");
  const masked = maskSecrets([{ path, startLine: 1, text }]).then(({ texts: [shown], notes }) => ({
    document: shown!.text === text ? document : toSource(shown!, document),
    notes,
  }));
  MASKED_FILES.set(document, masked);
  return masked;
}

/**
 * Returns a candidate of the masked file; `next` gives its name, that of what it is in, what is shown instead,
 * and its reasons.
 */
function toMasked(
  candidate: PassageCandidate,
  document: PassageSource,
  next: () => string,
): PassageCandidate {
  const { symbol, container, replacement, reasons } = candidate;
  const name = next();
  const outer = next();
  const text = next();
  const words: Partial<PassageCandidate> = {
    ...(symbol === undefined ? {} : { symbol: name }),
    ...(container === undefined ? {} : { container: outer }),
    ...(replacement === undefined ? {} : { replacement: { ...replacement, text } }),
    ...(reasons === undefined ? {} : { reasons: reasons.map(next) }),
    document,
  };
  const before = sliceLines(candidate.document, candidate);
  if (sliceLines(document, candidate) === before) return { ...candidate, ...words };
  // What an outline says of these lines might be the secret; some of them are those of the masked file.
  const { cheaper = [], ...rest } = candidate;
  return { ...rest, ...words, cheaper: cheaper.filter((form) => "ranges" in form) };
}
