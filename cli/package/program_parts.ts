/** Modules of a bundle that other programs import, by their names in the npm package. */
export const LIBRARY_ENTRIES: Readonly<Record<string, LibraryEntry>> = {
  ".": { file: "library.js", source: "mod.ts" },
  "./history": { file: "library_history.js", source: "library/history.ts" },
  "./hosts": { file: "library_hosts.js", source: "library/hosts.ts" },
  "./memory": { file: "library_memory.js", source: "library/memory.ts" },
  "./policy": { file: "library_policy.js", source: "library/policy.ts" },
  "./schema": { file: "library_schema.js", source: "library/schema.ts" },
  "./tiers": { file: "library_tiers.js", source: "library/tiers.ts" },
};

/** One entry point of the library. */
export interface LibraryEntry {
  /** Name of the module in a bundle. */
  readonly file: string;
  /** Path of its source. */
  readonly source: string;
}

/** Folder of an npm package that contains the bundle. */
export const PROGRAM_FOLDER = "program";

/**
 * Modules that run in threads of their own. Code that starts one names it by its address, which a
 * bundler does not follow.
 */
export const WORKER_MODULES: readonly string[] = [
  "retrieval/embed/transformers/transformers_worker.ts",
  "features/hosts/hook/hook_worker.ts",
  "features/memory/capture_worker.ts",
  "retrieval/index/local/commits/commit_worker.ts",
  "retrieval/index/local/index_worker.ts",
  "retrieval/index/local/read_worker.ts",
  "retrieval/machine/bounded_main.ts",
  "server/pool/answering_worker.ts",
  "server/pool/indexing_worker.ts",
];

/** Files that are read at run time from beside the module that reads them. */
export const DATA_FILES: readonly string[] = [
  "retrieval/embed/kernel/vector_kernel.wasm",
  "retrieval/embed/static/table.bin",
  "retrieval/search/lexicon/lexicon_de.txt",
  "retrieval/search/lexicon/lexicon_es.txt",
  "retrieval/search/lexicon/lexicon_fr.txt",
  "retrieval/search/lexicon/lexicon_ja.txt",
  "retrieval/search/lexicon/lexicon_zh.txt",
];
