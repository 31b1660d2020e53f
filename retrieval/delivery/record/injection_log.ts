import type { SessionMetrics } from "@dossier/core";
import { checkStateFolder, listStateFolders, tightenStateFiles } from "../../machine/mod.ts";
import { resolveRoot } from "../../tree/mod.ts";
import { hasState } from "../state/open_state.ts";
import { findPruning, lastPruning, type Pruning } from "../state/prune_injections.ts";
import {
  DEFAULT_LOG_LIMIT,
  findInjection,
  listInjections,
  type ListInjectionsOptions,
  noSuchCursor,
} from "../state/read_injections.ts";
import type { Injection, InjectionSummary } from "../state/injection.ts";
import { Deliveries, type DeliveryFeature } from "./deliveries.ts";
import type { StateStore } from "../state/state_store.ts";
import type { MeasureOptions } from "./measure_injections.ts";
import type { PruneLogOptions, PruneReport } from "./prune_log.ts";
import type { RecordedSession, SessionSummary } from "./read_session.ts";
import type { RestoredInjection } from "./restore_injection.ts";

/** Where a log is. */
export interface OpenLogOptions {
  /** The tree: an existing folder. */
  readonly root: string;
  /** Folder of the state. @default `.dossier/state` in the root */
  readonly state?: string | undefined;
  /** The user's cache folder, where the state of a root is that can not be written. */
  readonly cache?: string | undefined;
  /** Whose tables the state has besides. @default none */
  readonly features?: readonly DeliveryFeature[] | undefined;
}

/**
 * Returns the log of what was given to whom for the tree at `options.root`. Where nothing is recorded it
 * is empty, and nothing is written.
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
 * The log of one tree. Made by {@link openInjectionLog} and closed by disposing of it. All methods throw a
 * {@link RetrievalError} for what is wrong with the state.
 */
export class InjectionLog implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly #deliveries: Deliveries;

  /** Takes over the records; use {@link openInjectionLog}. */
  constructor(root: string, deliveries: Deliveries) {
    this.root = root;
    this.#deliveries = deliveries;
  }

  /**
   * Returns records in short, newest first.
   *
   * @throws {RangeError} For a limit below 1, and numbers that are none.
   * @throws {RetrievalError} `invalid-session`; `invalid-cursor` for a number that no record has had yet.
   */
  async list(options: ListInjectionsOptions = {}): Promise<readonly InjectionSummary[]> {
    checkWhole("limit", options.limit);
    checkWhole("ID to list records before", options.before);
    const found = await this.#ask((state) => listInjections(state, options));
    if (found === undefined && options.before !== undefined) throw noSuchCursor(options.before, 0);
    return found ?? [];
  }

  /** Returns the record with a number, or undefined when there is none. */
  async find(id: number): Promise<Injection | undefined> {
    if (!Number.isSafeInteger(id)) return undefined;
    return await this.#ask((state) => findInjection(state, id));
  }

  /**
   * Returns the text of a record as it was given, or which parts of it have changed since; undefined when
   * there is no such record.
   */
  async render(id: number): Promise<RestoredInjection | undefined> {
    const record = await this.find(id);
    if (record === undefined) return undefined;
    // Imported only here: a list needs none of it.
    const { restoreInjection } = await import("./restore_injection.ts");
    return await restoreInjection(record, this.root);
  }

  /**
   * Returns what a session says about the context that it was given.
   *
   * @throws {RetrievalError} `session-not-found`, `invalid-session`, `invalid-config`.
   */
  async measure(options: MeasureOptions): Promise<SessionMetrics> {
    const { measureInjections } = await import("./measure_injections.ts");
    return await measureInjections(await this.#deliveries.find(), this.root, options);
  }

  /** Returns all that is recorded of a session; undefined when that is nothing. */
  async session(session: string): Promise<RecordedSession | undefined> {
    const { readSession } = await import("./read_session.ts");
    return await this.#ask((state) => readSession(state, session));
  }

  /**
   * Returns at most `limit` sessions in short, the one of which something was recorded last first.
   *
   * @throws {RangeError} For a limit below 1.
   */
  async sessions(limit: number = DEFAULT_LOG_LIMIT): Promise<readonly SessionSummary[]> {
    checkWhole("limit", limit);
    const { summariseSessions } = await import("./read_session.ts");
    return await this.#ask((state) => summariseSessions(state, limit)) ?? [];
  }

  /**
   * Lets go of the records that are not to stay, as the options or else the settings say, and makes the
   * file smaller; or says what would go. Undefined when neither says what is to stay, or nothing was ever
   * recorded.
   *
   * @throws {RangeError} For a number of records below 1.
   */
  async prune(options: PruneLogOptions = {}): Promise<PruneReport | undefined> {
    checkWhole("number of records to keep", options.retention?.keep);
    const { pruneLog } = await import("./prune_log.ts");
    return await this.#ask((state) => pruneLog(state, this.root, options));
  }

  /** Returns when and why the record with a number was let go of, or undefined when it was not. */
  async findPruning(id: number): Promise<Pruning | undefined> {
    if (!Number.isSafeInteger(id)) return undefined;
    return await this.#ask((state) => findPruning(state, id));
  }

  /**
   * Returns how many records were let go of, and when and why the last ones were; undefined when none was.
   */
  async lastPruning(): Promise<Pruning & { readonly records: number } | undefined> {
    return await this.#ask(lastPruning);
  }

  /**
   * Returns the settings by which records would be let go of, as they are written, while they do not do so by
   * themselves: not before they are once pruned by, as they come with the tree.
   */
  async findIdleSettings(): Promise<string | undefined> {
    const { findIdleSettings } = await import("./prune_log.ts");
    return await this.#ask((state) => findIdleSettings(state, this.root));
  }

  /** Returns what the state says; undefined where nothing was ever recorded. */
  async #ask<Answer>(ask: (state: StateStore) => Promise<Answer>): Promise<Answer | undefined> {
    const state = await this.#deliveries.find();
    return state && await ask(state);
  }

  /** Closes the log. */
  [Symbol.dispose](): void {
    this.#deliveries[Symbol.dispose]();
  }
}

function checkWhole(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RangeError(
    `Cannot list records as the ${name} must be a whole number >= 1: current value is ${value}`,
  );
}
