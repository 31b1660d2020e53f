/** One column of {@link renderColumns}. */
export interface Column {
  /** What stands above it; none when left out. */
  readonly title?: string;
  /** Whether its cells end below each other, as numbers do. @default false */
  readonly right?: boolean;
}

const GAP = "  ";

/** Returns lines of cells below each other, each ending in a newline and none in blanks. */
export function renderColumns(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
): string {
  const titles = columns.map(({ title = "" }) => title);
  const table = titles.some((title) => title !== "") ? [titles, ...rows] : rows;
  const widths = columns.map((_, at) => Math.max(0, ...table.map((row) => (row[at] ?? "").length)));
  const pad = (cell: string, at: number) =>
    columns[at]?.right ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!);
  return table.map((row) => `${row.map(pad).join(GAP).trimEnd()}\n`).join("");
}
