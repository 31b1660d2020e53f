/**
 * Answers requests: opens what an answer needs, gathers, packs and records.
 *
 * @module
 */

export { AnsweringIndex } from "./answering_index.ts";
export type { Assessment, AssessOptions, Pointer } from "./assess_tree.ts";
export { INDEX_UNFINISHED } from "./engine_notes.ts";
export {
  DEFAULT_MAX_REFRESH_MS,
  type EngineOptions,
  type IndexReport,
  type IndexStatus,
  type Refresher,
} from "./engine_options.ts";
export { preloadTask } from "./preload.ts";
export type { FileText, ReadFileOptions } from "./read_file.ts";
export type {
  BundleRequest,
  ContextOptions,
  RequestOptions,
  TaskOptions,
  WithFeatures,
} from "./request.ts";

// Loaded when an engine is asked for it: a bundle has no use for what searches, nor a search for what packs.

/** Loads what answers requests for bundles. */
export const loadAnswer = async () => (await import("./answer.ts")).answer;

/** Loads what says how strongly a tree speaks to a text. */
export const loadAssessTree = async () => (await import("./assess_tree.ts")).assessTree;

/** Loads what reads lines of a file. */
export const loadReadFile = async () => (await import("./read_file.ts")).readFile;

/** Loads what ranks the parts of files for a query. */
export const loadSearchTree = async () => (await import("./search_tree.ts")).searchTree;
