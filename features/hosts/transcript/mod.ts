/**
 * Reads the transcripts of hosts from files that may be long, damaged or in the process of being
 * written.
 *
 * @module
 */

export {
  type HostTranscript,
  type HostTranscriptOptions,
  readHostTranscript,
} from "./read_host_transcript.ts";
export { type ConversationTranscript, readConversation } from "./read_conversation.ts";
export { readSessionTranscript } from "./read_session_transcript.ts";
export { toMeasuresReport } from "./measures_report.ts";
