import type { IndexReader } from "../../index/mod.ts";
import { checkStateFolder, RetrievalError } from "../../machine/mod.ts";
import type { DeliveryHandlers } from "../state/outbox.ts";
import type { FeatureTables, StateStore } from "../state/state_store.ts";
import type { openRound } from "./open_round.ts";
import type { Delivery } from "./record_bundle.ts";

/** For whom a bundle is, and what is kept of it. */
export interface DeliveryOptions {
  /** The session that the bundle is for: it is not given again what it holds. */
  readonly session?: string | undefined;
  /** Whether the bundle is recorded; one for a session always is. @default true */
  readonly record?: boolean | undefined;
  /** What set it off, for the record. @default "context", or "need" for an answer */
  readonly trigger?: string | undefined;
}

/** Starts to load what is needed to record a bundle. */
export function preloadDeliveries(): void {
  void import("../state/open_state.ts");
  void import("./record_bundle.ts");
}

const UNRECORDED: Delivery = { record: (bundle) => Promise.resolve(bundle) };

/** As much of a feature as deliveries and their state have to do with. */
export interface DeliveryFeature extends FeatureTables {
  /** What is done when a bundle with an event of a topic was recorded, by topic. */
  readonly deliveries?: DeliveryHandlers | undefined;
}

/**
 * Opens the durable state of a root when something is to be recorded or read from the record, and keeps
 * it open.
 */
export class Deliveries implements Disposable {
  readonly #root: string;
  readonly #folder: string;
  readonly #features: readonly DeliveryFeature[];
  /** What handles the events of all features. */
  readonly handlers: DeliveryHandlers;
  #state: StateStore | undefined;
  /** The last one whose file was removed. */
  #removed: StateStore | undefined;
  /** Settled when the last opening that was asked for is done: of two at once, one opens the file. */
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @param root Absolute path of the tree.
   * @param folder Absolute path of the state folder.
   * @param features Those who have tables in the state, and do what follows from a delivery.
   */
  constructor(root: string, folder: string, features: readonly DeliveryFeature[] = []) {
    this.#root = root;
    this.#folder = folder;
    this.#features = features;
    this.handlers = Object.fromEntries(
      features.flatMap(({ deliveries = {} }) => Object.entries(deliveries)),
    );
  }

  /** Returns the open state, in which all that follows from earlier deliveries is done. */
  async state(): Promise<StateStore> {
    // Imported only here: a search records nothing.
    const { openState } = await import("../state/open_state.ts");
    const tables = this.#features;
    return (await this.#open(() => openState(this.#checkedFolder(), { tables })))!;
  }

  /** Returns the open state when something has been recorded, and makes none. */
  async find(): Promise<StateStore | undefined> {
    const { findState } = await import("../state/open_state.ts");
    const tables = this.#features;
    return await this.#open(() => findState(this.#checkedFolder(), { tables }));
  }

  /**
   * Notes that what a record says was given was not sent after all, so that its session does not hold it.
   *
   * @param id Number of the record.
   * @param options.since When it was asked for, in milliseconds since 1970: a record of before was sent.
   */
  async withdraw(id: number, { since }: { readonly since: number }): Promise<void> {
    const { withdrawInjection } = await import("../state/append_injection.ts");
    const handlers = await Promise.all(Object.values(this.handlers).map((load) => load()));
    await withdrawInjection(await this.state(), id, { since, handlers });
  }

  /**
   * Prepares the delivery of a bundle. Without a session the answer is worth more than its record: a
   * state that can not be used is told in a note.
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
    const { settleOutbox } = await import("./record_bundle.ts");
    await settleOutbox(state, this.handlers);
    return state;
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

  /** Returns the folder: a link may have been put in its place since it was made. */
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
