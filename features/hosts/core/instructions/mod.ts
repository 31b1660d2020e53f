/**
 * The instructions of a repository for agents: AGENTS.md, CLAUDE.md, rules and skills.
 * `instruction_file.ts` has the files of each host as data, `merge_instructions.ts` makes one text
 * of them, within a budget, and `compare_instructions.ts` finds repeats and contradictions.
 *
 * @module
 */

export * from "./after_compaction.ts";
export * from "./compare_instructions.ts";
export * from "./merge_instructions.ts";
export * from "./markdown_rows.ts";
export * from "./instruction_file.ts";
export * from "./skill.ts";
export { removeComments, trimMarks } from "./markdown_rows.ts";
export * from "./path_rule.ts";
