import {
  fileSource,
  type FragmentDetails,
  type FragmentForm,
  type FragmentTrust,
  type Location,
  type UnhashedFragment,
} from "./fragment.ts";
import { present } from "../text/present.ts";
import { elideLines } from "./elide.ts";
import type { LineRange } from "./lines.ts";

/** The text that candidates of one file are cut from. */
export interface PassageSource {
  /** The lines of the file without their line breaks; line 1 is at index 0. */
  readonly lines: readonly string[];
  /** Numbers of the lines that do not say what the file says, as secrets in them are masked. */
  readonly masked?: ReadonlySet<number>;
  /** What the file is written in, where that is not UTF-8; `unknown` where that can not be told. */
  readonly encoding?: string;
}

/** A form that a candidate may be shown in. */
export interface CandidateForm {
  /** How much of the candidate it gives. */
  readonly form: FragmentForm;
  /** Read only when the form is tried, so it may be a getter that works. */
  readonly text: string;
}

/** A form that shows some lines of a passage, or says something of them. */
export interface CheaperForm extends CandidateForm {
  /** The lines that are shown, in place of a text; like that it may be a getter. */
  readonly ranges?: readonly LineRange[] | undefined;
}

/** What is known of a candidate. */
interface CandidateDetails extends FragmentDetails {
  /** How likely it is needed, from 0 to 1; the rule `best-value` goes by it. @default 1 */
  readonly needProbability?: number;
  /** Path of the file that says nearly the same and is shown in its place. */
  readonly copyOf?: string;
}

/** Lines of a file that may be shown. */
export interface PassageCandidate extends Location, CandidateDetails {
  /** What is shown in place of the lines; such a passage is not merged with its neighbours. */
  readonly replacement?: CandidateForm;
  /** What is shown when that does not fit, from dear to cheap; one without text is passed over. */
  readonly cheaper?: readonly CheaperForm[];
  /** The file it is cut from; the same for all candidates of a path. */
  readonly document: PassageSource;
}

/** What may be shown and is no part of a file of the tree. */
export interface TextCandidate extends CandidateDetails {
  /** URI. */
  readonly source: string;
  /** Who vouches for it. */
  readonly trust: FragmentTrust;
  /** What it may be shown as, from dear to cheap. */
  readonly forms: readonly [CandidateForm, ...CandidateForm[]];
}

/** What may be shown, in one of several forms. */
export type FragmentCandidate = PassageCandidate | TextCandidate;

/** Returns whether a candidate is lines of a file. */
export function isPassage(candidate: FragmentCandidate): candidate is PassageCandidate {
  return "document" in candidate;
}

/** Returns the candidate in its dearest form, as a fragment that has no rank and no cost yet. */
export function toFragment(candidate: FragmentCandidate): UnhashedFragment {
  const { score, role, freshness, remark, reasons, explanation } = candidate;
  return {
    rank: 0,
    ...(isPassage(candidate) ? showLines(candidate) : showText(candidate)),
    position: "before",
    score,
    tokens: 0,
    ...present({ role, freshness, remark, reasons, explanation }),
  };
}

/** Returns a candidate of which only the name is shown, without rank and cost. */
export function toReference(candidate: FragmentCandidate): UnhashedFragment {
  const reference = { form: "reference", text: "" } as const;
  const { edited: _, ...fragment } = toFragment(
    isPassage(candidate) ? { ...candidate, replacement: reference } : candidate,
  );
  return { ...fragment, ...reference };
}

/** Returns the forms that a candidate is shown in when its dearest does not fit, from dear to cheap. */
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
  const location = present({
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

/** Returns whether a candidate shows anything but its lines; an outline never does, and says so. */
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

/** Returns whether lines of a file are all blank; true for none. */
export function isBlankRange({ lines }: PassageSource, { startLine, endLine }: LineRange): boolean {
  for (let line = startLine; line <= endLine; line++) {
    if ((lines[line - 1] ?? "").trim() !== "") return false;
  }
  return true;
}
