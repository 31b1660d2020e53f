import type { TokenEstimator } from "@dossier/core/text";
import { parseJsonObject } from "@dossier/core/json";
import { type HistoryItem, toMessageItem } from "../core/conversation/mod.ts";
import { toHistoryItems, type TranscriptEvent, TranscriptReader } from "../core/transcript/mod.ts";
import {
  readTranscript,
  type TranscriptCheck,
  type TranscriptSource,
} from "@dossier/retrieval/messages";
import { readLines } from "@dossier/retrieval/machine";
import { MAX_LINE_BYTES, openTranscript, readEvents } from "./read_events.ts";

/** The conversation in a transcript. */
export interface ConversationTranscript {
  /** Oldest first. */
  readonly items: readonly HistoryItem[];
  /** Name of the host; absent for lines of messages. */
  readonly host?: string;
  /** Absolute path of the session's folder, when the host has stated it. */
  readonly folder?: string;
  /** Sentences about lines that were not read. */
  readonly notes: readonly string[];
}

/** The tokens of a conversation's events are not needed. */
const UNCOUNTED: TokenEstimator = { name: "chars4", count: () => 0 };

/**
 * Reads a transcript as a conversation: one of Claude Code or Codex, or lines of messages as for a
 * continued prompt.
 *
 * @throws {RetrievalError | PolicyError} `invalid-transcript` when it cannot be read;
 * `tampered-item` when a checkpoint of its messages does not match.
 *
 * @example
 * ```ts
 * import { readConversation } from "@dossier/hosts/transcript";
 * import assert from "node:assert/strict";
 *
 * const path = Deno.makeTempFileSync();
 * Deno.writeTextFileSync(path, JSON.stringify({ role: "user", content: "Fix it" }));
 * const { items } = await readConversation(path);
 * assert.equal(items[0]?.kind, "message");
 * ```
 */
export async function readConversation(
  source: TranscriptSource,
  { check }: { readonly check?: TranscriptCheck } = {},
): Promise<ConversationTranscript> {
  if (await isMessageTranscript(source)) {
    const { messages, notes } = await readTranscript(source, check === undefined ? {} : { check });
    return { items: messages.map(({ role, content }) => toMessageItem(role, content)), notes };
  }
  const events: TranscriptEvent[] = [];
  const reader = new TranscriptReader({ estimator: UNCOUNTED });
  const read = await readEvents(toStream(source), reader, (event) => events.push(event));
  const folder = reader.root === undefined ? {} : { folder: reader.root };
  return { items: toHistoryItems(events), ...read, ...folder };
}

/**
 * Returns true for lines of messages, by the first valid line; also for a transcript without one.
 */
async function isMessageTranscript(source: TranscriptSource): Promise<boolean> {
  const opened = toStream(source);
  const stream = typeof opened === "string" ? await openTranscript(opened) : opened;
  for await (const { text } of readLines(stream, MAX_LINE_BYTES)) {
    const line = parseJsonObject(text ?? "");
    // The first line of a file that keeps only its last lines may be cut.
    if (line === undefined) continue;
    return "event_type" in line || ("role" in line && !("type" in line));
  }
  return true;
}

function toStream(source: TranscriptSource): string | ReadableStream<Uint8Array> {
  return typeof source === "string" ? source : new Blob([source.text]).stream();
}
