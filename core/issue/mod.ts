/**
 * Tasks as trackers hold them.
 *
 * @module
 */

export type { Issue, WorkManifest } from "./issue.ts";
export { issueText } from "./issue_text.ts";
export type { Retry } from "./retry.ts";
export { retryEvidence } from "./retry_evidence.ts";
