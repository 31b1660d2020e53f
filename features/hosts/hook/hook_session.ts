import type { ActivityEvent, RecordedActivity, State } from "@dossier/retrieval/state";
import { openStateDirectory, textHash } from "@dossier/retrieval/machine";
import { isGivenUp, type NoteClaim } from "./hook_job.ts";
import { listLateFiles } from "./late_files.ts";

/** What reads and writes the activity of sessions. */
type ActivityRecord = typeof import("@dossier/retrieval/session-activity");

/** What is known of a session that a host tells of, and what it was told. */
export class HookSession implements Disposable {
  /** Its id, as the host has it. */
  readonly id: string;
  readonly #state: State;
  readonly #activity: ActivityRecord;
  readonly #claim: NoteClaim | undefined;

  private constructor(
    id: string,
    { state, activity, claim }: {
      readonly state: State;
      readonly activity: ActivityRecord;
      readonly claim: NoteClaim | undefined;
    },
  ) {
    this.id = id;
    this.#state = state;
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
    { root, cache, claim }: {
      readonly root: string;
      readonly cache: string | undefined;
      readonly claim?: NoteClaim | undefined;
    },
  ): Promise<HookSession> {
    const { path } = await openStateDirectory(root, { cache });
    const { openState } = await import("@dossier/retrieval/open-state");
    const activity = await import("@dossier/retrieval/session-activity");
    const session = new HookSession(id, { state: openState(path), activity, claim });
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
    this.#activity.appendActivity(this.#state, this.id, await maskValue(due), isWanted);
  }

  /** Notes what others left in files as they had no time. */
  async #takeLate(folder: string): Promise<void> {
    const found = listLateFiles(folder);
    if (found.length === 0) return;
    const { readLateFiles, removeLateFiles } = await import("./late_notes.ts");
    const { maskValue } = await import("@dossier/retrieval/secrets");
    this.#activity.appendLateActivity(this.#state, await maskValue(readLateFiles(found)));
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
    return this.#activity.appendActivityOnce(this.#state, this.id, {
      kind: "told",
      value: what,
      hash,
      tokens,
    });
  }

  /** Returns what it did and was told, oldest first. */
  events(): readonly RecordedActivity[] {
    return this.#activity.readActivity(this.#state, this.id, 0).events;
  }

  /** Closes the record. */
  [Symbol.dispose](): void {
    this.#state[Symbol.dispose]();
  }
}

/** Returns what came behind the last compaction: only that is still in the history of the session. */
export function sinceCompaction(
  events: readonly RecordedActivity[],
): readonly RecordedActivity[] {
  return events.slice(events.findLastIndex(({ kind }) => kind === "compaction") + 1);
}
