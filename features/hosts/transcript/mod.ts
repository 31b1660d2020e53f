/**
 * Reads the transcripts of hosts from files that may be long, damaged or being written, and puts what is recorded of
 * a session into lines of time.
 *
 * @module
 */

export {
  type HostTranscript,
  type HostTranscriptOptions,
  readHostTranscript,
} from "./read_host_transcript.ts";
export { type ConversationTranscript, readConversation } from "./read_conversation.ts";
export { listRecorded } from "./session_timeline.ts";
