/**
 * What a repository tells agents: AGENTS.md, CLAUDE.md, rules and skills. `instruction_hosts.ts` has the files of
 * each host as data, `merge_instructions.ts` makes one text of them, within a budget, and
 * `compare_instructions.ts` finds what is said twice, or against each other.
 *
 * @module
 */

export * from "./after_compaction.ts";
export * from "./compare_instructions.ts";
export * from "./cut_instructions.ts";
export * from "./find_named_paths.ts";
export * from "./follow_imports.ts";
export * from "./instruction_file.ts";
export * from "./instruction_hosts.ts";
export * from "./instructions_message.ts";
export * from "./list_skills.ts";
export { removeComments, trimMarks } from "./markdown_rows.ts";
export * from "./merge_instructions.ts";
export * from "./path_rule.ts";
export * from "./skill.ts";
