/**
 * Reads the body, the parameters, the form and the accepted types of a request.
 *
 * @module
 */

export * from "./negotiate.ts";
export * from "./read_request.ts";
export * from "./request_env.ts";
export * from "./root_access.ts";
