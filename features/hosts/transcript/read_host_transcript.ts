import type { TokenEstimator } from "@dossier/core";
import {
  toTimelineEntry,
  type TranscriptMeasures,
  TranscriptMeter,
  TranscriptReader,
} from "../core/transcript/mod.ts";
import type { TimelineEntry } from "@dossier/core/metrics";
import { readEvents } from "./read_events.ts";

/** Options of {@link readHostTranscript}. */
export interface HostTranscriptOptions {
  /** Counts the tokens of texts. */
  readonly estimator: TokenEstimator;
  /**
   * Absolute path that paths are relative to, when the session's folder lies in it. @default that
   * folder
   */
  readonly root?: string | undefined;
}

/** A host's transcript of a session. */
export interface HostTranscript {
  /** Name of the host. */
  readonly host: string;
  /** The host's id of the session. */
  readonly session?: string;
  /** Absolute path that the paths of files are relative to. */
  readonly root?: string;
  /** Oldest first; the last {@link MAX_ENTRIES} of them. */
  readonly entries: readonly TimelineEntry[];
  /** Measures of the whole transcript. */
  readonly measures: TranscriptMeasures;
  /**
   * Texts of the agent, with the arguments of its calls, up to {@link MAX_AGENT_TEXT} characters.
   */
  readonly agentText: string;
  /** Sentences about lines that were not read. */
  readonly notes: readonly string[];
}

/** Maximum number of entries of a timeline: more than a hundred sessions of a day have. */
const MAX_ENTRIES = 20_000;

/** Maximum number of characters of the agent's text, for searches for names. */
const MAX_AGENT_TEXT = 8 * 1024 * 1024;

/**
 * Reads the transcript of Claude Code or Codex line by line, of any length. It may be in the
 * process of being written.
 *
 * @param source Absolute path of a file, or its bytes.
 * @throws {RetrievalError} `invalid-transcript` when the file is missing, or has no known line.
 *
 * @example
 * ```ts
 * import { openEstimator } from "@dossier/retrieval/pack";
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
  { estimator, root }: HostTranscriptOptions,
): Promise<HostTranscript> {
  const reader = new TranscriptReader({ estimator, root });
  const meter = new TranscriptMeter(() => reader.root);
  let entries: TimelineEntry[] = [];
  let dropped = 0;
  const agentText: string[] = [];
  let textLength = 0;
  const { host, notes } = await readEvents(source, reader, (event) => {
    meter.add(event);
    const entry = toTimelineEntry(event);
    if (entry !== undefined) entries.push(entry);
    const isAgents = ["assistant", "thinking", "call"].includes(event.kind);
    if (isAgents && textLength < MAX_AGENT_TEXT) agentText.push(event.text);
    if (isAgents) textLength += event.text.length;
    if (entries.length < 2 * MAX_ENTRIES) return;
    dropped += entries.length - MAX_ENTRIES;
    entries = entries.slice(-MAX_ENTRIES);
  });
  const { session } = reader;
  dropped += Math.max(0, entries.length - MAX_ENTRIES);
  return {
    host,
    ...(session !== undefined && { session }),
    ...(reader.root !== undefined && { root: reader.root }),
    entries: entries.slice(-MAX_ENTRIES),
    measures: meter.measure(),
    agentText: agentText.join("\n"),
    notes: [
      ...notes,
      ...(dropped > 0
        ? [`${dropped} earlier entries are measured, and omitted from the list`]
        : []),
      ...await listSubagentNotes(source),
    ],
  };
}

const EXTENSION_REGEXP = /\.jsonl$/;

/**
 * Returns a sentence about Claude Code's transcripts of the session's subagents, if there are any.
 */
async function listSubagentNotes(
  source: string | ReadableStream<Uint8Array>,
): Promise<readonly string[]> {
  if (typeof source !== "string") return [];
  const folder = `${source.replace(EXTENSION_REGEXP, "")}/subagents`;
  let count = 0;
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (EXTENSION_REGEXP.test(name)) count++;
    }
  } catch {
    return [];
  }
  return count === 0 ? [] : [
    `The work of subagents is in ${count} other transcripts, which are not read: see "${folder}"`,
  ];
}
