/**
 * The program that hosts run at the events of a session. It loads as little as possible: the
 * answers are in `answering/`.
 *
 * @module
 */

export { type HookCall, runHook } from "./run_hook.ts";
