import type { BenchQuery } from "./sample_queries.ts";
import type { Corpus } from "./make_corpus.ts";

/** Measured search engine. Each is in a file of `engines/`, named after it. */
export interface BenchEngine {
  /** Name in the table. */
  readonly title: string;
  /** Builds the index and writes it to a folder, which exists and is empty. */
  readonly build: (corpus: Corpus, folder: string) => Promise<void>;
  /** Opens the index in a folder, like a program that was just started, for the tree at `root`. */
  readonly open: (folder: string, root: string) => Promise<OpenBenchEngine>;
  /**
   * Arguments of `deno` that answer one query in a separate process. By default a small program
   * opens the index and runs the query.
   */
  readonly coldArguments?: (corpus: Corpus, folder: string, query: BenchQuery) => string[];
}

/** Open index. */
export interface OpenBenchEngine {
  /** Searches for the best chunks and returns the number of results. */
  readonly search: (query: BenchQuery, limit: number) => number | Promise<number>;
}

/** Number of requested results of every engine. */
export const RESULT_LIMIT = 10;

/** File of the corpus folder with the single query of a cold process. */
export const COLD_QUERY_FILE = "query.json";

/** Names of the files in `engines/`, in the order of the table's columns. */
export const ENGINE_NAMES = ["dossier", "fts5", "wink", "minisearch", "orama"] as const;

/** One of {@link ENGINE_NAMES}. */
export type EngineName = typeof ENGINE_NAMES[number];

/** Loads an engine without the others. */
export async function loadEngine(name: string): Promise<BenchEngine> {
  const module = await import(`./engines/${name}.ts`);
  return module.engine;
}

/** Returns one line of terms for each chunk. */
export function readTermLines({ termsFile }: Corpus): string[] {
  return Deno.readTextFileSync(termsFile).trimEnd().split("\n");
}
