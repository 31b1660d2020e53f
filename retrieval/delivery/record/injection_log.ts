import type { SessionMetrics } from "@dossier/core";
import { checkStateFolder, listStateFolders, tightenStateFiles } from "../../machine/mod.ts";
import { resolveRoot } from "../../tree/mod.ts";
import { hasState } from "../state/open_state.ts";
import { findLastPruning, findPruning, type Pruning } from "../state/prune_injections.ts";
import {
  DEFAULT_LOG_LIMIT,
  findInjection,
  listInjections,
  type ListInjectionsOptions,
  unknownCursorError,
} from "../state/read_injections.ts";
import type { Injection, InjectionSummary } from "../state/injection.ts";
import { Deliveries, type DeliveryFeature } from "./deliveries.ts";
import type { StateStore } from "../state/state_store.ts";
import type { MeasureOptions } from "./measure_injections.ts";
import type { PruneLogOptions, PruneReport } from "./prune_log.ts";
import type { RecordedSession, SessionSummary } from "./read_session.ts";
import type { RestoredInjection } from "./restore_injection.ts";

/** Options of {@link openInjectionLog}. */
export interface OpenLogOptions {
  /** Root of the tree: an existing folder. */
  readonly root: string;
  /** Folder of the state. @default `.dossier/state` in the root */
  readonly state?: string | undefined;
  /** Cache folder of the user, with the state of a root that cannot be written. */
  readonly cache?: string | undefined;
  /** Features with tables in the state. @default none */
  readonly features?: readonly DeliveryFeature[] | undefined;
}

/**
 * Returns the log of all deliveries for the tree at `options.root`. It is empty when nothing is
 * recorded, and nothing is written.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder.
 */
export async function openInjectionLog(
  { root, state, cache, features }: OpenLogOptions,
): Promise<InjectionLog> {
  const path = resolveRoot(root);
  const folders = state === undefined ? await listStateFolders(path, cache) : [state];
  for (const folder of folders) checkStateFolder(path, folder);
  const folder = folders.find(hasState) ?? folders[0]!;
  tightenStateFiles(folder);
  return new InjectionLog(path, new Deliveries(path, folder, features));
}

/**
 * Log of one tree. Create it with {@link openInjectionLog}, and dispose of it to close it. All
 * methods throw a {@link RetrievalError} when the state cannot be used.
 */
export class InjectionLog implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly #deliveries: Deliveries;

  /** Takes ownership of the records; use {@link openInjectionLog}. */
  constructor(root: string, deliveries: Deliveries) {
    this.root = root;
    this.#deliveries = deliveries;
  }

  /**
   * Returns summaries of records, newest first.
   *
   * @throws {RangeError} For a limit below 1, and for invalid numbers.
   * @throws {RetrievalError} `invalid-session`; `invalid-cursor` for a number that is larger than
   * that of the last record.
   */
  async list(options: ListInjectionsOptions = {}): Promise<readonly InjectionSummary[]> {
    checkWholeNumber("limit", options.limit);
    checkWholeNumber("ID to list records before", options.before);
    const found = await this.#query((state) => listInjections(state, options));
    if (found === undefined && options.before !== undefined) {
      throw unknownCursorError(options.before, 0);
    }
    return found ?? [];
  }

  /** Returns the record with a number, or undefined when there is none. */
  async find(id: number): Promise<Injection | undefined> {
    if (!Number.isSafeInteger(id)) return undefined;
    return await this.#query((state) => findInjection(state, id));
  }

  /**
   * Returns the text of a record as it was delivered, or the parts that have changed since, or
   * `undefined` when there is no such record.
   */
  async render(id: number): Promise<RestoredInjection | undefined> {
    const record = await this.find(id);
    if (record === undefined) return undefined;
    // Imported only here: a list does not need it.
    const { restoreInjection } = await import("./restore_injection.ts");
    return await restoreInjection(record, this.root);
  }

  /**
   * Returns the metrics of a session: how it used the delivered context.
   *
   * @throws {RetrievalError} `session-not-found`, `invalid-session`, `invalid-config`.
   */
  async measure(options: MeasureOptions): Promise<SessionMetrics> {
    const { measureInjections } = await import("./measure_injections.ts");
    return await measureInjections(await this.#deliveries.find(), this.root, options);
  }

  /** Returns all records of a session, or `undefined` when there are none. */
  async session(session: string): Promise<RecordedSession | undefined> {
    const { readSession } = await import("./read_session.ts");
    return await this.#query((state) => readSession(state, session));
  }

  /**
   * Returns summaries of at most `limit` sessions, the most recent one first.
   *
   * @throws {RangeError} For a limit below 1.
   */
  async sessions(limit: number = DEFAULT_LOG_LIMIT): Promise<readonly SessionSummary[]> {
    checkWholeNumber("limit", limit);
    const { summariseSessions } = await import("./read_session.ts");
    return await this.#query((state) => summariseSessions(state, limit)) ?? [];
  }

  /**
   * Deletes the records that are not kept by the options, or else by the settings, and shrinks the
   * file; a dry run only reports what would be deleted. Returns `undefined` when neither the
   * options nor the settings limit the records, or nothing was ever recorded.
   *
   * @throws {RangeError} For a number of records below 1.
   */
  async prune(options: PruneLogOptions = {}): Promise<PruneReport | undefined> {
    checkWholeNumber("number of records to keep", options.retention?.keep);
    const { pruneLog } = await import("./prune_log.ts");
    return await this.#query((state) => pruneLog(state, this.root, options));
  }

  /**
   * Returns the time and the reason of the deletion of the record with a number, or `undefined`
   * when it was not deleted.
   */
  async findPruning(id: number): Promise<Pruning | undefined> {
    if (!Number.isSafeInteger(id)) return undefined;
    return await this.#query((state) => findPruning(state, id));
  }

  /**
   * Returns the number of deleted records, with the time and the reason of the last deletion, or
   * `undefined` when none was deleted.
   */
  async findLastPruning(): Promise<Pruning & { readonly records: number } | undefined> {
    return await this.#query(findLastPruning);
  }

  /**
   * Returns the text of the retention settings that are not applied yet. Settings come with the
   * tree, so they apply only after the user has pruned by them once.
   */
  async findUnconfirmedRetention(): Promise<string | undefined> {
    const { findUnconfirmedRetention } = await import("./prune_log.ts");
    return await this.#query((state) => findUnconfirmedRetention(state, this.root));
  }

  /** Returns the result of `query` for the state, or `undefined` when nothing was ever recorded. */
  async #query<Answer>(query: (state: StateStore) => Promise<Answer>): Promise<Answer | undefined> {
    const state = await this.#deliveries.find();
    return state && await query(state);
  }

  /** Closes the log. */
  [Symbol.dispose](): void {
    this.#deliveries[Symbol.dispose]();
  }
}

function checkWholeNumber(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RangeError(
    `Cannot list records as the ${name} must be a whole number >= 1: current value is ${value}`,
  );
}
