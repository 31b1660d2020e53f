/**
 * Reads what a repository tells agents. `find_instruction_files.ts` finds the files of hosts, `load_instructions.ts`
 * reads them with what they import, and `read_instructions.ts` makes one text of those that hold for a folder or
 * a file. `rules_for.ts` says what is to be told when a file is touched, and `check_instructions.ts` what is wrong.
 *
 * @module
 */

export { findInstructionRoot, type InstructionPlaces } from "./find_instruction_files.ts";
export type { FoundSkills } from "./find_skills.ts";
export { checkInstructions, type InstructionCheck } from "./check_instructions.ts";
export type { InstructionOptions } from "./open_place.ts";
export { type Instructions, type MergeOptions, readInstructions } from "./read_instructions.ts";
export { type DueInstruction, rulesFor } from "./rules_for.ts";
