/**
 * Reads issues from the records of trackers and from texts of people.
 *
 * @module
 */

export { findJsonFault, type JsonFault } from "./find_json_fault.ts";
export { findManifests, type FindManifestsOptions } from "./find_manifests.ts";
export {
  type IssueReading,
  type IssueRecord,
  readIssueId,
  readIssueRecord,
} from "./read_issue_record.ts";
export { readManifest } from "./read_manifest.ts";
export { readMarkdownIssue } from "./read_markdown_issue.ts";
