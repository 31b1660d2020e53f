/**
 * What a task's bundle is made of, decided before anything is packed.
 *
 * `plan_task.ts` decides how much may be said: from the complexity of the issue follow the number of
 * documents and the tokens for them. `score_documents.ts`, `cut_irrelevant.ts` and
 * `fill_documents.ts` choose the documents, `measure_freshness.ts` says how far each can be relied on.
 * `choose_file_form.ts` and `choose_functions.ts` choose the code.
 *
 * @module
 */

export * from "./choose_document_count.ts";
export * from "./choose_file_form.ts";
export * from "./choose_functions.ts";
export * from "./cut_document.ts";
export * from "./cut_irrelevant.ts";
export * from "./cut_middle.ts";
export * from "./expand_neighbors.ts";
export * from "./fill_documents.ts";
export * from "./fill_slot.ts";
export * from "./find_wikilinks.ts";
export * from "./include_leads.ts";
export * from "./issue_identifiers.ts";
export * from "./measure_complexity.ts";
export * from "./measure_freshness.ts";
export * from "./merge_ranges.ts";
export * from "./plan_slot.ts";
export * from "./plan_task.ts";
export * from "./score_bm25.ts";
export * from "./score_documents.ts";
export * from "./settle_plan.ts";
export { DEFAULT_TASK_SETTINGS, type RequestMode, type TaskSettings } from "./task_settings.ts";
