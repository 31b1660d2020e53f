import { TOKEN_ESTIMATORS } from "@dossier/core/text";
import { type HistoryItem, toMessageItem } from "@dossier/core/conversation";
import { isJsonObject } from "@dossier/core/policy";
import {
  toHistoryItems,
  type TranscriptEvent,
  type TranscriptHost,
} from "@dossier/core/transcript";
import { readTranscript, type TranscriptCheck } from "../policy/mod.ts";
import { openTranscript, readHostTranscript } from "./read_host_transcript.ts";
import { readLines } from "./read_lines.ts";

/** The conversation that a transcript tells. */
export interface ConversationTranscript {
  /** Oldest first. */
  readonly items: readonly HistoryItem[];
  /** Whose transcript it is; absent for lines of messages. */
  readonly host?: TranscriptHost;
  /** Absolute path of the session's folder, where the host has said it. */
  readonly folder?: string;
  /** What was not read, in sentences. */
  readonly notes: readonly string[];
}

/** Bytes of a line that are looked at to tell what a transcript is. */
const MAX_FIRST_LINE_BYTES = 32 * 1024 * 1024;

/**
 * Reads a transcript as a conversation: one of Claude Code or Codex, or lines of messages as a prompt that goes on is
 * made of.
 *
 * @param path Absolute.
 * @throws {RetrievalError | PolicyError} `invalid-transcript` when it can not be read; `tampered-item` when a
 * checkpoint of its messages does not match.
 *
 * @example
 * ```ts
 * import { readConversation } from "@dossier/retrieval/transcript";
 * import assert from "node:assert/strict";
 *
 * const path = Deno.makeTempFileSync();
 * Deno.writeTextFileSync(path, JSON.stringify({ role: "user", content: "Mend it" }));
 * const { items } = await readConversation(path);
 * assert.equal(items[0]?.kind, "message");
 * ```
 */
export async function readConversation(
  path: string,
  { check }: { readonly check?: TranscriptCheck } = {},
): Promise<ConversationTranscript> {
  if (await holdsMessages(path)) {
    const { messages, notes } = await readTranscript(path, check === undefined ? {} : { check });
    return { items: messages.map(({ role, content }) => toMessageItem(role, content)), notes };
  }
  const events: TranscriptEvent[] = [];
  const { host, root, notes } = await readHostTranscript(path, {
    estimator: TOKEN_ESTIMATORS.chars4,
    onEvent: (event) => events.push(event),
  });
  const folder = root === undefined ? {} : { folder: root };
  return { items: toHistoryItems(events), host, ...folder, notes };
}

/** Returns whether a transcript is lines of messages, by its first one; also one that has none. */
async function holdsMessages(path: string): Promise<boolean> {
  for await (const { text } of readLines(await openTranscript(path), MAX_FIRST_LINE_BYTES)) {
    if (text === undefined || text.trim() === "") continue;
    const line = parse(text);
    if (!isJsonObject(line)) return true;
    return "event_type" in line || ("role" in line && !("type" in line));
  }
  return true;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
