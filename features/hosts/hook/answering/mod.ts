/**
 * The texts for a session at the events of its host, the records of its activity, and the problems.
 *
 * @module
 */

export { answerHook } from "../answer_hook.ts";
export {
  abandonClaim,
  createClaim,
  type HookAnswer,
  type HookJob,
  type HookMessage,
} from "../hook_job.ts";
export { listLateFiles } from "../hook_log.ts";
export { type HookProblem, listHookProblems } from "../list_hook_problems.ts";
