/**
 * Answers requests: opens what an answer needs, gathers, packs and records.
 *
 * @module
 */

export { AnsweringIndex } from "./answering_index.ts";
export type { Assessment, AssessOptions, Pointer } from "./search_tree.ts";
export { INDEX_UNFINISHED } from "./engine_notes.ts";
export {
  DEFAULT_MAX_REFRESH_MS,
  type EngineOptions,
  type IndexOptions,
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

/** What loads the answer to a question of a kind, as most processes are asked of one kind. */
export const LATE_ANSWERS = {
  bundle: () => import("./answer.ts"),
  file: () => import("./read_file.ts"),
  search: () => import("./search_tree.ts"),
};
