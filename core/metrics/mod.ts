/**
 * Measures how well a finished session was served. `measure_session.ts` combines the other figures.
 *
 * @module
 */

export { findMentioned, mentionKey, mentionKeys } from "./find_mentioned.ts";
export {
  type AnsweredRequest,
  type InjectedFragment,
  type InjectionEvidence,
  measureSession,
  type RequestMetrics,
  type SessionEvidence,
  type SessionMetrics,
} from "./measure_session.ts";
export type * from "./session_event.ts";
export type { Dilution, FileComparison, TimeSummary } from "./session_figures.ts";
export { mergeTimelines, type TimelineEntry, toTimelineText } from "./timeline.ts";
