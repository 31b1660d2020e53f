import type { IndexReader } from "../../index/mod.ts";
import { checkStateFolder, RetrievalError } from "../../machine/mod.ts";
import type { State } from "../state/open_state.ts";
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

const UNRECORDED: Delivery = { record: (bundle) => Promise.resolve(bundle) };

/**
 * Opens the durable state of a root when something is to be recorded or read from the record, and keeps
 * it open.
 */
export class Deliveries implements Disposable {
  readonly #root: string;
  readonly #folder: string;
  #state: State | undefined;
  /** The last one whose file was removed. */
  #removed: State | undefined;

  /**
   * @param root Absolute path of the tree.
   * @param folder Absolute path of the state folder.
   */
  constructor(root: string, folder: string) {
    this.#root = root;
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
    return this.#state ??= openState(this.#checkedFolder());
  }

  /**
   * Returns the open state when something has been recorded, and makes none.
   *
   * @throws {RetrievalError} What `openState` throws.
   */
  async find(): Promise<State | undefined> {
    const { findState } = await import("../state/open_state.ts");
    this.#forgetRemoved();
    return this.#state ??= findState(this.#checkedFolder());
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
    if (session !== undefined) {
      // Imported only here: most bundles are for no session.
      const { openSession } = await import("./open_session.ts");
      return openSession(await this.state(), session, { reader, root });
    }
    if (!record) return UNRECORDED;
    try {
      const recording = import("./record_bundle.ts");
      const state = await this.state();
      const { recordBundle } = await recording;
      return { record: (bundle, options) => recordBundle(state, bundle, options) };
    } catch (error) {
      if (!(error instanceof RetrievalError)) throw error;
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
