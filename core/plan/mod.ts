/**
 * Plans of the bundle of a task, before packing.
 *
 * `plan_task.ts` decides the size: the number of documents, and the tokens for them, depend on the
 * complexity of the issue. `score_documents.ts` and `fill_documents.ts` choose the documents, and
 * `choose_sections.ts` the shown sections of a long one; `measure_freshness.ts` finds outdated
 * documents. `choose_functions.ts` chooses the code.
 *
 * @module
 */

export * from "./plan_task.ts";
export * from "./choose_functions.ts";
export * from "./choose_sections.ts";
export * from "./cut_middle.ts";
export * from "./expand_neighbors.ts";
export * from "./fill_documents.ts";
export * from "./find_wikilinks.ts";
export * from "./include_leading_comments.ts";
export * from "./is_project_record.ts";
export * from "./measure_complexity.ts";
export * from "./measure_freshness.ts";
export * from "./score_bm25.ts";
export * from "./score_documents.ts";
export { DEFAULT_TASK_SETTINGS, type RequestMode, type TaskSettings } from "./task_settings.ts";
