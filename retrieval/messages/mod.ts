/**
 * Reads the messages that an agent and its model have exchanged, from lines of JSON.
 *
 * @module
 */

export { readTranscript, type TranscriptCheck, type TranscriptSource } from "./read_transcript.ts";
