/**
 * What an operation is: one record that says what can be asked, how it is given on a command line, over HTTP and by
 * models, and what answers. Read `operation.ts` first, then `field.ts`, and a face that you need.
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
