/**
 * The operations of the engine: a file each, and their table, `operations.ts`, which loads none of them.
 *
 * @module
 */

export { type AnswerFor, type OperationName, OPERATIONS, type RequestFor } from "./operations.ts";
export type { RootRequest } from "./shared_fields.ts";
export type { RenderedBundle } from "./bundle.ts";
