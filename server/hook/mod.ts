/**
 * The edge for hooks of hosts: a hook asks it rather than open the index by itself.
 *
 * @module
 */

export { type HookDoorOptions, openHookDoor } from "./hook_door.ts";
export { HostSessions } from "./host_sessions.ts";
export { openWarmService, type WarmServiceOptions } from "./warm_service.ts";
