import type { PromptMessage } from "@dossier/core/prompt";
import { isJsonObject, isNestedDeeply, type JsonObject } from "@dossier/core/text";
import { contentHash, readPlainFileAsync, RetrievalError } from "../machine/mod.ts";

/** Maximum size of a transcript, in bytes. */
const MAX_TRANSCRIPT_BYTES = 256 * 1024 * 1024;

/**
 * Handling of lines after the last checkpoint: "lenient" allows them, as when a program was
 * stopped.
 */
export type TranscriptCheck = "strict" | "lenient";

/** Roles of the events of Rye that are messages, by the name of the event. */
const EVENT_ROLES: Readonly<Record<string, string>> = {
  "cognition_in": "user",
  "cognition_out": "assistant",
  "tool_call_result": "tool",
};

const NEWLINE = 10;

/** Absolute path of a transcript that the user names, or its text. */
export type TranscriptSource = string | { readonly text: string };

/**
 * Returns the messages of a transcript in lines of JSON. A line is a message with `role` and
 * `content`, an event of Rye, or a checkpoint `{"event_type": "checkpoint", "payload":
 * {"byte_offset": N, "hash": SHA-256}}` of the bytes above it.
 *
 * @throws {RetrievalError} `invalid-transcript` when it cannot be read; `tampered-item` when a
 * checkpoint does not match, or there are unchecked lines after the last one.
 */
export async function readTranscript(
  source: TranscriptSource,
  { check = "strict" }: { readonly check?: TranscriptCheck } = {},
): Promise<{ readonly messages: readonly PromptMessage[]; readonly notes: readonly string[] }> {
  const name = typeof source === "string" ? `transcript "${source}"` : "transcript";
  const bytes = await readBytes(source, name);
  const messages: PromptMessage[] = [];
  const notes: string[] = [];
  let last: Checkpoint | undefined;
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const value = parseLine(bytes.subarray(start, end));
    if (value === NO_JSON) {
      // A program that is stopped may leave an incomplete last line.
      const isCutOff = newline < 0 && check === "lenient";
      if (!isCutOff) {
        throw invalid(name, `line ${line} is not valid JSON: write one message or event per line`);
      }
      notes.push(`The last line of the ${name} is not valid JSON: it is ignored`);
    } else if (isCheckpoint(value)) last = { ...value, line, start, end };
    else messages.push(...toMessage(value));
    start = end;
  }
  if (last === undefined) {
    notes.push(`The ${name} has no checkpoint, so its content is not verified`);
  } else {
    await verifyCheckpoint(last, bytes, name);
    if (last.end < bytes.length && check === "strict") {
      throw new RetrievalError(
        "tampered-item",
        `Cannot read the ${name} as it has lines after its last checkpoint: remove or allow them`,
      );
    }
  }
  if (messages.length === 0) notes.push(`The ${name} contains no message`);
  return { messages, notes };
}

async function readBytes(source: TranscriptSource, name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof source !== "string") return new TextEncoder().encode(source.text);
  const read = await readPlainFileAsync(source, { maxBytes: MAX_TRANSCRIPT_BYTES });
  if (read.kind === "refused") throw invalid(name, read.message);
  return read.bytes;
}

/** Value of a line that is not JSON, as null and undefined are valid values. */
const NO_JSON = Symbol("no JSON");

function parseLine(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === "") return undefined;
  if (isNestedDeeply(text)) return NO_JSON;
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}

/** Checkpoint event, which covers all bytes above it, with its location. */
interface Checkpoint {
  readonly payload?: unknown;
  /** Line number, 1-based. */
  readonly line: number;
  /** Offsets of its line, in bytes. */
  readonly start: number;
  readonly end: number;
}

function isCheckpoint(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.event_type === "checkpoint";
}

/**
 * Checks that a checkpoint matches. Earlier checkpoints are not checked, as the last one covers
 * them.
 *
 * @throws {RetrievalError} `tampered-item`
 */
async function verifyCheckpoint(
  { payload, line, start }: Checkpoint,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<void> {
  const { byte_offset: offset, hash } = isJsonObject(payload) ? payload : {};
  if (offset === start && hash === await contentHash(bytes.subarray(0, start))) return;
  throw new RetrievalError(
    "tampered-item",
    `Cannot read the ${name} as it was changed before the checkpoint in line ${line}`,
  );
}

function toMessage(value: unknown): readonly PromptMessage[] {
  if (!isJsonObject(value)) return [];
  const { role, content, event_type: event, payload } = value;
  if (typeof role === "string") return toMessages(role, [content]);
  const eventRole = typeof event === "string" && Object.hasOwn(EVENT_ROLES, event)
    ? EVENT_ROLES[event]
    : undefined;
  if (eventRole === undefined || !isJsonObject(payload)) return [];
  const { error, text, content: payloadContent, output } = payload;
  return toMessages(typeof payload.role === "string" ? payload.role : eventRole, [
    error,
    text,
    payloadContent,
    output,
  ]);
}

/** Returns the first non-empty content as a message, as providers reject empty ones. */
function toMessages(role: string, contents: readonly unknown[]): readonly PromptMessage[] {
  const content = contents.map(contentText).find((text) => text.trim() !== "");
  return content === undefined ? [] : [{ role, content }];
}

/** Returns a content as text: the content itself, or the texts of its parts. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => isJsonObject(part) && typeof part.text === "string" ? part.text : "")
    .filter((text) => text !== "").join("\n");
}

function invalid(name: string, reason: string): RetrievalError {
  return new RetrievalError("invalid-transcript", `Cannot read the ${name} as ${reason}`);
}
