/**
 * The routes under `/v1` and the document that describes them.
 *
 * @module
 */

export { renderDocument } from "./document.ts";
export { ROUTES } from "./routes.ts";
