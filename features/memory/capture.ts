import type { TurnTools } from "@dossier/retrieval/feature";
import type { EngineServices } from "@dossier/retrieval/lease";
import { RetrievalError } from "@dossier/retrieval/machine";
import { waitWithin } from "@dossier/retrieval/wait";
import { findMemory } from "./open_memory.ts";
import { readMemorySettings } from "./store/mod.ts";
import {
  claimTranscript,
  finishTranscript,
  listTranscripts,
  type RecordedTranscript,
  recordProgress,
} from "./transcript_rows.ts";

/**
 * Maximum number of milliseconds that the start of a session is delayed when no server can continue
 * the work.
 */
const CAPTURE_MS = 300;

/**
 * Maximum number of bytes of a transcript that can be read, with its secrets masked, in that time:
 * 420 KB took 140 to 250 ms in a new process, 2 MB 450 to 700 ms. A longer one waits for a server,
 * or for `memory review`.
 */
const MAX_CAPTURE_BYTES = 256 * 1024;

/** Milliseconds between the start of a session and the work of a server. */
const CAPTURE_DELAY_MS = 1000;

/** Options of {@link captureTranscripts}. */
export interface CaptureOptions {
  /** The session at work, whose transcript is not complete. @default none */
  readonly session?: string;
  /** Maximum number of bytes of a transcript. @default the limit of `readTranscript` */
  readonly maxBytes?: number;
}

/**
 * Reads the transcripts of other sessions in the tree that are new, or have grown since, and stores
 * the observations that rules find in them. Returns the number of transcripts that were read to the
 * end. It can be stopped at any time and continues where it was: progress is recorded after each
 * observation, and an observation that is stored twice is one.
 */
export async function captureTranscripts(
  services: EngineServices,
  { session = "", maxBytes = Infinity }: CaptureOptions = {},
): Promise<number> {
  const place = await findMemory(services);
  if (place === undefined) return 0;
  const { capture, gate } = await readMemorySettings(place);
  if (!capture) return 0;
  const { observeTranscript } = await import("./observe.ts");
  const { storeProposals } = await import("./store_proposals.ts");
  const state = await services.openState();
  let count = 0;
  for (const noted of await listTranscripts(state, session)) {
    const { path } = noted;
    const size = await findFileSize(path);
    if (size === "missing") {
      await finishTranscript(state, { path, isRemoved: true });
      continue;
    }
    if (size === undefined || size === noted.readSize || size > maxBytes) continue;
    const done = noted.size === size ? noted.done : 0;
    if (!await claimTranscript(state, { path, size, done })) continue;
    const proposals = await listProposals(noted);
    for (let at = done; at < proposals.length; at++) {
      await storeProposals(services, place, [proposals[at]!], {
        session: noted.session,
        isWaiting: gate === "review",
      });
      await recordProgress(state, { path, done: at + 1 });
    }
    await finishTranscript(state, { path });
    count++;
  }
  return count;

  async function listProposals({ path }: RecordedTranscript) {
    try {
      return (await observeTranscript(services, path)).proposals;
    } catch (error) {
      // A transcript that cannot be read will not become readable, unless it grows.
      if (error instanceof RetrievalError && error.code === "invalid-transcript") return [];
      throw error;
    }
  }
}

/** Returns the bytes of a file; undefined for one that may not be read. */
async function findFileSize(path: string): Promise<number | "missing" | undefined> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "missing" : undefined;
  }
}

/** Trees whose transcripts a thread of this process is reading. */
const ACTIVE_ROOTS = new Set<string>();

/**
 * Starts to read transcripts at the start of a session: later, in a thread of its own, in a process
 * that continues; else now, for a limited time.
 */
export async function captureAtStart(
  session: string,
  { root, cache, isServer, withServices }: TurnTools,
): Promise<void> {
  if (!isServer) {
    const reading = withServices((services) =>
      captureTranscripts(services, { session, maxBytes: MAX_CAPTURE_BYTES })
    );
    // A caller that stops waiting ends the process, or ignores the result.
    reading.catch(() => {});
    await waitWithin(reading, CAPTURE_MS);
    return;
  }
  if (ACTIVE_ROOTS.has(root)) return;
  ACTIVE_ROOTS.add(root);
  const timer = setTimeout(
    () => void captureInThread({ root, cache, session }).finally(() => ACTIVE_ROOTS.delete(root)),
    CAPTURE_DELAY_MS,
  );
  Deno.unrefTimer(timer);
}

/** The request to the thread. */
export interface CaptureRequest {
  readonly root: string;
  readonly cache: string | undefined;
  readonly session: string;
}

async function captureInThread(request: CaptureRequest): Promise<void> {
  const { startWorker, Thread } = await import("@dossier/retrieval/machine");
  const thread = new Thread(
    startWorker(new URL("./capture_worker.ts", import.meta.url)),
    undefined,
  );
  try {
    await thread.call("capture", request);
  } catch {
    // The next session reads the rest.
  } finally {
    thread.end("all is read");
  }
}
