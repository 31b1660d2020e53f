/**
 * What a session of an agent is told at the events of its host, and what is noted of what it does.
 *
 * @module
 */

export { type HookProblem, listHookProblems } from "./list_hook_problems.ts";
export { listLateFiles } from "./late_files.ts";
export { type HookCall, runHook } from "./run_hook.ts";
