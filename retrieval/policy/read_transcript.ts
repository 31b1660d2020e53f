import { isJsonObject, PolicyError, type PromptMessage } from "@dossier/core/policy";
import { contentHash, readPlainFileAsync } from "../machine/mod.ts";

/** A transcript is no longer, in bytes. */
const MAX_TRANSCRIPT_BYTES = 256 * 1024 * 1024;

/** Whether lines behind the last checkpoint may be there, as when a program was stopped. */
export type TranscriptCheck = "strict" | "lenient";

/** Rye's names of events that are messages, and who says them. */
const SPOKEN: Readonly<Record<string, string>> = {
  "cognition_in": "user",
  "cognition_out": "assistant",
  "tool_call_result": "tool",
};

const NEWLINE = 10;

/**
 * Returns the messages of a transcript: lines of JSON, each a message with `role` and `content`, an event of Rye, or
 * a checkpoint `{"event_type": "checkpoint", "payload": {"byte_offset": N, "hash": SHA-256}}` of the bytes
 * above.
 *
 * @param path Absolute path of a file that the user names.
 * @throws {PolicyError} `invalid-transcript` when it can not be read; `tampered-item` when a checkpoint does not match,
 * or lines stand behind the last one that are not checked.
 */
export async function readTranscript(
  path: string,
  { check = "strict" }: { readonly check?: TranscriptCheck } = {},
): Promise<{ readonly messages: readonly PromptMessage[]; readonly notes: readonly string[] }> {
  const read = await readPlainFileAsync(path, { maxBytes: MAX_TRANSCRIPT_BYTES });
  if (read.kind === "refused") throw invalid(path, read.message);
  const { bytes } = read;
  const messages: PromptMessage[] = [];
  let checked = 0;
  let isSigned = false;
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const value = parseLine(bytes.subarray(start, end), { path, line });
    const checkpoint = toCheckpoint(value);
    if (checkpoint !== undefined) {
      await matchCheckpoint(checkpoint, bytes.subarray(0, start), { path, line });
      isSigned = true;
      checked = end;
    } else messages.push(...toMessage(value));
    start = end;
  }
  if (isSigned && checked < bytes.length && check === "strict") {
    throw new PolicyError(
      "tampered-item",
      `Cannot resume "${path}" as lines stand behind its last checkpoint: take them out, or allow them`,
    );
  }
  const notes = isSigned
    ? []
    : [`The transcript "${path}" has no checkpoint, so that nothing vouches for it`];
  return { messages, notes };
}

function parseLine(
  bytes: Uint8Array,
  { path, line }: { readonly path: string; readonly line: number },
): unknown {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(path, `line ${line} is no JSON: write one message or event a line`);
  }
}

interface Checkpoint {
  readonly offset: unknown;
  readonly hash: unknown;
}

function toCheckpoint(value: unknown): Checkpoint | undefined {
  if (!isJsonObject(value) || value.event_type !== "checkpoint") return undefined;
  const payload = isJsonObject(value.payload) ? value.payload : {};
  return { offset: payload.byte_offset, hash: payload.hash };
}

async function matchCheckpoint(
  { offset, hash }: Checkpoint,
  above: Uint8Array<ArrayBuffer>,
  { path, line }: { readonly path: string; readonly line: number },
): Promise<void> {
  if (offset === above.length && hash === await contentHash(above)) return;
  throw new PolicyError(
    "tampered-item",
    `Cannot resume "${path}" as it was changed above the checkpoint in line ${line}`,
  );
}

function toMessage(value: unknown): readonly PromptMessage[] {
  if (!isJsonObject(value)) return [];
  const { role, content, event_type: event, payload } = value;
  if (typeof role === "string" && typeof content === "string") return [{ role, content }];
  const speaker = typeof event === "string" && Object.hasOwn(SPOKEN, event)
    ? SPOKEN[event]
    : undefined;
  if (speaker === undefined || !isJsonObject(payload)) return [];
  const spoken = [payload.error, payload.text, payload.content, payload.output]
    .find((text) => typeof text === "string" && text !== "");
  if (typeof spoken !== "string") return [];
  return [{ role: typeof payload.role === "string" ? payload.role : speaker, content: spoken }];
}

function invalid(path: string, reason: string): PolicyError {
  return new PolicyError("invalid-transcript", `Cannot resume "${path}" as ${reason}`);
}
