import { markdownTable } from "../markdown_table.ts";
import type { DeliveryQuestion } from "./delivery_question.ts";
import { type DeliveryScore, meanScore } from "./score_delivery.ts";

/** One bundle of a run. */
export interface Measured {
  readonly method: string;
  readonly budget: number;
  readonly question: DeliveryQuestion;
  readonly score: DeliveryScore;
}

/** The ranking of one question. */
export interface Ranked {
  readonly method: string;
  readonly question: DeliveryQuestion;
  /** Of the first place with a line that is needed. */
  readonly rank: number;
}

/** What the rows of a table are. */
interface TableOptions {
  /** Whether kinds of questions are told apart as well. */
  readonly byKind: boolean;
}

/** Ranks that are told. */
const DEPTHS = [1, 5, 10] as const;

/** Returns a table with a row for each way of answering at each budget, and for each kind of question. */
export function renderScores(measured: readonly Measured[], options: TableOptions): string {
  const rows = [...Map.groupBy(measured, ({ method, budget }) => `${method}\n${budget}`).values()]
    .flatMap((all) => groupKinds(all, options).map(([kind, some]) => renderRow(kind, some)));
  return markdownTable(
    ["method", "budget", "kind", "n", "lines", "ranges", "files", "precision", "tokens"],
    rows,
  );
}

/** Returns a table with the share of questions whose first right definition is so far ahead. */
export function renderRanks(ranked: readonly Ranked[], options: TableOptions): string {
  const rows = [...Map.groupBy(ranked, ({ method }) => method)].flatMap(([method, all]) =>
    groupKinds(all, options).map(([kind, some]) => {
      const shares = DEPTHS.map((depth) =>
        (some.filter(({ rank }) => rank <= depth).length / some.length).toFixed(3)
      );
      return [method, kind, `${some.length}`, ...shares];
    })
  );
  return markdownTable(
    ["ranking", "kind", "n", ...DEPTHS.map((depth) => `first ${depth}`)],
    rows,
  );
}

/** Returns all, and behind them the kinds of questions where these are to be told apart. */
function groupKinds<One extends { readonly question: DeliveryQuestion }>(
  all: readonly One[],
  { byKind }: TableOptions,
): readonly (readonly [kind: string, some: readonly One[]])[] {
  const kinds = byKind ? Map.groupBy(all, ({ question: { kind } }) => kind) : [];
  return [["all", all], ...kinds];
}

function renderRow(kind: string, measured: readonly Measured[]): string[] {
  const { method, budget } = measured[0]!;
  const { lines, ranges, files, precision, used } = meanScore(measured.map(({ score }) => score));
  const shares = [lines, ranges, files, precision].map((share) => share.toFixed(3));
  return [method, `${budget}`, kind, `${measured.length}`, ...shares, used.toFixed(0)];
}
