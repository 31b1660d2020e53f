/**
 * Tasks of trackers.
 *
 * @module
 */

export { type Issue, issueText, type WorkManifest } from "./issue.ts";
export { type Retry, retryEvidence } from "./retry.ts";
