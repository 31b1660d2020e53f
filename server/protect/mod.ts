/**
 * Runs before all routes: checks access, limits the load, and logs each request.
 *
 * @module
 */

export { isLoopback, requiresToken } from "./check_host.ts";
export { limitAccess } from "./limit_access.ts";
export type { GuardOptions } from "./check_host.ts";
export { InFlight } from "./in_flight.ts";
export type { LoadOptions } from "./limit_load.ts";
export { protect, type ProtectOptions } from "./protect.ts";
