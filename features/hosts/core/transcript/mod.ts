/**
 * What happened in a session, as the transcripts of hosts tell it.
 *
 * `transcript_reader.ts` reads the lines of a transcript as events: each host says the same in the same words,
 * `host_tools.ts` which files a call is about, and `given_context.ts` finds what dossier gave. `measure_transcript.ts`
 * says what the events come to, `to_history.ts` makes a conversation or lines of time of them, and `to_session_event.ts`
 * tells them without anything that only hosts know.
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
