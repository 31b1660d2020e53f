/**
 * Describes records, sessions, findings and the state of an index as reports: each once, for terminal and page.
 *
 * @module
 */

export {
  describeLog,
  describeNotes,
  describeOmissions,
  describePassage,
  describePlan,
  describeRecord,
  SCORE_DIGITS,
} from "./describe_record.ts";
export { describeMetrics, describeTimeline } from "./describe_session.ts";
export { describeFindings, describeSettings, describeStatus } from "./describe_health.ts";
