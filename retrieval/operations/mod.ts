/**
 * Operations of the engine, one file for each, and their table, `operations.ts`, which imports them
 * on demand.
 *
 * @module
 */

export { type AnswerFor, type OperationName, OPERATIONS, type RequestFor } from "./operations.ts";
export type { RootRequest } from "./shared_fields.ts";
export type { RenderedBundle } from "./bundle.ts";
