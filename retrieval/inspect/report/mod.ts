/**
 * Describes records, sessions, findings and the state of an index as reports: each once, for terminal and page.
 *
 * @module
 */

export {
  describeLog,
  describeRecord,
  renderNotes,
  renderOmissions,
  renderPassage,
  renderPlan,
  SCORE_DIGITS,
} from "./describe_record.ts";
export { describeTimeline, renderMetrics } from "./describe_session.ts";
export { describeSettings, renderFindings, renderIndexStatus } from "./describe_health.ts";
