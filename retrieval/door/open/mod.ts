/**
 * Answering side of a door.
 *
 * @module
 */

export { announceEngine, type EngineAnnouncement, withdrawEngine } from "./announce_engine.ts";
export { acquireEngineLock } from "./engine_lock.ts";
export { CALLER_NEEDED, callerNeededError, type DoorOptions, openDoor } from "./open_door.ts";
