import type { ProgressListener, RemoteCaller } from "@dossier/retrieval/operation";
import type { AnswerFor, OperationName, RequestFor } from "@dossier/retrieval/operations";
import type { ServedRoot } from "@dossier/retrieval/served-roots";

export type { ServedRoot };

/** State of a tree's index. */
export interface RootReadiness {
  /** Name of the tree. */
  readonly name: string;
  /**
   * True when its index has been up to date since the start and, for a watched tree, still is as
   * far as known. For an unwatched tree, each answer checks first.
   */
  readonly isReady: boolean;
  /**
   * True when its index has been up to date since the start. An answer then waits only for later
   * changes.
   */
  readonly hasBeenReady: boolean;
  /** Number of files that are known to have changed and are not yet indexed. There may be more. */
  readonly pending: number;
}

/**
 * Called with the triggers of a tree's manifest, in its spelling, that a change of the tree has
 * fired.
 */
export type TriggerListener = (root: string, triggers: readonly string[]) => void;

/** Options of a call. */
export interface CallOptions {
  /** Aborted when the answer is no longer needed. The call then rejects at once with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second during a long operation, or with its intermediate results. */
  readonly onProgress?: ProgressListener | undefined;
  /** Caller whose command is answered, when its process left that to this one. */
  readonly caller?: RemoteCaller | undefined;
}

/**
 * Engines of the served trees, as all interfaces (HTTP, MCP, the page) use them.
 *
 * The engines may run in this thread or in others. Every implementation must pass
 * `tests/conformance/service.ts`.
 */
export interface Service extends AsyncDisposable {
  /** Trees in the given order. Their names are unique. */
  readonly roots: readonly ServedRoot[];
  /** Returns the state of the trees' indexes, as far as it is known. */
  readiness(): readonly RootReadiness[];
  /** Registers a listener for fired triggers; absent when no tree is watched. */
  readonly followTriggers?: ((listener: TriggerListener) => void) | undefined;
  /**
   * Returns the answer of an operation about the tree that the request names.
   *
   * @throws {ContextError} What the operation throws; `root-unknown` for a name that is not served,
   *   and `invalid-request` when no root is named although there are several.
   */
  readonly call: CallOperation;
}

/** Calls an operation by its name. The types of the engine's operations are known. */
export interface CallOperation {
  <Name extends OperationName>(
    name: Name,
    request: RequestFor<Name>,
    options?: CallOptions,
  ): Promise<AnswerFor<Name>>;
  <Name extends string>(
    name: Name extends OperationName ? never : Name,
    request: object,
    options?: CallOptions,
  ): Promise<unknown>;
}
