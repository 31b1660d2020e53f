/**
 * Reader of messages between an agent and its model, from lines of JSON.
 *
 * @module
 */

export { readTranscript, type TranscriptCheck, type TranscriptSource } from "./read_transcript.ts";
