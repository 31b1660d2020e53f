/**
 * Reads the instructions of a repository for agents. `find_instruction_files.ts` finds the files of
 * hosts, `load_instructions.ts` reads them with their imports, and `read_instructions.ts` makes one
 * text of those for a folder or a file. `rules_for.ts` returns the instructions for a file that is
 * used, and `check_instructions.ts` the problems.
 *
 * @module
 */

export { findInstructionRoot, type InstructionPlaces } from "./find_instruction_files.ts";
export type { FoundSkills } from "./find_skills.ts";
export { checkInstructions, type InstructionCheck } from "./check_instructions.ts";
export type { InstructionOptions } from "./open_place.ts";
export { type Instructions, type MergeOptions, readInstructions } from "./read_instructions.ts";
export { type DueInstruction, rulesFor } from "./rules_for.ts";
