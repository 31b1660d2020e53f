/**
 * The socket that requests come from.
 *
 * @module
 */

export { listen, ListenError, type ListenOptions } from "./listen.ts";
