/**
 * How a process finds one that has the index of a tree open, and asks it. It is light: who asks does so to load little.
 * The other side is `open_door.ts`.
 *
 * @module
 */

export { EngineConnection, LOOPBACK } from "./connect_engine.ts";
export {
  CALLER_NEEDED,
  type DoorCaller,
  type DoorHandler,
  type DoorPlaces,
  type DoorService,
} from "./door_handler.ts";
export { receiveLines, sendLine } from "./line_stream.ts";
export {
  type Announced,
  announceEngine,
  findEngines,
  isAlike,
  SETTING_VARIABLES,
  type WarmEngine,
  withdrawEngine,
} from "./warm_engine.ts";
