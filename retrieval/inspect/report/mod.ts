/**
 * Renders records, sessions, findings and the status of an index as reports, for the terminal and
 * for pages.
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
