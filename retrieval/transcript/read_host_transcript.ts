import type { TokenEstimator } from "@dossier/core";
import {
  type TimelineEntry,
  toTimelineEntry,
  type TranscriptEvent,
  type TranscriptHost,
  type TranscriptMeasures,
  TranscriptMeter,
  TranscriptReader,
} from "@dossier/core/transcript";
import { REFUSALS, RetrievalError } from "../machine/mod.ts";
import { readLines } from "./read_lines.ts";

/** What a transcript is read with. */
export interface HostTranscriptOptions {
  /** Counts the tokens of texts. */
  readonly estimator: TokenEstimator;
  /** Absolute path that paths are relative to, when the session's folder lies in it. @default that folder */
  readonly root?: string | undefined;
  /** Is told of each event, oldest first: more than is kept of them. */
  readonly onEvent?: ((event: TranscriptEvent) => void) | undefined;
}

/** What a host wrote of a session. */
export interface HostTranscript {
  /** Who wrote it. */
  readonly host: TranscriptHost;
  /** The host's id of it. */
  readonly session?: string;
  /** Absolute path that the paths of files are relative to. */
  readonly root?: string;
  /** Oldest first; the last {@link MAX_ENTRIES} of them. */
  readonly entries: readonly TimelineEntry[];
  /** Of all of it. */
  readonly measures: TranscriptMeasures;
  /** What the agent wrote, with the inputs of its calls, up to {@link MAX_AGENT_TEXT} characters. */
  readonly agentText: string;
  /** What was not read, in sentences. */
  readonly notes: readonly string[];
}

/** A line may hold a picture, or a file before and after an edit: more than this is passed over. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** Entries that are kept of a timeline: more than a hundred sessions of a day have. */
const MAX_ENTRIES = 20_000;

/** Characters of the agent's text that are kept, for whoever looks for names in it. */
const MAX_AGENT_TEXT = 8 * 1024 * 1024;

/**
 * Reads the transcript of Claude Code or Codex as it is, line by line, however long it is. It may be being written.
 *
 * @param source Absolute path of a file, or its bytes.
 * @throws {RetrievalError} `invalid-transcript` when there is no such file, or none of its lines says what is known.
 *
 * @example
 * ```ts
 * import { openEstimator } from "../delivery/mod.ts";
 * import { readHostTranscript } from "./read_host_transcript.ts";
 * import assert from "node:assert/strict";
 *
 * const file = Deno.makeTempFileSync();
 * const line = { type: "user", sessionId: "s", cwd: "/r", message: { content: "Fix it" } };
 * Deno.writeTextFileSync(file, JSON.stringify(line));
 * const { host, measures } = await readHostTranscript(file, { estimator: await openEstimator("piece") });
 * assert.deepEqual([host, measures.prompts], ["claude-code", 1]);
 * ```
 */
export async function readHostTranscript(
  source: string | ReadableStream<Uint8Array>,
  { estimator, root, onEvent }: HostTranscriptOptions,
): Promise<HostTranscript> {
  const reader = new TranscriptReader({ estimator, root });
  const meter = new TranscriptMeter(() => reader.root);
  let entries: TimelineEntry[] = [];
  const agentText: string[] = [];
  const counts = { lines: 0, invalid: 0, long: 0, binary: 0, dropped: 0, textLength: 0 };
  const stream = typeof source === "string" ? await openTranscript(source) : source;
  for await (const { text, isValid } of readLines(stream, MAX_LINE_BYTES)) {
    counts.lines++;
    if (!isValid) counts.invalid++;
    if (text === undefined) {
      counts.long++;
      reader.skip();
      continue;
    }
    if (text.includes("\0")) counts.binary++;
    for (const event of reader.read(text)) {
      meter.add(event);
      onEvent?.(event);
      const entry = toTimelineEntry(event);
      if (entry !== undefined) entries.push(entry);
      const isAgents = ["assistant", "thinking", "call"].includes(event.kind);
      if (isAgents && counts.textLength < MAX_AGENT_TEXT) agentText.push(event.text);
      if (isAgents) counts.textLength += event.text.length;
    }
    if (entries.length < 2 * MAX_ENTRIES) continue;
    counts.dropped += entries.length - MAX_ENTRIES;
    entries = entries.slice(-MAX_ENTRIES);
  }
  const { host, session } = reader;
  if (host === undefined) throw refuse(source, tellStrange(counts));
  counts.dropped += Math.max(0, entries.length - MAX_ENTRIES);
  return {
    host,
    ...(session !== undefined && { session }),
    ...(reader.root !== undefined && { root: reader.root }),
    entries: entries.slice(-MAX_ENTRIES),
    measures: meter.measure(),
    agentText: agentText.join("\n"),
    notes: listNotes(reader, counts),
  };
}

/**
 * Opens a transcript as a stream.
 *
 * @throws {RetrievalError} `invalid-transcript` when there is no such file.
 */
export async function openTranscript(path: string): Promise<ReadableStream<Uint8Array>> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    // A pipe might never end, and is no transcript that a host keeps.
    if (!isFile) throw refuse(path, isDirectory ? REFUSALS.folder : REFUSALS.special);
    return (await Deno.open(path)).readable;
  } catch (cause) {
    if (cause instanceof RetrievalError) throw cause;
    const isMissing = cause instanceof Deno.errors.NotFound ||
      cause instanceof Deno.errors.NotADirectory;
    throw refuse(path, isMissing ? REFUSALS.missing : REFUSALS.unreadable, cause);
  }
}

type Counts = Readonly<Record<"lines" | "invalid" | "long" | "binary" | "dropped", number>>;

function tellStrange({ lines, binary }: Counts): string {
  if (lines === 0) return "it is empty: name the file that the host writes";
  return binary > 0
    ? "it is binary: name the file that the host writes, which ends in .jsonl"
    : "no line of it is one that Claude Code or Codex writes: name a file of theirs that ends in .jsonl";
}

function refuse(
  source: string | ReadableStream<Uint8Array>,
  reason: string,
  cause?: unknown,
): RetrievalError {
  const name = typeof source === "string" ? ` "${source}"` : "";
  return new RetrievalError(
    "invalid-transcript",
    `Cannot read the transcript${name} as ${reason}`,
    { cause },
  );
}

function listNotes(reader: TranscriptReader, counts: Counts): readonly string[] {
  const { damaged, isEndCut, unknown } = reader.unread;
  const { long, invalid, dropped } = counts;
  const inside = damaged - long - (isEndCut ? 1 : 0);
  const types = Object.entries(unknown).map(([type, count]) => `${type} ${count}`);
  return [
    ...(isEndCut ? ["The last line is cut short: the transcript may be being written"] : []),
    ...(inside > 0 ? [`${tellLines(inside)} no object of JSON and left out`] : []),
    ...(long > 0 ? [`${tellLines(long)} longer than 32 MiB and left out`] : []),
    ...(invalid > 0 ? [`${tellLines(invalid)} not all UTF-8`] : []),
    ...(types.length > 0 ? [`Lines of unknown types are left out: ${types.join(", ")}`] : []),
    ...(reader.openCalls > 0 ? [`Calls without an output: ${reader.openCalls}`] : []),
    ...(dropped > 0 ? [`${dropped} earlier entries are measured, and left out of the list`] : []),
  ];
}

function tellLines(count: number): string {
  return count === 1 ? "1 line is" : `${count} lines are`;
}
