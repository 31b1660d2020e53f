import {
  fileSource,
  type FragmentDetails,
  type FragmentForm,
  type FragmentTrust,
  type Location,
  type UnhashedFragment,
} from "./fragment.ts";
import { omitUndefined } from "../text/omit_undefined.ts";
import { elideLines } from "./elide.ts";
import type { LineRange } from "./lines.ts";

/** Text that candidates of one file are cut from. */
export interface PassageSource {
  /** Lines of the file without their line breaks; line 1 is at index 0. */
  readonly lines: readonly string[];
  /** Numbers of the lines that differ from the file, as secrets in them are masked. */
  readonly masked?: ReadonlySet<number>;
  /** Encoding of the file when it is not UTF-8; `unknown` when it cannot be detected. */
  readonly encoding?: string;
}

/** Form in which a candidate may be shown. */
export interface CandidateForm {
  /** Extent of the form. */
  readonly form: FragmentForm;
  /** Text, which is read only when the form is tried, so it may be a getter with expensive work. */
  readonly text: string;
}

/** Form with some lines of a passage, or with a text about them. */
export interface CheaperForm extends CandidateForm {
  /** Shown lines instead of a text; may be a getter, like the text. */
  readonly ranges?: readonly LineRange[] | undefined;
}

/** Details of a candidate. */
interface CandidateDetails extends FragmentDetails {
  /** Probability that it is needed, from 0 to 1; used by the rule `best-value`. @default 1 */
  readonly needProbability?: number;
  /** Path of the file with nearly the same text that is shown instead. */
  readonly copyOf?: string;
}

/** Lines of a file that may be shown. */
export interface PassageCandidate extends Location, CandidateDetails {
  /** Text that is shown instead of the lines; such a passage is not merged with its neighbours. */
  readonly replacement?: CandidateForm;
  /** Forms for the case that it does not fit, from dear to cheap; an empty form is skipped. */
  readonly cheaper?: readonly CheaperForm[];
  /** Text of its file; the same for all candidates of a path. */
  readonly document: PassageSource;
}

/** Text that may be shown and is not part of a file of the tree. */
export interface TextCandidate extends CandidateDetails {
  /** URI of the source. */
  readonly source: string;
  /** Origin of the trust in it. */
  readonly trust: FragmentTrust;
  /** Forms of the text, from dear to cheap. */
  readonly forms: readonly [CandidateForm, ...CandidateForm[]];
}

/** Candidate that may be shown in one of several forms. */
export type FragmentCandidate = PassageCandidate | TextCandidate;

/** Returns true when a candidate consists of lines of a file. */
export function isPassage(candidate: FragmentCandidate): candidate is PassageCandidate {
  return "document" in candidate;
}

/** Returns the candidate in its dearest form, as a fragment without rank and cost. */
export function toFragment(candidate: FragmentCandidate): UnhashedFragment {
  const { score, role, freshness, remark, reasons, explanation } = candidate;
  return {
    rank: 0,
    ...(isPassage(candidate) ? showLines(candidate) : showText(candidate)),
    position: "before",
    score,
    tokens: 0,
    ...omitUndefined({ role, freshness, remark, reasons, explanation }),
  };
}

/** Returns the candidate as a fragment with its name only, without rank and cost. */
export function toReference(candidate: FragmentCandidate): UnhashedFragment {
  const reference = { form: "reference", text: "" } as const;
  const { edited: _, ...fragment } = toFragment(
    isPassage(candidate) ? { ...candidate, replacement: reference } : candidate,
  );
  return { ...fragment, ...reference };
}

/**
 * Returns the forms of a candidate for the case that its dearest does not fit, from dear to cheap.
 */
export function cheaperForms(candidate: FragmentCandidate): readonly CheaperForm[] {
  return isPassage(candidate) ? candidate.cheaper ?? [] : candidate.forms.slice(1);
}

type Shown = Pick<UnhashedFragment, "source" | "location" | "form" | "trust" | "text" | "edited">;

function showText({ source, trust, forms: [{ form, text }] }: TextCandidate): Shown {
  return { source, form, trust, text };
}

function showLines(candidate: PassageCandidate): Shown {
  const { path, kind, language, startLine, endLine, symbol, container, ranges } = candidate;
  const { replacement, document } = candidate;
  const location = omitUndefined({
    path,
    kind,
    language,
    startLine,
    endLine,
    symbol,
    container,
    ranges: replacement === undefined ? ranges : undefined,
  });
  const isWhole = ranges === undefined &&
    isBlankRange(document, { startLine: 1, endLine: startLine - 1 }) &&
    isBlankRange(document, { startLine: endLine + 1, endLine: document.lines.length });
  return {
    source: fileSource(location),
    location,
    form: replacement?.form ?? (isWhole ? "whole" : "snippet"),
    trust: "project",
    text: replacement?.text ?? elideLines(document, location),
    ...(isEdited(candidate) && { edited: true }),
  };
}

/**
 * Returns true when a candidate shows anything but its lines; always false for an outline, whose
 * form states it.
 */
function isEdited(
  { replacement, document, startLine, endLine, ranges }: PassageCandidate,
): boolean {
  if (ranges !== undefined && replacement === undefined) return true;
  if (replacement !== undefined) {
    return replacement.form === "snippet" || replacement.form === "whole";
  }
  return [...document.masked ?? []].some((line) => startLine <= line && line <= endLine);
}

/** Returns lines of a file joined by newlines. */
export function sliceLines({ lines }: PassageSource, { startLine, endLine }: LineRange): string {
  return lines.slice(startLine - 1, endLine).join("\n");
}

/** Returns true when lines of a file are all blank, also for an empty range. */
export function isBlankRange({ lines }: PassageSource, { startLine, endLine }: LineRange): boolean {
  for (let line = startLine; line <= endLine; line++) {
    if ((lines[line - 1] ?? "").trim() !== "") return false;
  }
  return true;
}
