/**
 * The requests: their types and the schemas that validate them.
 *
 * @module
 */

export * from "./bundle_requests.ts";
export * from "./fields.ts";
export * from "./policy_requests.ts";
export * from "./view_requests.ts";
