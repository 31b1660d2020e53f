import type { FileLineNumbers, SymbolTruth } from "./symbol_truth.ts";

/** Certainty of a caller in an answer. */
export type Certainty = "certain" | "likely" | "name only";

/** Definition that uses a symbol according to an answer, or code outside of any. */
export interface ListedCaller {
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  readonly certainty: Certainty;
  /** 1-based lines of the uses in it that the answer names. */
  readonly lines: readonly number[];
}

/** Answer about a symbol. Without callers it says that nothing uses it. */
export type CallersAnswer =
  | { readonly kind: "callers"; readonly callers: readonly ListedCaller[] }
  | { readonly kind: "refused"; readonly reason: string };

/** Unit of comparison: lines that an answer names, or definitions that it lists. */
export type ScoreUnit = "lines" | "callers";

/** Counts of one or several answers. */
export interface CallersScore {
  readonly symbols: number;
  /** Symbols for which the answer is an error. */
  readonly refused: number;
  /** Symbols with uses for which nothing is listed. */
  readonly falseNothing: number;
  /** Callers listed as certain, and right. */
  readonly certainRight: number;
  /** Callers listed as certain, and wrong: no use, or one of another type's method. */
  readonly certainWrong: number;
  /** Callers listed as certain or likely, and right. */
  readonly listedRight: number;
  /** Callers listed as certain or likely, and no use. */
  readonly listedWrong: number;
  /** Uses that are found by callers listed as certain or likely. */
  readonly found: number;
  /** All uses. */
  readonly uses: number;
  /** Sum over the symbols of the share of found uses. */
  readonly recalls: number;
}

/**
 * Relation of a line, or of a definition's lines, to a symbol. Only the first and the last count in
 * a score.
 */
type Verdict = "use" | "dispatch" | "neutral" | "wrong";

/**
 * Returns the counts of one answer.
 *
 * Imports, uses in the definition itself and undecidable locations are neutral. Dispatch is neutral
 * as well, unless it is listed as certain.
 */
export function scoreCallers(
  truth: SymbolTruth,
  answer: CallersAnswer,
  unit: ScoreUnit,
): CallersScore {
  const callers = answer.kind === "callers" ? answer.callers : [];
  const listed = callers.filter(({ certainty }) => certainty !== "name only");
  const judge = judgeOf(truth);
  const verdicts = listed.flatMap(({ certainty, ...caller }) =>
    spansOf(caller, unit).map((span) => ({ certainty, verdict: judge(span) }))
  );
  const certain = verdicts.filter(({ certainty }) => certainty === "certain");
  const spans = listed.flatMap((caller) => spansOf(caller, unit));
  const uses = placesOf(truth.uses);
  const found = uses.filter((place) => spans.some((span) => covers(span, place))).length;
  const count = (some: typeof verdicts, ...counted: readonly Verdict[]) =>
    some.filter(({ verdict }) => counted.includes(verdict)).length;
  return {
    symbols: 1,
    refused: answer.kind === "refused" ? 1 : 0,
    falseNothing: answer.kind === "callers" && callers.length === 0 && uses.length > 0 ? 1 : 0,
    certainRight: count(certain, "use"),
    certainWrong: count(certain, "wrong", "dispatch"),
    listedRight: count(verdicts, "use"),
    listedWrong: count(verdicts, "wrong"),
    found,
    uses: uses.length,
    recalls: uses.length === 0 ? 1 : found / uses.length,
  };
}

/** Differences of an answer from the truth, by lines, as `path:line`. */
export interface CallersDifference {
  /** Listed lines that are not uses. */
  readonly wrong: readonly string[];
  /** Uses outside of the lines of all callers listed as certain or likely. */
  readonly missed: readonly string[];
}

/** Returns the differences between the lines that an answer names and those of the uses. */
export function compareCallers(truth: SymbolTruth, answer: CallersAnswer): CallersDifference {
  const callers = answer.kind === "callers" ? answer.callers : [];
  const spans = callers.filter(({ certainty }) => certainty !== "name only")
    .flatMap((caller) => spansOf(caller, "lines"));
  const judge = judgeOf(truth);
  const wrong = spans.filter((span) => judge(span) === "wrong");
  const missed = placesOf(truth.uses).filter((place) => !spans.some((span) => covers(span, place)));
  return {
    wrong: wrong.map(({ path, startLine }) => `${path}:${startLine}`),
    missed: missed.map(({ path, line }) => `${path}:${line}`),
  };
}

const NO_SCORE: CallersScore = {
  symbols: 0,
  refused: 0,
  falseNothing: 0,
  certainRight: 0,
  certainWrong: 0,
  listedRight: 0,
  listedWrong: 0,
  found: 0,
  uses: 0,
  recalls: 0,
};

/** Returns the sums of the counts of several answers. */
export function addScores(scores: readonly CallersScore[]): CallersScore {
  const keys = Object.keys(NO_SCORE) as (keyof CallersScore)[];
  return scores.reduce(
    (sum, score) =>
      Object.fromEntries(
        keys.map((key) => [key, sum[key] + score[key]]),
      ) as unknown as CallersScore,
    NO_SCORE,
  );
}

/** Lines of a file, both inclusive. */
interface Span {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

interface Place {
  readonly path: string;
  readonly line: number;
}

function spansOf(
  { path, startLine, endLine, lines }: Omit<ListedCaller, "certainty">,
  unit: ScoreUnit,
): readonly Span[] {
  if (unit === "callers") return [{ path, startLine, endLine }];
  return lines.map((line) => ({ path, startLine: line, endLine: line }));
}

function placesOf(lines: FileLineNumbers = {}): readonly Place[] {
  return Object.entries(lines).flatMap(([path, numbers]) =>
    numbers.map((line) => ({ path, line }))
  );
}

function covers({ path, startLine, endLine }: Span, place: Place): boolean {
  return path === place.path && startLine <= place.line && place.line <= endLine;
}

function judgeOf(truth: SymbolTruth): (span: Span) => Verdict {
  const { uses, dispatch, imports, own, unsure } = truth;
  const kinds: readonly (readonly [Verdict, readonly Place[]])[] = [
    ["use", placesOf(uses)],
    ["neutral", [imports, own, unsure].flatMap((lines) => placesOf(lines))],
    ["dispatch", placesOf(dispatch)],
  ];
  return (span) =>
    kinds.find(([, places]) => places.some((place) => covers(span, place)))?.[0] ?? "wrong";
}
