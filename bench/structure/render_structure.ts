import { markdownTable } from "../markdown_table.ts";
import { percentile } from "../speed/percentile.ts";
import type { TimedAnswer } from "./caller_program.ts";
import { addScores, type CallersScore, scoreCallers, type ScoreUnit } from "./score_callers.ts";
import type { SymbolTruth } from "./symbol_truth.ts";

/** Answer of a program about a symbol. */
export interface MeasuredSymbol {
  readonly program: string;
  readonly symbol: SymbolTruth;
  readonly timed: TimedAnswer;
}

/** Listed tests of those that reach a symbol. */
export interface MeasuredTests {
  /** Program and question. */
  readonly question: string;
  readonly symbol: SymbolTruth;
  readonly found: number;
  /** Number of existing tests. */
  readonly tests: number;
  readonly listed: number;
}

const HEAD = ["symbols", "refused", "false nothing"];

/** Returns a table of the correctness of answers, with a row for each program and language. */
export function renderScores(measured: readonly MeasuredSymbol[], unit: ScoreUnit): string {
  const rows = groupRows(measured).map(([program, group, some]) => {
    const score = addScores(
      some.map(({ symbol, timed }) => scoreCallers(symbol, timed.answer, unit)),
    );
    return [program, group, ...renderScore(score)];
  });
  const shares = ["certain: precision", "listed: precision", "recall", "recall a symbol"];
  return markdownTable([`by ${unit}`, "language", ...HEAD, ...shares], rows);
}

/** Returns a table of the durations of answers in milliseconds, median and worst. */
export function renderTimes(measured: readonly MeasuredSymbol[]): string {
  const rows = groupRows(measured).flatMap(([program, group, some]) => {
    const cold = some.flatMap(({ timed: { coldMs } }) => coldMs ?? []);
    const warm = some.flatMap(({ timed: { warmMs } }) => warmMs ?? []);
    if (cold.length + warm.length === 0) return [];
    return [[program, group, ...renderSpread(cold), ...renderSpread(warm)]];
  });
  const head = ["process p50", "process worst", "warm p50", "warm worst"];
  return markdownTable(["ms", "language", ...head], rows);
}

/** Returns a table of the listed share of the tests that reach symbols. */
export function renderTests(measured: readonly MeasuredTests[]): string {
  const rows = [...Map.groupBy(measured, ({ question }) => question)].map(([question, some]) => {
    const sum = (count: (one: MeasuredTests) => number) =>
      some.reduce((total, one) => total + count(one), 0);
    const [found, tests, listed] = [
      sum((one) => one.found),
      sum((one) => one.tests),
      sum((one) => one.listed),
    ];
    return [question, `${some.length}`, `${tests}`, renderShare(found, tests), `${listed}`];
  });
  return markdownTable(["tests that reach a symbol", "symbols", "tests", "found", "listed"], rows);
}

/** Returns the rows of a table: for each program first all languages, then each. */
function groupRows<One extends MeasuredSymbol>(
  measured: readonly One[],
): readonly (readonly [program: string, language: string, some: readonly One[]])[] {
  return [...Map.groupBy(measured, ({ program }) => program)].flatMap(([program, all]) => {
    const languages = [...Map.groupBy(all, ({ symbol }) => symbol.language)];
    const rows = languages.map(([language, some]) => [program, language, some] as const);
    return rows.length === 1 ? rows : [[program, "all", all] as const, ...rows];
  });
}

function renderScore(score: CallersScore): readonly string[] {
  const { symbols, refused, falseNothing, certainRight, certainWrong } = score;
  const { listedRight, listedWrong, found, uses, recalls } = score;
  return [
    ...[symbols, refused, falseNothing].map(String),
    renderShare(certainRight, certainRight + certainWrong),
    renderShare(listedRight, listedRight + listedWrong),
    renderShare(found, uses),
    renderShare(recalls, symbols),
  ];
}

function renderShare(part: number, whole: number): string {
  return whole === 0 ? "" : (part / whole).toFixed(3);
}

function renderSpread(times: readonly number[]): readonly [median: string, worst: string] {
  if (times.length === 0) return ["", ""];
  return [percentile(times, 50).toFixed(0), Math.max(...times).toFixed(0)];
}
