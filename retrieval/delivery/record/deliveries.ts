import type { IndexReader } from "../../index/mod.ts";
import { checkStateFolder, RetrievalError } from "../../machine/mod.ts";
import type { DeliveryHandlers } from "../state/outbox.ts";
import type { FeatureTables, StateStore } from "../state/state_store.ts";
import type { openRound } from "./open_round.ts";
import type { Delivery } from "./record_bundle.ts";

/** Session of a bundle, and options of its record. */
export interface DeliveryOptions {
  /** Session that receives the bundle. Passages that it already has are not delivered again. */
  readonly session?: string | undefined;
  /** True when the bundle is recorded. A bundle for a session is always recorded. @default true */
  readonly record?: boolean | undefined;
  /** Cause of the delivery, for the record. @default "context", or "need" for an answer */
  readonly trigger?: string | undefined;
}

/** Starts to import the modules that record a bundle. */
export function preloadDeliveries(): void {
  void import("../state/open_state.ts");
  void import("./record_bundle.ts");
}

const UNRECORDED: Delivery = { record: (bundle) => Promise.resolve(bundle) };

/** Part of a feature that deliveries and their state use. */
export interface DeliveryFeature extends FeatureTables {
  /** Handlers of the events of recorded bundles, by topic. */
  readonly deliveries?: DeliveryHandlers | undefined;
}

/**
 * Opens the durable state of a root when something is recorded or the record is read, and keeps it
 * open.
 */
export class Deliveries implements Disposable {
  readonly #root: string;
  readonly #folder: string;
  readonly #features: readonly DeliveryFeature[];
  /** Handlers of the events of all features. */
  readonly handlers: DeliveryHandlers;
  #state: StateStore | undefined;
  /** Last state whose file was removed. */
  #removed: StateStore | undefined;
  /**
   * Resolved when the last requested opening is done. When two are requested at the same time, only
   * one opens the file.
   */
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @param root Absolute path of the tree.
   * @param folder Absolute path of the state folder.
   * @param features Features that have tables in the state, or handlers of deliveries.
   */
  constructor(root: string, folder: string, features: readonly DeliveryFeature[] = []) {
    this.#root = root;
    this.#folder = folder;
    this.#features = features;
    this.handlers = Object.fromEntries(
      features.flatMap(({ deliveries = {} }) => Object.entries(deliveries)),
    );
  }

  /** Returns the open state, after the events of all earlier deliveries are handled. */
  async state(): Promise<StateStore> {
    // Imported only here: a search records nothing.
    const { openState } = await import("../state/open_state.ts");
    const tables = this.#features;
    return (await this.#open(() => openState(this.#checkedFolder(), { tables })))!;
  }

  /** Returns the open state, or `undefined` when nothing has been recorded; creates no file. */
  async find(): Promise<StateStore | undefined> {
    const { findState } = await import("../state/open_state.ts");
    const tables = this.#features;
    return await this.#open(() => findState(this.#checkedFolder(), { tables }));
  }

  /**
   * Marks a record as not sent, so that its session does not have these passages.
   *
   * @param id Number of the record.
   * @param options.since Time of the request, in milliseconds since 1970. A record from before that
   * time was sent.
   */
  async withdraw(id: number, { since }: { readonly since: number }): Promise<void> {
    const { withdrawInjection } = await import("../state/append_injection.ts");
    const handlers = await Promise.all(Object.values(this.handlers).map((load) => load()));
    await withdrawInjection(await this.state(), id, { since, handlers });
  }

  /**
   * Prepares the delivery of a bundle. Without a session the answer matters more than its record: a
   * state that cannot be used is reported in a note.
   */
  async open(
    { session, record = true }: DeliveryOptions,
    { reader, root }: { readonly reader: IndexReader; readonly root: string },
  ): Promise<Delivery> {
    if (session !== undefined) {
      // Imported only here: most bundles are for no session.
      const { openSession } = await import("./open_session.ts");
      const { handlers } = this;
      return await openSession(await this.state(), session, { reader, root, handlers });
    }
    if (!record) return UNRECORDED;
    try {
      const recording = import("./record_bundle.ts");
      const state = await this.state();
      const { recordBundle } = await recording;
      return {
        record: (bundle, options) =>
          recordBundle(state, bundle, { ...options, handlers: this.handlers }),
      };
    } catch (error) {
      if (!(error instanceof RetrievalError)) throw error;
      return { ...UNRECORDED, notes: [{ code: "not-recorded", message: error.message }] };
    }
  }

  /** Prepares the answer to an agent's text, as a round of its session; see `openRound()`. */
  async openRound(
    text: string,
    options: Omit<Parameters<typeof openRound>[2], "handlers">,
  ): ReturnType<typeof openRound> {
    const { openRound } = await import("./open_round.ts");
    return await openRound(await this.state(), text, { ...options, handlers: this.handlers });
  }

  async #open(
    open: () => Promise<StateStore | undefined>,
  ): Promise<StateStore | undefined> {
    const turn = this.#turn.then(async () => {
      this.#forgetRemoved();
      return this.#state ??= await open();
    });
    this.#turn = turn.catch(() => {});
    const state = await turn;
    if (state === undefined || Object.keys(this.handlers).length === 0) return state;
    const { processOutbox } = await import("./record_bundle.ts");
    await processOutbox(state, this.handlers);
    return state;
  }

  /**
   * Releases the state of a removed file. Callers that still use it can go on until the next state
   * is removed as well.
   */
  #forgetRemoved(): void {
    if (this.#state?.isInPlace !== false) return;
    this.#removed?.[Symbol.dispose]();
    this.#removed = this.#state;
    this.#state = undefined;
  }

  /** Returns the folder, after checking that no link has replaced it since it was created. */
  #checkedFolder(): string {
    checkStateFolder(this.#root, this.#folder);
    return this.#folder;
  }

  /** Closes the state. */
  [Symbol.dispose](): void {
    this.#removed?.[Symbol.dispose]();
    this.#state?.[Symbol.dispose]();
    this.#state = this.#removed = undefined;
  }
}
