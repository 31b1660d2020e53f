import type { BenchQuery } from "./sample_queries.ts";
import type { Corpus } from "./make_corpus.ts";

/** A search engine under measurement. Each lives in a file of `engines/`, named after it. */
export interface BenchEngine {
  /** Name in the table. */
  readonly title: string;
  /** Makes the index and writes it to a folder, which exists and is empty. */
  readonly build: (corpus: Corpus, folder: string) => Promise<void>;
  /** Opens the index in a folder, as a program that was just started does, for the tree at `root`. */
  readonly open: (folder: string, root: string) => Promise<OpenBenchEngine>;
  /**
   * Arguments of `deno` that answer one query in a process of their own; when left out, a small
   * program opens the index and asks it.
   */
  readonly coldArguments?: (corpus: Corpus, folder: string, query: BenchQuery) => string[];
}

/** An index that can be asked. */
export interface OpenBenchEngine {
  /** Asks for the best chunks and returns how many were found. */
  readonly search: (query: BenchQuery, limit: number) => number | Promise<number>;
}

/** Results that every engine is asked for. */
export const RESULT_LIMIT = 10;

/** File of the corpus folder that holds the one query of a cold process. */
export const COLD_QUERY_FILE = "query.json";

/** Names of the files in `engines/`, in the order of the table's columns. */
export const ENGINE_NAMES = ["dossier", "fts5", "wink", "minisearch", "orama"] as const;

/** One of {@link ENGINE_NAMES}. */
export type EngineName = typeof ENGINE_NAMES[number];

/** Loads an engine and nothing of the others. */
export async function loadEngine(name: string): Promise<BenchEngine> {
  const module = await import(`./engines/${name}.ts`);
  return module.engine;
}

/** Returns one line of terms for each chunk. */
export function readTermLines({ termsFile }: Corpus): string[] {
  return Deno.readTextFileSync(termsFile).trimEnd().split("\n");
}
