/**
 * Tasks as trackers hold them.
 *
 * @module
 */

export { findJsonFault, type JsonFault } from "./find_json_fault.ts";
export { findManifests, type FindManifestsOptions } from "./find_manifests.ts";
export type { Issue, WorkManifest } from "./issue.ts";
export { issueQuery } from "./issue_query.ts";
export {
  type IssueReading,
  type IssueRecord,
  readIssueId,
  readIssueRecord,
} from "./read_issue_record.ts";
export { readManifest } from "./read_manifest.ts";
export { readMarkdownIssue } from "./read_markdown_issue.ts";
export { readPlainYaml } from "./read_plain_yaml.ts";
export { splitFrontMatter, type SplitText } from "./split_front_matter.ts";
