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

/** Sections with secrets masked, and notes. */
interface MaskedSections {
  readonly sections: readonly PackSection[];
  readonly notes: readonly Note[];
}

/** File with secrets masked. */
interface MaskedFile {
  readonly document: PassageSource;
  readonly notes: readonly Note[];
}

/** Cached masked files, while their lines are in use. */
const MASKED_FILES = new WeakMap<PassageSource, Promise<MaskedFile>>();

/**
 * Returns the sections with secrets masked in the files of their candidates, ready to be packed.
 * Whole files are searched: a secret may begin before a candidate, or end after it.
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

/** Returns the texts of a candidate besides the lines of its file. */
function wordsOf(candidate: FragmentCandidate): readonly string[] {
  const { reasons = [] } = candidate;
  if (!isPassage(candidate)) return [...candidate.forms.map(({ text }) => text), ...reasons];
  const { symbol = "", container = "", replacement } = candidate;
  return [symbol, container, replacement?.text ?? "", ...reasons];
}

/** Returns a candidate that is not from a file; `next` returns its masked texts and reasons. */
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
 * Returns a candidate of the masked file; `next` returns its masked name, the name of its
 * container, its alternative text, and its reasons.
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
  // The outline of these lines might contain the secret; some of the lines are from the masked
  // file.
  const { cheaper = [], ...rest } = candidate;
  return { ...rest, ...words, cheaper: cheaper.filter((form) => "ranges" in form) };
}
