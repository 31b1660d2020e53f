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
} from "./render_record.ts";
export { renderMetrics, renderTimelineTable } from "./render_session.ts";
export { renderFindings, renderIndexStatus, renderSettingsTable } from "./render_health.ts";
