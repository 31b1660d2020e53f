/**
 * Form of an operation: one record with its fields, its bindings to the command line, HTTP and
 * models, and the function that runs it. Read `operation.ts` first, then `field.ts`, and the
 * binding that you need.
 *
 * @module
 */
export * from "./command.ts";
export type * from "./command_binding.ts";
export * from "./field.ts";
export * from "./http_binding.ts";
export * from "./mcp_binding.ts";
export type * from "./operation.ts";
export { type OperationPart, withParts } from "./operation_part.ts";
export type { PermissionSet } from "./permissions.ts";
