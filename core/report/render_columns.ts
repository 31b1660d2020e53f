import type { ReportColumn } from "./report.ts";

const GAP = "  ";

/** Returns lines of cells below each other, each ending in a newline and none in blanks. */
export function renderColumns(
  rows: readonly (readonly string[])[],
  columns: readonly ReportColumn[],
): string {
  const titles = columns.map(({ title = "" }) => title);
  const table = titles.some((title) => title !== "") ? [titles, ...rows] : rows;
  const widths = columns.map((_, at) => Math.max(0, ...table.map((row) => (row[at] ?? "").length)));
  const pad = (cell: string, at: number) =>
    columns[at]?.right ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!);
  return table.map((row) => `${row.map(pad).join(GAP).trimEnd()}\n`).join("");
}

/** Returns a number with its noun, such as `1 file` or `12 files`. */
export function renderCounted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
