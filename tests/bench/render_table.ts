import type { BenchRow } from "./bench.ts";
import type { EngineName } from "./engine.ts";

/** Returns the rows as a Markdown table, padded so that it also reads well as plain text. */
export function renderTable(
  rows: readonly BenchRow[],
  engines: readonly (readonly [name: EngineName, title: string])[],
): string {
  const head = ["what", "chunks", ...engines.map(([, title]) => title), "target for dossier"];
  const body = rows.map(({ what, size, cells, target = "" }) => [
    what,
    size,
    ...engines.map(([name]) => cells[name] ?? ""),
    target,
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((row) => row[column]?.length ?? 0))
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return line(head) + rule + body.map(line).join("");
}
