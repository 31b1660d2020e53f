import type { CallersAnswer } from "./score_callers.ts";
import type { ReachingTest, SymbolTruth } from "./symbol_truth.ts";

/** Answer with its durations. */
export interface TimedAnswer {
  readonly answer: CallersAnswer;
  /** Milliseconds of the whole process; absent when none was started. */
  readonly coldMs?: number;
  /** Milliseconds of a second answer in a running process; absent when no process stays. */
  readonly warmMs?: number;
}

/** Location in a file, as tests are listed. */
export type TestLocation = Omit<ReachingTest, "between">;

/** Program that is queried about one checkout. */
export interface OpenProgram extends Disposable {
  /** Returns its answer about the uses of a symbol. */
  findCallers(symbol: SymbolTruth): Promise<TimedAnswer>;
  /** Returns its answers about the tests that reach a symbol, by the name of the question. */
  listTests(symbol: SymbolTruth): Promise<ReadonlyMap<string, readonly TestLocation[]>>;
}

/** Checkout for a program. */
export interface OpenOptions {
  /** Absolute path. */
  readonly root: string;
  /** Folder for an index. */
  readonly state: string;
  /** True to time whole processes as well. */
  readonly isCold: boolean;
}

/** Program that finds callers. */
export interface CallerProgram {
  readonly name: string;
  /** Returns the program for a checkout, with its index built. */
  open(options: OpenOptions): Promise<OpenProgram>;
}
