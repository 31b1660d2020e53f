/**
 * Answers requests: opens what an answer needs, gathers, packs and records.
 *
 * @module
 */

export type { RequestOptions } from "./answer_requests.ts";
export { AnsweringIndex } from "./answering_index.ts";
export type { DeliveryState } from "./delivery_state.ts";
export { noteWithoutWords } from "./engine_notes.ts";
export {
  type ContextOptions,
  DEFAULT_MAX_REFRESH_MS,
  type EngineOptions,
  type IndexReport,
  type IndexStatus,
  type Refresher,
  type RunStep,
  type StepName,
} from "./engine_options.ts";
export { preloadTask } from "./preload.ts";
export type { FileText, ReadFileOptions } from "./read_file.ts";
export type { TaskOptions } from "./task_options.ts";
