/**
 * Who refers to whom in code: the names that a piece of code refers to, what its file imports, and
 * which of the definitions of a name is meant.
 *
 * @module
 */

export { isCommonMember } from "./common_members.ts";
export type { ImportedModule, ImportedName } from "./imported_module.ts";
export { listImports } from "./list_imports.ts";
export { listReferences, type ReferenceOptions } from "./list_references.ts";
export { maskLiterals, mayEndInLiteral } from "./mask_literals.ts";
export type { Reference, ReferenceKind } from "./reference.ts";
export { areRelated } from "./reference_language.ts";
export {
  type DefinitionPlace,
  type ReferringFile,
  type Resolution,
  RESOLUTIONS,
  type ResolvedReference,
  type ResolveOptions,
  resolveReference,
} from "./resolve_reference.ts";
