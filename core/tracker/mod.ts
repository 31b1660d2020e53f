/**
 * Issues from the records of trackers and from texts of people.
 *
 * @module
 */

export { findJsonFault, type JsonFault } from "./find_json_fault.ts";
export { findManifests, type FindManifestsOptions } from "./find_manifests.ts";
export {
  type IssueRecord,
  type ParsedIssue,
  parseIssueId,
  parseIssueRecord,
} from "./parse_issue_record.ts";
export { parseWorkManifest } from "./parse_work_manifest.ts";
export { parseMarkdownIssue } from "./parse_markdown_issue.ts";
