import { markdownTable } from "../markdown_table.ts";
import type { BenchRow } from "./bench.ts";
import type { EngineName } from "./engine.ts";

/** Returns the rows as a Markdown table. */
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
  return markdownTable(head, body);
}
