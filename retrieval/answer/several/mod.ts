/**
 * Steps of an answer for several trees at once.
 *
 * @module
 */

export { checkRequest, packGathered } from "../answer.ts";
export { checkQuery, prepareQueryForAll } from "../prepare_query.ts";
export { distinctNotes } from "../engine_notes.ts";
export type { CheckedRequest, RoutedPlan } from "../request.ts";
export { planIssue } from "../route_task.ts";
export { findBest } from "../search_tree.ts";
