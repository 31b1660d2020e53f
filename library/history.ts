/**
 * History of a conversation: its kept and cut items, and its summaries.
 *
 * @module
 */

export * from "@dossier/hosts/core/conversation";
export type { TranscriptCheck, TranscriptSource } from "@dossier/retrieval/messages";
