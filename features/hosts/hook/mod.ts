/**
 * What a session of an agent is told at the events of its host, and what is noted of what it does.
 *
 * @module
 */

export { answerHook } from "./answer_hook.ts";
export type { HookAnswer, HookJob } from "./hook_job.ts";
export { listLateFiles } from "./hook_log.ts";
export { type HookProblem, listHookProblems } from "./list_hook_problems.ts";
export { type HookCall, runHook } from "./run_hook.ts";
