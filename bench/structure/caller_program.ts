import type { CallersAnswer } from "./score_callers.ts";
import type { ReachingTest, SymbolTruth } from "./symbol_truth.ts";

/** An answer and what it took. */
export interface TimedAnswer {
  readonly answer: CallersAnswer;
  /** Milliseconds of the whole process; absent where none was started. */
  readonly coldMs?: number;
  /** Milliseconds of a second answer in a process that had given one; absent where none stays. */
  readonly warmMs?: number;
}

/** A place in a file, as tests are listed. */
export type TestPlace = Omit<ReachingTest, "between">;

/** A program that is asked about one checkout. */
export interface OpenProgram extends Disposable {
  /** Returns what it says uses a symbol. */
  ask(symbol: SymbolTruth): Promise<TimedAnswer>;
  /** Returns the tests that it says reach a symbol, by the name of the question; of questions that it has. */
  listTests(symbol: SymbolTruth): Promise<ReadonlyMap<string, readonly TestPlace[]>>;
}

/** A checkout as a program gets it. */
export interface OpenOptions {
  /** Absolute path. */
  readonly root: string;
  /** Folder for an index. */
  readonly state: string;
  /** Whether whole processes are timed as well. */
  readonly isCold: boolean;
}

/** A program that tells callers. */
export interface CallerProgram {
  readonly name: string;
  /** Returns the program for a checkout, with its index built. */
  open(options: OpenOptions): Promise<OpenProgram>;
}
