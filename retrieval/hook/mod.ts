/**
 * What a session of an agent is told at the events of its host, and what is noted of what it does.
 *
 * @module
 */

export { type HookCall, runHook } from "./run_hook.ts";
