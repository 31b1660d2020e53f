import { join } from "node:path";
import type { EngineName } from "./engine.ts";
import type { Bench, BenchCorpus, BenchRow, BuiltIndex } from "./bench.ts";

const MEBIBYTE = 1024 * 1024;

/** Measures indexing of an unknown tree: speed, memory, and disk space. */
export async function measureBuild(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const corpus of bench.corpora) {
    const built: Partial<Record<EngineName, BuiltIndex | string>> = {};
    for (const name of bench.engines) built[name] = await bench.index(name, corpus);
    const row = (what: string, target: string, cell: (index: BuiltIndex) => string): BenchRow => ({
      what,
      size: corpus.label,
      cells: Object.fromEntries(
        Object.entries(built).map((
          [name, index],
        ) => [name, typeof index === "string" ? index : cell(index)]),
      ),
      target,
    });
    rows.push(
      row("index from nothing, chunks/s", "≥ 4000", ({ build }) => speed(corpus, build.seconds)),
      row(
        "index from nothing, peak memory, MB",
        "≤ 600 at 100k",
        ({ build }) => (build.peakBytes / MEBIBYTE).toFixed(0),
      ),
      row(
        "index size, MB (share of the text)",
        "≤ 1.00",
        ({ folder }) => size(corpus, folderBytes(folder)),
      ),
    );
  }
  return rows;
}

function speed({ chunks }: BenchCorpus, seconds: number): string {
  return (chunks / seconds).toFixed(0);
}

function size({ bytes }: BenchCorpus, indexBytes: number): string {
  return `${(indexBytes / MEBIBYTE).toFixed(1)} (${(indexBytes / bytes).toFixed(2)})`;
}

function folderBytes(folder: string): number {
  return [...Deno.readDirSync(folder)]
    .filter(({ isFile }) => isFile)
    .reduce((sum, { name }) => sum + Deno.statSync(join(folder, name)).size, 0);
}
