/**
 * The side of a door that answers.
 *
 * @module
 */

export { type Announced, announceEngine, withdrawEngine } from "./announce_engine.ts";
export { acquireEngineLock } from "./engine_lock.ts";
export { CALLER_NEEDED, callerNeeded, type DoorOptions, openDoor } from "./open_door.ts";
