/**
 * From what trackers write, and what people write into them, to an issue.
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
export { type PlainYaml, readPlainYaml } from "./read_plain_yaml.ts";
export { splitFrontMatter, type SplitText } from "./split_front_matter.ts";
