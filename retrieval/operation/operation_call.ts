import type { FreshnessOptions } from "../search/mod.ts";

/** Is told how far the work is, or what there is to tell so far; of what type that is, the operation says. */
export type ProgressListener = { listen(progress: unknown): void }["listen"];

/** What a caller gives an operation besides its request. */
export interface OperationCall {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Is told how far the work is, a few times a second. */
  readonly onProgress?: ProgressListener | undefined;
  /** Runs a step inside of what measures it. */
  readonly runStep?:
    | (<Result>(name: string, step: () => Promise<Result>) => Promise<Result>)
    | undefined;
  /** What only somebody who runs the program on their own machine has; absent for callers of a server. */
  readonly local?: LocalCaller | undefined;
}

/** Somebody who runs the program on their own machine. */
export interface LocalCaller {
  /** The folder that they called from; what they name may lie outside of the tree. */
  readonly folder: string;
  readonly stdin: ReadableStream<Uint8Array<ArrayBuffer>>;
  /**
   * Returns the names that a program of theirs guesses for a question; undefined when there is no such program.
   *
   * @param engine The engine that is asked the question.
   */
  guessNames(
    engine: never,
    asked: { readonly question: string; readonly freshness: FreshnessOptions },
  ): Promise<readonly string[] | undefined>;
}
