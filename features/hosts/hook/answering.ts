/**
 * What a server answers hooks with: a hook itself loads as little as it can.
 *
 * @module
 */

export { answerHook } from "./answer_hook.ts";
export {
  giveUpClaim,
  type HookAnswer,
  type HookJob,
  type HookMessage,
  makeClaim,
} from "./hook_job.ts";
export { announceHookServer, type HookServer, withdrawHookServer } from "./hook_server.ts";
export { receiveLines, sendLine } from "./line_stream.ts";
