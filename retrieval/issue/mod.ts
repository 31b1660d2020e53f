/**
 * Reads issues that a user names: from files, trackers in git and standard input.
 *
 * @module
 */

export {
  type IssueOptions,
  type ReadIssue,
  readIssue,
  type ReadIssueOptions,
} from "./read_issue.ts";
export { isTrackerPath, listTrackerPaths, TRACKER_FOLDERS } from "./issue_spec.ts";
