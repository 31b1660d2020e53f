/**
 * The history of a conversation: what is kept of it, what is cut, and when it is summarised.
 *
 * @module
 */

export * from "@dossier/hosts/core/conversation";
export type { TranscriptCheck, TranscriptSource } from "@dossier/retrieval/messages";
