/**
 * Who calls whom: the names that a piece of code calls or uses, what its file imports, and which of
 * the definitions of a name is meant.
 *
 * @module
 */

export type { Call, CallKind } from "./classify_name.ts";
export { isCommonMember } from "./common_members.ts";
export { areRelated, listCalls, type ListCallsOptions } from "./list_calls.ts";
export { listImports } from "./list_imports.ts";
export { listKeywords } from "./list_keywords.ts";
export { maskLiterals, mayEndInLiteral } from "./mask_literals.ts";
export {
  type CallingFile,
  type DefinitionPlace,
  listContainers,
  type Resolution,
  RESOLUTIONS,
  resolveCall,
  type ResolvedCall,
} from "./resolve_call.ts";
