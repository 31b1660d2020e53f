import { raw } from "../text/match_at.ts";
import type { ParsedQuery } from "../query/parse_query.ts";
import type { NamedSymbol } from "../rank/query_reading.ts";

/**
 * What a question is after:
 * - `trace`: what went wrong where a stack trace, a compiler or an error message says;
 * - `documentation`: how somebody uses, installs, runs, or contributes;
 * - `change`: code that is to be split, moved, renamed or tidied up;
 * - `symbol`: what a named definition promises and who uses it;
 * - `broad`: a subject, or what is seen from outside, without a name of anything in the code;
 * - `code`: none of these.
 */
export type QuestionKind = typeof QUESTION_KINDS[number];

/** The kinds of questions, those first that are told by the plainest evidence. */
export const QUESTION_KINDS = [
  "trace",
  "documentation",
  "change",
  "symbol",
  "broad",
  "code",
] as const;

/** The kind of a question, and what tells it. */
export interface ToldQuestion {
  /** What it is after. */
  readonly kind: QuestionKind;
  /** What tells the kind, to be read behind "as"; such as `it says "how do I"`. */
  readonly because: string;
}

/** Somebody asks what to do, rather than for code. */
const USAGE_REGEXP = new RegExp(
  raw`\bhow (?:do|can|should|would|could) (?:i|we|you|one|people)\b|\bhow to\b` +
    raw`|\b(?:can|may|must|should|do) (?:i|we)\b|\bif (?:i|we) (?:call|run|use)\b` +
    raw`|\bwhat(?:'s| has| is)? (?:changed|new)\b|\bshould new code\b`,
  "i",
);

/** What people are told, in a text that is not long. */
const DOCUMENT_REGEXP = new RegExp(
  raw`\b(?:docs|documented|documentation|guide|tutorial|readme|changelog|release notes` +
    raw`|contributing|conventions?|licen[cs]e)\b`,
  "i",
);

/** The imperative of a change that keeps what code does; at the start, or behind a few words. */
const CHANGE_REGEXP = new RegExp(
  raw`^\W*(?:(?:please|let'?s|we should|can (?:you|we)|could (?:you|we))\s+)?` +
    raw`(refactor|split|extract|move|inline|rename|unify|deduplicate|restructure|simplify` +
    raw`|clean up|tidy(?: up)?|factor out|pull out|break up|rewrite)\b`,
  "i",
);

/** What says of a named function that it should be taken apart. */
const TOO_MUCH_REGEXP = new RegExp(
  raw`\b(?:does too much|has grown|is too (?:long|big|complex)|repeats` +
    raw`|pull [^.]{0,80}? out|let'?s (?:extract|split|move|unify|simplify))\b`,
  "i",
);

/** Somebody asks, rather than tells. */
const ASKING_REGEXP = /\b(?:where|how|what|which|why|who|when|does|explain|show|find)\b|\?/i;

/** Words of a text that names nothing up to which it is broad; a longer one describes a task. */
const MAX_BROAD_WORDS = 24;

/** Words of a question, which is about the one thing that it names; a longer text is about more. */
const MAX_QUESTION_WORDS = 60;

/** UTF-16 units at the start of a text, in which it says what it wants. */
const OPENING_LENGTH = 400;

/** A name this likely to be what a question is about tells its kind. */
const MIN_SYMBOL_WEIGHT = 0.5;

/** What is known of a question besides its text. */
export interface QuestionEvidence {
  /** Its parts; absent for one line of words, in which there is nothing to find. */
  readonly parsed?: Pick<ParsedQuery, "frames" | "diagnostics" | "errors" | "paths"> | undefined;
  /** The symbols that it names, the weightiest first. */
  readonly symbols?: readonly Pick<NamedSymbol, "name" | "weight">[] | undefined;
}

/**
 * Returns what a question is after, by what stands in it.
 */
export function tellQuestion(
  text: string,
  { parsed, symbols = [] }: QuestionEvidence,
): ToldQuestion {
  const { frames = [], diagnostics = [], errors = [], paths = [] } = parsed ?? {};
  const trace = [
    ...countOf(frames, "frame"),
    ...countOf(diagnostics, "compiler message"),
    ...countOf(errors, "error message"),
  ];
  if (trace.length > 0) return { kind: "trace", because: `it contains ${trace[0]}` };
  const opening = text.slice(0, OPENING_LENGTH);
  const words = text.split(/\s+/).filter((word) => word !== "").length;
  const isShort = words <= MAX_QUESTION_WORDS;
  const named = symbols.find(({ weight }) => weight >= MIN_SYMBOL_WEIGHT);
  const [change] = CHANGE_REGEXP.exec(opening) ?? (named && TOO_MUCH_REGEXP.exec(opening)) ?? [];
  if (change !== undefined) return { kind: "change", because: `it says ${quote(change)}` };
  const [told] = USAGE_REGEXP.exec(opening) ?? (isShort ? DOCUMENT_REGEXP.exec(text) : null) ?? [];
  if (told !== undefined) return { kind: "documentation", because: `it says ${quote(told)}` };
  if (named !== undefined && isShort && (words <= 2 || ASKING_REGEXP.test(text))) {
    return { kind: "symbol", because: `it names ${quote(named.name)}` };
  }
  const isNameless = symbols.length === 0 && paths.length === 0;
  if (isNameless && words <= MAX_BROAD_WORDS && !ASKING_REGEXP.test(text)) {
    return { kind: "broad", because: "it names nothing in the code" };
  }
  return { kind: "code", because: "nothing points to another kind" };
}

function countOf({ length }: readonly unknown[], noun: string): string[] {
  return length === 0 ? [] : [`${length} ${noun}${length === 1 ? "" : "s"}`];
}

function quote(found: string): string {
  return `"${found.trim().replaceAll(/\s+/g, " ")}"`;
}
