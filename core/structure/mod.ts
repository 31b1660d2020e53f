/**
 * Questions about the structure of a tree: which definitions are central, and the lines that tell of
 * definitions within a budget.
 *
 * @module
 */

export { compareWords, type Likeness } from "./compare_words.ts";
export { fitEntries, type FitEntriesOptions } from "./fit_entries.ts";
export {
  type CentralName,
  type DefinedName,
  type NameUse,
  rankDefinitions,
  type WalkedFile,
} from "./rank_definitions.ts";
export {
  containerOf,
  type Structure,
  STRUCTURE_KINDS,
  type StructureEntry,
  type StructureKind,
} from "./structure.ts";
