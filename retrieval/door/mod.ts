/**
 * How a process finds one that has the index of a tree open, and asks it. It is light: who asks does so to load little.
 * The other side is in `open/`.
 *
 * @module
 */

export { EngineConnection, LOOPBACK, Patience } from "./connect_engine.ts";
export type { DoorCaller, DoorHandler, DoorPlaces, DoorService } from "./door_handler.ts";
export { receiveLines, sendLine } from "./line_stream.ts";
export { findEngines, isAlike, SETTING_VARIABLES, type WarmEngine } from "./warm_engine.ts";
