import { raw } from "../text/match_at.ts";
import type { ParsedQuery } from "../query/parse_query.ts";
import type { NamedSymbol } from "../rank/analyzed_query.ts";

/**
 * Intent of a question:
 * - `trace`: the cause of a stack trace, a compiler message or an error message;
 * - `documentation`: how to use, install, run or contribute;
 * - `change`: code that should be split, moved, renamed or tidied up;
 * - `symbol`: the contract of a named definition and its users;
 * - `broad`: a subject, or externally visible behaviour, without any name from the code;
 * - `code`: none of these.
 */
export type QuestionKind = typeof QUESTION_KINDS[number];

/** Kinds of questions; those with the clearest evidence are first. */
export const QUESTION_KINDS = [
  "trace",
  "documentation",
  "change",
  "symbol",
  "broad",
  "code",
] as const;

/** Kind of a question with the evidence for it. */
export interface ClassifiedQuestion {
  /** Intent of the question. */
  readonly kind: QuestionKind;
  /** Evidence for the kind, as a clause that follows "as", such as `it says "how do I"`. */
  readonly because: string;
}

/** Questions about what to do, and not about code. */
const USAGE_REGEXP = new RegExp(
  raw`\bhow (?:do|can|should|would|could) (?:i|we|you|one|people)\b|\bhow to\b` +
    raw`|\b(?:can|may|must|should|do) (?:i|we)\b|\bif (?:i|we) (?:call|run|use)\b` +
    raw`|\bwhat(?:'s| has| is)? (?:changed|new)\b|\bshould new code\b`,
  "i",
);

/** Subjects of documents, in a text that is not long. */
const DOCUMENT_REGEXP = new RegExp(
  raw`\b(?:docs|documented|documentation|guide|tutorial|readme|changelog|release notes` +
    raw`|contributing|conventions?|licen[cs]e)\b`,
  "i",
);

/** Imperative of a refactoring; at the start, or after a few words. */
const CHANGE_REGEXP = new RegExp(
  raw`^\W*(?:(?:please|let'?s|we should|can (?:you|we)|could (?:you|we))\s+)?` +
    raw`(refactor|split|extract|move|inline|rename|unify|deduplicate|restructure|simplify` +
    raw`|clean up|tidy(?: up)?|factor out|pull out|break up|rewrite)\b`,
  "i",
);

/** Statement that a named function should be split. */
const TOO_MUCH_REGEXP = new RegExp(
  raw`\b(?:does too much|has grown|is too (?:long|big|complex)|repeats` +
    raw`|pull [^.]{0,80}? out|let'?s (?:extract|split|move|unify|simplify))\b`,
  "i",
);

/** Sign of a question, as opposed to a statement. */
const ASKING_REGEXP = /\b(?:where|how|what|which|why|who|when|does|explain|show|find)\b|\?/i;

/** Maximum number of words of a broad text without names; a longer text describes a task. */
const MAX_BROAD_WORDS = 24;

/**
 * Maximum number of words of a question, which is about the one thing that it names; a longer text
 * has several subjects.
 */
const MAX_QUESTION_WORDS = 60;

/** Length of the start of a text, which states the request, in UTF-16 code units. */
const OPENING_LENGTH = 400;

/** Minimum weight of a name that determines the kind of a question. */
const MIN_SYMBOL_WEIGHT = 0.5;

/** Known facts about a question besides its text. */
export interface QuestionEvidence {
  /** Parts of the query; absent for one line of plain words. */
  readonly parsed?: Pick<ParsedQuery, "frames" | "diagnostics" | "errors" | "paths"> | undefined;
  /** Symbols that it names, highest weight first. */
  readonly symbols?: readonly Pick<NamedSymbol, "name" | "weight">[] | undefined;
}

/** Returns the kind of a question with the evidence for it. */
export function classifyQuestion(
  text: string,
  { parsed, symbols = [] }: QuestionEvidence,
): ClassifiedQuestion {
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
  const [usage] = USAGE_REGEXP.exec(opening) ?? (isShort ? DOCUMENT_REGEXP.exec(text) : null) ?? [];
  if (usage !== undefined) return { kind: "documentation", because: `it says ${quote(usage)}` };
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
