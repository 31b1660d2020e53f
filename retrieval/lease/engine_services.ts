import type { ResolvedSettings } from "../config/mod.ts";
import type { StateStore } from "../delivery/state/mod.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import type { Lease } from "./lease.ts";

/** Where policies, and whatever else may be shared, are looked for besides a tree. */
export interface Spaces {
  /** Absolute path of the user's home; without it there is no user space. */
  readonly home?: string | undefined;
  /**
   * Absolute paths of folders in a known form, or of folders that hold one: the system space, before what
   * comes with the program.
   */
  readonly system?: readonly string[] | undefined;
}

/** What an engine does for features: for their sources, and for what they answer themselves. */
export interface EngineServices {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Where policies are looked for besides the tree. */
  readonly spaces: Spaces;
  /**
   * Has `work` done with a lease on the index, as fresh as the options ask for; once more with another when
   * the index turns out to be damaged.
   *
   * @throws {ContextError} For a broken configuration, or an index that can not be used.
   *
   * @internal It is for features.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns the durable state of the tree, made when there is none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   *
   * @internal It is for features.
   */
  openState(): Promise<StateStore>;
  /**
   * Returns the durable state of the tree when something has been recorded, and makes none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   *
   * @internal It is for features.
   */
  findState(): Promise<StateStore | undefined>;
  /**
   * Returns the settings in force, as they are now.
   *
   * @throws {RetrievalError} `invalid-config`.
   *
   * @internal It is for features.
   */
  settings(): Promise<ResolvedSettings>;
}
