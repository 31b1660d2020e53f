/**
 * What a session of an agent is told at the events of its host, what is noted of what it does, and what stood in the
 * way of that.
 *
 * @module
 */

export { answerHook } from "../answer_hook.ts";
export {
  giveUpClaim,
  type HookAnswer,
  type HookJob,
  type HookMessage,
  makeClaim,
} from "../hook_job.ts";
export { listLateFiles } from "../hook_log.ts";
export { type HookProblem, listHookProblems } from "../list_hook_problems.ts";
