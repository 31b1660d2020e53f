/**
 * Answers requests: opens the index, the tree and the settings, gathers candidates, packs and
 * records them.
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
  WithFeatureOptions,
} from "./request.ts";

/**
 * Functions that load the answers of each kind of question, because most processes answer one kind.
 */
export const ANSWER_LOADERS = {
  bundle: () => import("./answer.ts"),
  file: () => import("./read_file.ts"),
  search: () => import("./search_tree.ts"),
};
