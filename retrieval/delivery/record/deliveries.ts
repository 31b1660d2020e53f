import type { Bundle, Issue, Note } from "@dossier/core";
import { isDiskFull, RetrievalError } from "../../machine/mod.ts";
import type { IndexReader } from "../../index/mod.ts";
import type { Holdings } from "../state/holdings.ts";
import type { State } from "../state/open_state.ts";
import type { RecordBundleOptions } from "./record_bundle.ts";

/** For whom a bundle is, and what is kept of it. */
export interface DeliveryOptions {
  /** The session that the bundle is for: it is not given again what it holds. */
  readonly session?: string | undefined;
  /** Whether the bundle is recorded; one for a session always is. @default true */
  readonly record?: boolean | undefined;
  /** What set it off, for the record. @default "context", or "need" for an answer */
  readonly trigger?: string | undefined;
}

/** A bundle on its way: what its session holds, and where it is recorded. */
export interface Delivery {
  /** What the session holds; absent without a session. */
  readonly holdings: Holdings | undefined;
  /** The last issue of the session, whose manifest forbids files to all its bundles. */
  readonly issue: Issue | undefined;
  /** Returns an issue with the right to edit what its session was granted. */
  readonly widen: (issue: Issue) => Promise<Issue>;
  /** Says so when nothing can be recorded. */
  readonly notes: readonly Note[];
  /**
   * Records a bundle and returns it with the number of its record, or as it is when nothing is recorded;
   * undefined when its session was given something else since, so that it is to be made anew.
   */
  readonly record: (bundle: Bundle, options: RecordBundleOptions) => Promise<Bundle | undefined>;
}

const UNRECORDED: Delivery = {
  holdings: undefined,
  issue: undefined,
  widen: (issue) => Promise.resolve(issue),
  notes: [],
  record: (bundle) => Promise.resolve(bundle),
};

/**
 * Opens the durable state of a root when something is to be recorded or read from the record, and keeps
 * it open.
 */
export class Deliveries implements Disposable {
  readonly #folder: string;
  #state: State | undefined;
  /** The last one whose file was removed. */
  #removed: State | undefined;

  /** @param folder Absolute path of the state folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the open state.
   *
   * @throws {RetrievalError} What `openState` throws.
   */
  async state(): Promise<State> {
    // Imported only here: a search records nothing.
    const { openState } = await import("../state/open_state.ts");
    this.#forgetRemoved();
    return this.#state ??= openState(this.#folder);
  }

  /**
   * Returns the open state when something has been recorded, and makes none.
   *
   * @throws {RetrievalError} What `openState` throws.
   */
  async find(): Promise<State | undefined> {
    const { findState } = await import("../state/open_state.ts");
    this.#forgetRemoved();
    return this.#state ??= findState(this.#folder);
  }

  /**
   * Prepares the delivery of a bundle. Without a session the answer is worth more than its record: a
   * state that can not be used is told in a note.
   *
   * @throws {RetrievalError} With a session, what `openState` throws, and `invalid-session`.
   */
  async open(
    { session, record = true }: DeliveryOptions,
    { reader, root }: { readonly reader: IndexReader; readonly root: string },
  ): Promise<Delivery> {
    if (session === undefined && !record) return UNRECORDED;
    try {
      const recording = import("./record_bundle.ts");
      const state = await this.state();
      const { openHashes, recordBundle } = await recording;
      const { lastRecord, SessionMoved } = await import("../state/append_record.ts");
      // Before what the session holds is read: what it is given after that is seen when this is recorded.
      const last = session === undefined ? undefined : lastRecord(state, session);
      return {
        holdings: session === undefined
          ? undefined
          : await readHeld(state, session, (paths) => openHashes(reader, root, paths)),
        issue: session === undefined ? undefined : await readLastIssue(state, session),
        widen: (issue) =>
          session === undefined
            ? UNRECORDED.widen(issue)
            : widenByRecords(state, issue, { session, root }),
        notes: [],
        record: async (bundle, options) => {
          try {
            const { id } = await recordBundle(state, bundle, { ...options, last });
            return { ...bundle, record: id };
          } catch (error) {
            if (error instanceof SessionMoved) return undefined;
            const { noteUnrecorded } = await import("../state/state_error.ts");
            const note = noteUnrecorded(error);
            // What a session holds must be known, and so a bundle for one is recorded or not given. Only of a
            // full disk it is known that nothing else is wrong: to give something twice is better than nothing.
            const isHarmless = session === undefined || isDiskFull(error);
            if (note === undefined || !isHarmless) throw error;
            return { ...bundle, notes: [...bundle.notes, note] };
          }
        },
      };
    } catch (error) {
      if (session !== undefined || !(error instanceof RetrievalError)) throw error;
      return { ...UNRECORDED, notes: [{ code: "not-recorded", message: error.message }] };
    }
  }

  /**
   * Lets go of a file that was removed; whoever is still using it goes on with it, until the next one is
   * removed as well.
   */
  #forgetRemoved(): void {
    if (this.#state?.isInPlace !== false) return;
    this.#removed?.[Symbol.dispose]();
    this.#removed = this.#state;
    this.#state = undefined;
  }

  /** Closes the state. */
  [Symbol.dispose](): void {
    this.#removed?.[Symbol.dispose]();
    this.#state?.[Symbol.dispose]();
    this.#state = this.#removed = undefined;
  }
}

async function readHeld(
  state: State,
  session: string,
  openHashes: (paths: readonly string[]) => (path: string) => Promise<string>,
): Promise<Holdings> {
  const { heldPassages } = await import("../state/held_passages.ts");
  const { openHoldings } = await import("../state/holdings.ts");
  const held = heldPassages(state, session);
  return openHoldings(held, openHashes(held.map(({ path }) => path)));
}

async function readLastIssue(state: State, session: string): Promise<Issue | undefined> {
  const { lastIssue } = await import("../state/session_issue.ts");
  return lastIssue(state, session);
}

async function widenByRecords(
  state: State,
  issue: Issue,
  { session, root }: { readonly session: string; readonly root: string },
): Promise<Issue> {
  const { grantedFiles } = await import("../state/session_issue.ts");
  const { widenIssue } = await import("./widen_issue.ts");
  return await widenIssue(issue, grantedFiles(state, session, issue), root);
}
