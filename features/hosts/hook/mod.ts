/**
 * What a host runs at the events of a session. It loads as little as it can: what answers is in `answering/`.
 *
 * @module
 */

export { type HookCall, runHook } from "./run_hook.ts";
