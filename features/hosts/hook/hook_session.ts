import type { ActivityEvent, RecordedActivity, StateStore } from "@dossier/retrieval/state";
import { openStateDirectory, readPlainTextAsync, textHash } from "@dossier/retrieval/machine";
import { isAbandoned, type RecordClaim } from "./hook_job.ts";
import { listLateFiles } from "./hook_log.ts";
import type { Pointer } from "@dossier/retrieval/answer";
import type { HookInput, SessionSource } from "../core/host/mod.ts";

/** The module that reads and writes the activity of sessions. */
type ActivityRecord = typeof import("@dossier/retrieval/session-activity");

/** Milliseconds to wait for a lock of another process in a brief answer. */
const BRIEF_MS = 50;

/** The recorded activity of a host's session. */
export class HookSession implements Disposable {
  /** Id of the session, from the host. */
  readonly id: string;
  /** The state of the tree. */
  readonly state: StateStore;
  readonly #activity: ActivityRecord;
  readonly #claim: RecordClaim | undefined;

  private constructor(
    id: string,
    { state, activity, claim }: {
      readonly state: StateStore;
      readonly activity: ActivityRecord;
      readonly claim: RecordClaim | undefined;
    },
  ) {
    this.id = id;
    this.state = state;
    this.#activity = activity;
    this.#claim = claim;
  }

  /**
   * Opens the state of a tree for a session.
   *
   * @throws {RetrievalError} When there is no place for it, and errors of the state.
   */
  static async open(
    id: string,
    { root, cache, claim, isBrief = false }: {
      readonly isBrief?: boolean | undefined;
      readonly root: string;
      readonly cache: string | undefined;
      readonly claim?: RecordClaim | undefined;
    },
  ): Promise<HookSession> {
    const { path } = await openStateDirectory(root, { cache });
    const { openState } = await import("@dossier/retrieval/open-state");
    const activity = await import("@dossier/retrieval/session-activity");
    const state = await openState(path, { busyMs: isBrief ? BRIEF_MS : undefined });
    const session = new HookSession(id, { state, activity, claim });
    await session.#recordLate(path);
    return session;
  }

  /**
   * Records activity, with secrets masked; texts only when the job is not abandoned.
   *
   * @param isWanted Called last: returns true when the activity still has to be recorded.
   */
  async record(events: readonly ActivityEvent[], isWanted?: () => boolean): Promise<void> {
    // A text that was not delivered may be delivered later.
    const due = isAbandoned(this.#claim) ? events.filter(({ kind }) => kind !== "told") : events;
    if (due.length === 0) return;
    const { maskValue } = await import("@dossier/retrieval/secrets");
    await this.#activity.appendActivity(this.state, this.id, await maskValue(due), isWanted);
  }

  /** Records the activity in late files. */
  async #recordLate(folder: string): Promise<void> {
    const found = listLateFiles(folder);
    if (found.length === 0) return;
    const { readLateFiles, removeLateFiles } = await import("./late_records.ts");
    const { maskValue } = await import("@dossier/retrieval/secrets");
    await this.#activity.appendLateActivity(this.state, await maskValue(readLateFiles(found)));
    removeLateFiles(found);
  }

  /**
   * Records a text as delivered; returns true when the session does not have it yet.
   *
   * @param what Topic of the text: only another text of a topic is new.
   */
  async recordText(what: string, text: string, tokens: number): Promise<boolean> {
    const hash = await textHash(text);
    if (isAbandoned(this.#claim)) return true;
    return await this.#activity.appendActivityOnce(this.state, this.id, {
      kind: "told",
      value: what,
      hash,
      tokens,
    });
  }

  /** Returns the activity of the session, oldest first. */
  async events(): Promise<readonly RecordedActivity[]> {
    return (await this.#activity.readActivity(this.state, this.id, 0)).events;
  }

  /** Closes the state. */
  [Symbol.dispose](): void {
    this.state[Symbol.dispose]();
  }
}

/** Returns the events after the last compaction, which are still in the history of the session. */
export function listSinceCompaction(
  events: readonly RecordedActivity[],
): readonly RecordedActivity[] {
  return events.slice(events.findLastIndex(({ kind }) => kind === "compaction") + 1);
}

/** Returns the name of a pointer in the record of a session. */
export function formatPointerName({ path, startLine, endLine }: Pointer): string {
  return `${path}:${startLine}-${endLine}`;
}

/**
 * Returns a function that returns true when a session with these events has the file of a pointer,
 * or the pointer.
 */
export function createKnownCheck(
  events: readonly RecordedActivity[],
): (pointer: Pointer) => boolean {
  const known = new Set(
    events.flatMap(({ kind, value }) =>
      kind === "read" || kind === "edit" || kind === "told" ? [value] : []
    ),
  );
  return (pointer) => known.has(pointer.path) || known.has(formatPointerName(pointer));
}

/** Recorded when a session got all parts of a start, so that no later event repeats it. */
export const START = "start";

/**
 * Returns the source for repeating a start that a session has missed after a compaction or for lack
 * of time; undefined when none is missed.
 */
export function findMissedStart(events: readonly RecordedActivity[]): SessionSource | undefined {
  const since = listSinceCompaction(events);
  const isCondensed = since.length < events.length &&
    !since.some(({ kind }) => kind === "start" || kind === "prompt");
  if (isCondensed) return "compact";
  const started = since.findLastIndex(({ kind }) => kind === "start");
  const isReported = since.slice(started)
    .some(({ kind, value }) => kind === "told" && value === START);
  return started < 0 || isReported ? undefined : "resume";
}

/**
 * Maximum number of bytes of a transcript that is searched: a long session has some ten million.
 */
const MAX_TRANSCRIPT_BYTES = 32 * 1024 * 1024;

/**
 * Returns true when the transcript of a continued session contains a block. A fork is another
 * session to its host, with the same history.
 */
export async function isInTranscript(
  id: string,
  { transcript }: Pick<HookInput, "transcript">,
): Promise<boolean> {
  if (transcript === undefined) return false;
  const read = await readPlainTextAsync(transcript, { maxBytes: MAX_TRANSCRIPT_BYTES });
  // The text as encoded in JSON.
  return read.kind === "text" && read.text.includes(`id=\\"${id}\\"`);
}
