/**
 * What an operation is: one record that says what can be asked, how it is given on a command line, over HTTP and by
 * models, and what answers. Read `operation.ts` first, then `field.ts`, and a face that you need.
 *
 * @module
 */

export type {
  Command,
  CommandCaller,
  CommandDesk,
  CommandEnd,
  CommandFace,
  FeatureCommand,
  LocalCaller,
  OperationCall,
  OwnCommand,
  ProgressListener,
  RunCommand,
  Terminal,
} from "./command_face.ts";
export * from "./field.ts";
export {
  EVENTS_TYPE,
  type HttpAnswer,
  type HttpFace,
  type HttpHeader,
  JSON_TYPE,
  type WrittenAnswer,
} from "./http_face.ts";
export {
  type GivenResource,
  type ListedResource,
  MAX_SENT_TOKENS,
  type McpFace,
  type StatusPart,
  type ToolAnswer,
  type ToolCall,
  type ToolRoot,
} from "./mcp_face.ts";
export * from "./command.ts";
export type {
  Access,
  AnyOperation,
  Operation,
  OperationRow,
  RequestRule,
  RequestVariant,
  ToldEvent,
} from "./operation.ts";
export { type OperationPart, withParts } from "./operation_part.ts";
export type { PermissionSet } from "./permissions.ts";
