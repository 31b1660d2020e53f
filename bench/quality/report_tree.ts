import type { TreeReport } from "./answer_tree.ts";
import { writeText } from "./text_file.ts";

const SECOND_MS = 1000;

/** Says on standard error what indexing a tree and asking it took. */
export function reportTree(
  name: string,
  { documents, chunks, indexMs, queryMs }: TreeReport,
): void {
  const index = `${documents} documents, ${chunks} chunks in ${(indexMs / SECOND_MS).toFixed(1)} s`;
  writeText(Deno.stderr, `${name}: ${index}; ${queryMs.toFixed(1)} ms a query\n`);
}
