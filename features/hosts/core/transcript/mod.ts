/**
 * The events of a session, from the transcripts of hosts.
 *
 * `transcript_reader.ts` reads the lines of a transcript as events in the same form for each host,
 * `host_tools.ts` finds the files of a call, and `given_context.ts` finds context of dossier.
 * `measure_transcript.ts` measures the events, `to_history.ts` makes a conversation or a timeline
 * of them, and `to_session_event.ts` removes what only hosts need.
 *
 * @module
 */

export type { FileDilution, FileTokens, NeedlessReads } from "./file_figures.ts";
export { type TranscriptMeasures, TranscriptMeter } from "./measure_transcript.ts";
export { toTimelineEntry } from "./to_history.ts";
export { toHistoryItems } from "./to_history.ts";
export { toSessionEvent } from "./to_session_event.ts";
export type * from "./transcript_event.ts";
export type { AnswerUsage } from "../hosts/mod.ts";
export {
  TranscriptReader,
  type TranscriptReaderOptions,
  type UnreadLines,
} from "./transcript_reader.ts";
