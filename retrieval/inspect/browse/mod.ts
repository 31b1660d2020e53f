/**
 * Lists documents of the index and excluded files, for people.
 *
 * @module
 */

export type { IndexedDocument } from "./describe_document.ts";
export { TreeBrowser, type TreeHealth } from "./tree_browser.ts";
export type { DocumentListing, ListDocumentsOptions } from "./list_documents.ts";
export type {
  LeftOutGroup,
  LeftOutListing,
  LeftOutReason,
  ListLeftOutOptions,
} from "./list_left_out.ts";
