import { markdownTable } from "../markdown_table.ts";
import { compareScores, renderDifference } from "../quality/comparison.ts";
import type { ArmRow } from "./run_arms.ts";

/** Limits below which a recalled memory is not delivered. */
export interface RecallGate {
  /** Minimum difference of the scores of the best and the second memory. */
  readonly margin: number;
  /** Lowest rank of a cited file in the program's own ranking. */
  readonly place: number;
}

/** Arms that others are compared with: without memory and history, and with history. */
const [NONE, COMMITS] = ["none", "commits"];

/** Differences below this result from the order of a sum. */
const EPSILON = 1e-9;

/**
 * Returns tables of the deliveries of arms, one for each budget, each arm against the arm `commits`
 * over the tasks that both have. A harm is a task in which an arm delivers fewer of the lines than
 * the arm `none`.
 *
 * @param gate Replaces a recalled memory that does not pass by the row of `commits`, as nothing is
 *   delivered then.
 */
export function renderArms(rows: readonly ArmRow[], gate?: RecallGate): string {
  return [...Map.groupBy(rows, ({ budget }) => budget)]
    .map(([budget, rows]) => `At ${budget} tokens:\n\n${renderBudget(rows, gate)}`)
    .join("\n\n");
}

function renderBudget(rows: readonly ArmRow[], gate: RecallGate | undefined): string {
  const arms = Map.groupBy(rows, ({ arm }) => arm);
  const none = byTask(arms.get(NONE) ?? []);
  const commits = byTask(arms.get(COMMITS) ?? []);
  return markdownTable(
    [
      "arm",
      "tasks",
      "given",
      "lines",
      "against commits",
      "95 of 100 resamplings",
      "better",
      "worse",
      "harm",
      "files",
      "dilution",
      "tokens",
    ],
    [...arms].map(([arm, all]) => {
      const compared = all.filter(({ task }) => commits.has(task));
      const passed = compared.filter((row) => row.memories > 0 && passes(row, gate));
      const gated = compared.map((row) =>
        row.memories > 0 && !passes(row, gate) ? commits.get(row.task)! : row
      );
      const before = compared.map(({ task }) => commits.get(task)!.lines);
      const { difference, low, high, wins, losses } = compareScores(
        before,
        gated.map(({ lines }) => lines),
      );
      const harm = gated.filter((row, i) => {
        const plain = none.get(compared[i]!.task);
        return plain !== undefined && row.lines < plain.lines - EPSILON;
      });
      return [
        arm,
        `${compared.length}`,
        `${passed.length}`,
        share(gated, ({ lines }) => lines),
        renderDifference(difference, 3),
        `${renderDifference(low, 3)} to ${renderDifference(high, 3)}`,
        ...[wins, losses, harm.length].map((count) => `${count}`),
        share(gated, ({ files }) => files),
        share(gated, ({ dilution }) => dilution),
        mean(gated, ({ used }) => used).toFixed(0),
      ];
    }),
  );
}

function passes({ margin, place = Infinity }: ArmRow, gate: RecallGate | undefined): boolean {
  if (gate === undefined || margin === undefined) return true;
  return margin >= gate.margin && place <= gate.place;
}

function byTask(rows: readonly ArmRow[]): ReadonlyMap<string, ArmRow> {
  return new Map(rows.map((row) => [row.task, row]));
}

function share(rows: readonly ArmRow[], read: (row: ArmRow) => number): string {
  return mean(rows, read).toFixed(3).replace(/^0/, "");
}

function mean(rows: readonly ArmRow[], read: (row: ArmRow) => number): number {
  return rows.reduce((sum, row) => sum + read(row), 0) / rows.length;
}
