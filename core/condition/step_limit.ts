import { ContextError } from "../errors.ts";

/** Returns true when a text contains a match of a pattern. */
export interface PatternTest {
  (text: string): boolean;
  /** Number of instructions of the pattern, to which its time is proportional. @default 1 */
  readonly size?: number;
  /** Maximum length of a text that it searches, in UTF-16 code units. @default any */
  readonly longest?: number;
}

/**
 * Returns a test for matches of a regular expression in a text, in bounded time. It rejects with a
 * `SyntaxError` for a pattern that is invalid, or that cannot be evaluated in bounded time.
 */
export type CompilePattern = (pattern: string) => Promise<PatternTest>;

/**
 * Maximum number of steps of one evaluation: the slowest take 30 ns, so that all take 2 s, and the
 * automata of the patterns 150 MB. A hundred patterns of 60 instructions take 60 million on a text
 * of 10,000 characters.
 */
const MAX_STEPS = 64_000_000;

/** Number of steps for compiling one instruction of a regular expression, which takes 5 µs. */
const COMPILE_STEPS = 200;

/**
 * Counter of the steps of a project's conditions and regular expressions. Each alone takes bounded
 * time, and a file can have thousands.
 */
export class StepLimit {
  readonly #code: string;
  readonly #subject: string;
  #steps = 0;

  /**
   * Creates a counter.
   *
   * @param subject Evaluated items, for the error: `the conditions of hooks`.
   */
  constructor(code: string, subject: string) {
    this.#code = code;
    this.#subject = subject;
  }

  /**
   * Adds steps. Their number is the number of characters times the number of instructions of the
   * regular expression that reads them.
   *
   * @throws {ContextError} When there are too many steps, together with the earlier ones.
   */
  add(steps: number): void {
    this.#steps += steps;
    if (this.#steps <= MAX_STEPS) return;
    throw new ContextError(
      this.#code,
      `Cannot evaluate ${this.#subject} as they must take at most ${MAX_STEPS} steps together (the characters of each text ` +
        `times the instructions of its regular expression): current value is ${this.#steps}; ` +
        "use fewer or shorter regular expressions",
    );
  }

  /** Adds the steps of searching a text of a number of UTF-16 code units for a pattern. */
  addSearch(characters: number, { size = 1, longest = Infinity }: PatternTest): void {
    this.add(characters > longest ? characters : characters * size);
  }

  /** Returns a compiler of patterns that counts the steps of another one. */
  limitCompile(compile: CompilePattern): CompilePattern {
    return async (pattern) => {
      this.add(0);
      const test = await compile(pattern);
      this.add(COMPILE_STEPS * (test.size ?? 1));
      return test;
    };
  }
}
