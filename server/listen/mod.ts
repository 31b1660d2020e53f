/**
 * The socket that accepts requests.
 *
 * @module
 */

export { listen, ListenError, type ListenOptions } from "./listen.ts";
