/**
 * Questions about the structure of a tree: the central definitions, and the text about definitions
 * within a budget.
 *
 * @module
 */

export { type ComparedText, compareWords, type Similarity } from "./compare_words.ts";
export { fitEntries, type FitEntriesOptions, renderEntries } from "./fit_entries.ts";
export { type MapDefinition, type MapFile, toMapFile } from "./map_file.ts";
export { listMapNames, rankMap } from "./rank_map.ts";
export { renderMap } from "./render_map.ts";
export {
  CERTAINTIES,
  type Certainty,
  containerOf,
  type Structure,
  STRUCTURE_KINDS,
  type StructureEntry,
  type StructureKind,
} from "./structure.ts";
