/**
 * Renders records, sessions, findings and the status of an index as reports, for the terminal and
 * for pages.
 *
 * @module
 */

export {
  renderLogTable,
  renderNotes,
  renderOmissions,
  renderPassage,
  renderPlan,
  renderRecordReport,
  SCORE_DIGITS,
} from "./describe_record.ts";
export { renderMetrics, renderTimelineTable } from "./describe_session.ts";
export { renderFindings, renderIndexStatus, renderSettingsTable } from "./describe_health.ts";
