import type { TokenEstimator } from "@dossier/core/text";
import type {
  SessionEvent,
  SessionTranscript,
  SessionTranscriptOptions,
} from "@dossier/core/metrics";
import { omitUndefined } from "@dossier/core/omit-undefined";
import { RetrievalError } from "@dossier/retrieval/machine";
import { toSessionEvent, TranscriptReader } from "../core/transcript/mod.ts";
import { readEvents } from "./read_events.ts";

/** Maximum number of bytes of a transcript: sessions of weeks have less. */
const MAX_BYTES = 200 * 1024 * 1024;

/** Maximum number of events that are returned, the last ones. */
const MAX_EVENTS = 50_000;

/** The tokens of events are not needed. */
const UNCOUNTED: TokenEstimator = { name: "chars4", count: () => 0 };

/**
 * Reads the transcript of Claude Code or Codex as events in the form for all hosts.
 *
 * @param path Absolute path of its file, which may be in the process of being written.
 * @throws {RetrievalError} `invalid-transcript` when the file is missing, has more than 200 MiB, or
 * has no known line.
 */
export async function readSessionTranscript(
  path: string,
  { root }: SessionTranscriptOptions = {},
): Promise<SessionTranscript> {
  const size = await Deno.stat(path).then(({ size }) => size, () => 0);
  if (size > MAX_BYTES) {
    throw new RetrievalError(
      "invalid-transcript",
      `Cannot read the transcript "${path}" as it must have at most 200 MiB: it has ${size} bytes`,
    );
  }
  const reader = new TranscriptReader({ estimator: UNCOUNTED, root });
  let events: SessionEvent[] = [];
  let dropped = 0;
  const keepLast = () => {
    dropped += events.length - MAX_EVENTS;
    events = events.slice(-MAX_EVENTS);
  };
  const { host, notes } = await readEvents(path, reader, (hostEvent) => {
    const event = toSessionEvent(hostEvent);
    if (event === undefined) return;
    events.push(event);
    if (events.length >= 2 * MAX_EVENTS) keepLast();
  });
  if (events.length > MAX_EVENTS) keepLast();
  return omitUndefined({
    host,
    session: reader.session,
    root: reader.root,
    events,
    skipped: reader.unread.damaged,
    notes: dropped === 0 ? notes : [...notes, `${dropped} earlier events are omitted`],
  });
}
