/**
 * Modules that are cheap to load, for processes that only forward a request to another process:
 * each module costs them time.
 *
 * @module
 */

export { textHash } from "../file_content.ts";
export { fileIdentity, listNames, lstatOrUndefined, realPathOrUndefined } from "../file_info.ts";
export { dirname } from "../paths.ts";
export { VERSION } from "../program.ts";
