import type { ActivityEvent, RecordedActivity, StateStore } from "@dossier/retrieval/state";
import { openStateDirectory, readPlainTextAsync, textHash } from "@dossier/retrieval/machine";
import { isGivenUp, type NoteClaim } from "./hook_job.ts";
import { listLateFiles } from "./hook_log.ts";
import type { Pointer } from "@dossier/retrieval/answer";
import type { HookInput, SessionSource } from "../core/host/mod.ts";

/** What reads and writes the activity of sessions. */
type ActivityRecord = typeof import("@dossier/retrieval/session-activity");

/** How long a record that another process holds is waited for where there is no time, in milliseconds. */
const BRIEF_MS = 50;

/** What is known of a session that a host tells of, and what it was told. */
export class HookSession implements Disposable {
  /** Its id, as the host has it. */
  readonly id: string;
  /** The record of the tree. */
  readonly state: StateStore;
  readonly #activity: ActivityRecord;
  readonly #claim: NoteClaim | undefined;

  private constructor(
    id: string,
    { state, activity, claim }: {
      readonly state: StateStore;
      readonly activity: ActivityRecord;
      readonly claim: NoteClaim | undefined;
    },
  ) {
    this.id = id;
    this.state = state;
    this.#activity = activity;
    this.#claim = claim;
  }

  /**
   * Opens the record of a tree for a session.
   *
   * @throws {RetrievalError} When there is no place for it, or what is wrong with it.
   */
  static async open(
    id: string,
    { root, cache, claim, isBrief = false }: {
      readonly isBrief?: boolean | undefined;
      readonly root: string;
      readonly cache: string | undefined;
      readonly claim?: NoteClaim | undefined;
    },
  ): Promise<HookSession> {
    const { path } = await openStateDirectory(root, { cache });
    const { openState } = await import("@dossier/retrieval/open-state");
    const activity = await import("@dossier/retrieval/session-activity");
    const state = await openState(path, { busyMs: isBrief ? BRIEF_MS : undefined });
    const session = new HookSession(id, { state, activity, claim });
    await session.#takeLate(path);
    return session;
  }

  /**
   * Notes what it did, with its secrets masked; and what it was told, unless nobody waits for that any more.
   *
   * @param isWanted Asked last: whether it is still to be noted.
   */
  async note(events: readonly ActivityEvent[], isWanted?: () => boolean): Promise<void> {
    // What is not told may be told yet.
    const due = isGivenUp(this.#claim) ? events.filter(({ kind }) => kind !== "told") : events;
    if (due.length === 0) return;
    const { maskValue } = await import("@dossier/retrieval/secrets");
    await this.#activity.appendActivity(this.state, this.id, await maskValue(due), isWanted);
  }

  /** Notes what others left in files as they had no time. */
  async #takeLate(folder: string): Promise<void> {
    const found = listLateFiles(folder);
    if (found.length === 0) return;
    const { readLateFiles, removeLateFiles } = await import("./late_notes.ts");
    const { maskValue } = await import("@dossier/retrieval/secrets");
    await this.#activity.appendLateActivity(this.state, await maskValue(readLateFiles(found)));
    removeLateFiles(found);
  }

  /**
   * Notes that it is told a text, and returns whether that is new to it.
   *
   * @param what What the text is about: of the same only another text is new.
   */
  async tell(what: string, text: string, tokens: number): Promise<boolean> {
    const hash = await textHash(text);
    if (isGivenUp(this.#claim)) return true;
    return await this.#activity.appendActivityOnce(this.state, this.id, {
      kind: "told",
      value: what,
      hash,
      tokens,
    });
  }

  /** Returns what it did and was told, oldest first. */
  async events(): Promise<readonly RecordedActivity[]> {
    return (await this.#activity.readActivity(this.state, this.id, 0)).events;
  }

  /** Closes the record. */
  [Symbol.dispose](): void {
    this.state[Symbol.dispose]();
  }
}

/** Returns what came behind the last compaction: only that is still in the history of the session. */
export function sinceCompaction(
  events: readonly RecordedActivity[],
): readonly RecordedActivity[] {
  return events.slice(events.findLastIndex(({ kind }) => kind === "compaction") + 1);
}

/** Returns what a pointer is called in what a session was told. */
export function pointerName({ path, startLine, endLine }: Pointer): string {
  return `${path}:${startLine}-${endLine}`;
}

/** Returns whether a session that did this has the file of a pointer, or was given the pointer. */
export function isKnownTo(events: readonly RecordedActivity[]): (pointer: Pointer) => boolean {
  const known = new Set(
    events.flatMap(({ kind, value }) =>
      kind === "read" || kind === "edit" || kind === "told" ? [value] : []
    ),
  );
  return (pointer) => known.has(pointer.path) || known.has(pointerName(pointer));
}

/** What is noted when a session was told all that a start has, so that no later event makes up for it. */
export const START = "start";

/** Returns how a session is to begin again, where a compaction or lack of time has left it without its start. */
export function owedStart(events: readonly RecordedActivity[]): SessionSource | undefined {
  const since = sinceCompaction(events);
  const isCondensed = since.length < events.length &&
    !since.some(({ kind }) => kind === "start" || kind === "prompt");
  if (isCondensed) return "compact";
  const started = since.findLastIndex(({ kind }) => kind === "start");
  const isTold = since.slice(started)
    .some(({ kind, value }) => kind === "told" && value === START);
  return started < 0 || isTold ? undefined : "resume";
}

/** Bytes of a transcript that is looked through: a long session has some ten million. */
const MAX_TRANSCRIPT_BYTES = 32 * 1024 * 1024;

/**
 * Returns whether a session that goes on has been told a block already, as far as its transcript says. A fork is another
 * session to its host, with the same history.
 */
export async function isInTranscript(
  id: string,
  { transcript }: Pick<HookInput, "transcript">,
): Promise<boolean> {
  if (transcript === undefined) return false;
  const read = await readPlainTextAsync(transcript, { maxBytes: MAX_TRANSCRIPT_BYTES });
  // As it stands in JSON.
  return read.kind === "text" && read.text.includes(`id=\\"${id}\\"`);
}
