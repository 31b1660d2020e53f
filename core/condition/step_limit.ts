import { ContextError } from "../errors.ts";

/** Says whether a text has a match of a pattern anywhere. */
export interface PatternTest {
  (text: string): boolean;
  /** Instructions of the pattern, in proportion to which it takes time. @default 1 */
  readonly size?: number;
  /** UTF-16 code units of the longest text that it looks into. @default any */
  readonly longest?: number;
}

/**
 * Returns what says whether a text has a match of a regular expression anywhere, in bounded time. It rejects
 * with a `SyntaxError` for a pattern that is none, or that cannot be asked in bounded time.
 */
export type CompilePattern = (pattern: string) => Promise<PatternTest>;

/**
 * Most steps of all that is asked at once: the slowest take 30 ns, so that all take 2 s, and the automata of the
 * patterns 150 MB. A hundred patterns of 60 instructions take 60 million on a text of 10,000 characters.
 */
const MAX_STEPS = 64_000_000;

/** Steps of making one instruction of a regular expression, which takes 5 µs. */
const COMPILE_STEPS = 200;

/**
 * Counts the steps that conditions and regular expressions of a project take. Each alone takes bounded time, and a file
 * can have thousands.
 */
export class StepLimit {
  readonly #code: string;
  readonly #subject: string;
  #steps = 0;

  /** @param asked What is asked, for the error: `the conditions of hooks`. */
  constructor(code: string, asked: string) {
    this.#code = code;
    this.#subject = asked;
  }

  /**
   * Adds steps: characters that are looked at, times the instructions of a regular expression that looks at them.
   *
   * @throws {ContextError} When they are too many together with those before.
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

  /** Adds the steps of searching a text of so many UTF-16 code units for a pattern. */
  addSearch(characters: number, { size = 1, longest = Infinity }: PatternTest): void {
    this.add(characters > longest ? characters : characters * size);
  }

  /** Returns what compiles patterns as another does, and counts that. */
  limitCompile(compile: CompilePattern): CompilePattern {
    return async (pattern) => {
      this.add(0);
      const test = await compile(pattern);
      this.add(COMPILE_STEPS * (test.size ?? 1));
      return test;
    };
  }
}
