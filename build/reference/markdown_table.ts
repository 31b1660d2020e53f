/** Row of a table: one Markdown text for each column. */
export type Row = readonly string[];

/** Returns a Markdown table with its columns padded as `deno fmt` pads them. */
export function renderTable(head: Row, rows: readonly Row[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const [first, ...others] = cells.map((row) =>
    `| ${widths.map((width, at) => (row[at] ?? "").padEnd(width)).join(" | ")} |`
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [first, rule, ...others].join("\n");
}
