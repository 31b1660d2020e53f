/**
 * Design documents of a task: found, weighed, and as fresh as the code that they name.
 *
 * @module
 */

export { findBySlug } from "./find_by_slug.ts";
export { gatherDocuments } from "./gather_documents.ts";
export { findTaskDocuments, weighDocuments } from "./weigh_documents.ts";
