import { markdownTable } from "../markdown_table.ts";
import type { DeliveryQuestion } from "./delivery_question.ts";
import { type DeliveryScore, meanScore } from "./score_delivery.ts";

/** Bundle of a run. */
export interface Measured {
  readonly method: string;
  readonly budget: number;
  readonly question: DeliveryQuestion;
  readonly score: DeliveryScore;
}

/** Ranking of one question. */
export interface Ranked {
  readonly method: string;
  readonly question: DeliveryQuestion;
  /** Rank of the first result with a needed line. */
  readonly rank: number;
}

/** Rows of a table. */
interface TableOptions {
  /** True to add rows for each kind of question. */
  readonly byKind: boolean;
}

/** Reported ranks. */
const DEPTHS = [1, 5, 10] as const;

/** Returns a table with a row for each method at each budget, and for each kind of question. */
export function renderScores(measured: readonly Measured[], options: TableOptions): string {
  const rows = [...Map.groupBy(measured, ({ method, budget }) => `${method}\n${budget}`).values()]
    .flatMap((all) => groupKinds(all, options).map(([kind, some]) => renderRow(kind, some)));
  return markdownTable(
    ["method", "budget", "kind", "n", "lines", "ranges", "files", "precision", "tokens"],
    rows,
  );
}

/**
 * Returns a table with the share of questions whose first correct definition has at most each rank.
 */
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

/** Returns a group of all questions, followed by one for each kind when requested. */
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
