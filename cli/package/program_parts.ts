/** The module of a bundle that other programs import. */
export const LIBRARY_ENTRY = "library.js";

/** The folder of an npm package that holds the bundle. */
export const PROGRAM_FOLDER = "program";

/**
 * Modules that run in threads of their own. Whoever starts one names it by its address, which a bundler
 * does not follow.
 */
export const WORKER_MODULES: readonly string[] = [
  "retrieval/embed/transformers/transformers_worker.ts",
  "features/hosts/hook/hook_worker.ts",
  "retrieval/index/local/commits/commit_worker.ts",
  "retrieval/index/local/index_worker.ts",
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
