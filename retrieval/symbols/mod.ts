/**
 * Finds the calls and uses of definitions, in syntax trees that are parsed on demand.
 *
 * @module
 */

export { type Callee, findCallees, type FoundCallees } from "./find_callees.ts";
export {
  type CodeRange,
  compareCallers,
  findCallers,
  type FoundCaller,
  type FoundCallers,
  qualifiedName,
} from "./find_callers.ts";
export {
  type Dependent,
  findDependents,
  type FoundDependents,
  isTestCode,
} from "./find_dependents.ts";
export { type DefinitionQuery, findDirectCalls } from "./find_direct_calls.ts";
export type { FindUsesOptions, SymbolUse } from "./find_uses.ts";
export { GRAMMARS, SYNTAX_PACKAGE } from "./grammars.ts";
export { listDefiningShort } from "./resolver/defining_files.ts";
export { Resolver } from "./resolver/resolver.ts";
export { SyntaxFiles } from "./syntax_files.ts";
export { type SymbolTarget, toSymbolTarget } from "./symbol_target.ts";
