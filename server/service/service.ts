import type { ProgressListener, RemoteCaller } from "@dossier/retrieval/operation";
import type { AnswerFor, OperationName, RequestFor } from "@dossier/retrieval/operations";
import type { ServedRoot } from "@dossier/retrieval/served-roots";

export type { ServedRoot };

/** The state of a tree's index. */
export interface RootReadiness {
  /** Name of the tree. */
  readonly name: string;
  /**
   * Whether its index has been up to date since the start and, of a tree that is watched, is as far as
   * anybody knows; of one that is not, each answer looks first.
   */
  readonly isReady: boolean;
  /** Whether its index has been up to date since the start: an answer waits for what has changed since, and no longer. */
  readonly hasBeenReady: boolean;
  /** Files known to have changed and not yet indexed; there may be more. */
  readonly pending: number;
}

/** Is told which triggers of a tree's manifest, as it writes them, were set off by what was done to the tree. */
export type TriggerListener = (root: string, triggers: readonly string[]) => void;

/** Options of a call. */
export interface CallOptions {
  /** Aborted when nobody waits for the answer any more: the call then rejects at once with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second while an operation that takes long is at work, or with what it tells meanwhile. */
  readonly onProgress?: ProgressListener | undefined;
  /** Whose command is answered, where it was left to this process. */
  readonly caller?: RemoteCaller | undefined;
}

/**
 * The engines of the served trees, as every edge (HTTP, MCP, the page) asks them.
 *
 * Whether they are in this thread or in others, an implementation keeps the rules that
 * `tests/conformance/service.ts` checks.
 */
export interface Service extends AsyncDisposable {
  /** The trees, in the order given; the names are unique. */
  readonly roots: readonly ServedRoot[];
  /** Returns which of the trees have an index that is up to date as far as anybody knows. */
  readiness(): readonly RootReadiness[];
  /** Has somebody told, from now on, of triggers that are set off; absent where no tree is watched. */
  readonly followTriggers?: ((listener: TriggerListener) => void) | undefined;
  /**
   * Returns the answer of an operation, about the tree that the request names.
   *
   * @throws {ContextError} What the operation throws; `root-unknown` for a name that is not served, and
   * `invalid-request` when no root is named where there are several.
   */
  readonly call: CallOperation;
}

/** Asks an operation by its name; the types of those of the engine are known. */
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
