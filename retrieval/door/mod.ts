/**
 * Connection of a process to another one that has the index of a tree open. Light to load, as its
 * users want to load little. The other side is in `open/`.
 *
 * @module
 */

export { EngineConnection, EngineDeadline, LOOPBACK } from "./connect_engine.ts";
export type { DoorCaller, DoorEnvironment, DoorHandler, DoorService } from "./door_handler.ts";
export { receiveLines, sendLine } from "./line_stream.ts";
export {
  findEngines,
  isInterchangeable,
  SETTING_VARIABLES,
  type WarmEngine,
} from "./warm_engine.ts";
