/**
 * Design documents of a task: found, weighed, and as fresh as the code that they name.
 *
 * @module
 */
export { documentsSource } from "./documents_source.ts";
