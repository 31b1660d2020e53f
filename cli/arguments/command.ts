/** One option of a command, as parsed, listed in help and completed by shells. */
export interface OptionSpec {
  /** Long name without dashes. */
  readonly name: string;
  /** One letter that stands for it. */
  readonly short?: string;
  /** Name of its value in help (`"DIR"`); an option without is a switch. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly multiple?: boolean;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** What it does, one line. */
  readonly summary: string;
}

/** What the user wrote after a command's name, checked against its options. */
export interface Invocation {
  /** Words that are no options, in order. */
  readonly words: readonly string[];
  /** Returns the value of an option, or undefined when it was not given. */
  value(name: string): string | undefined;
  /** Returns all values of an option. */
  values(name: string): readonly string[];
  /** Returns whether a switch was given. */
  has(name: string): boolean;
}

/** Runs a command, one of `commands`, and returns its exit code. */
export type RunCommand = (
  invocation: Invocation,
  commands: readonly Command[],
) => Promise<number>;

/** One command: everything that parsing, help and completions need, and how to load what runs it. */
export interface Command {
  /** What the user types. */
  readonly name: string;
  /** What follows the name and the options in its usage line. */
  readonly operands: string;
  /** The only words it takes there; absent when any may be. */
  readonly choices?: readonly string[];
  /** What it does, one line. */
  readonly summary: string;
  /** Its options, in the order of its help. */
  readonly options: readonly OptionSpec[];
  /** Lines for the end of its help. */
  readonly examples: readonly string[];
  /** Imports what the command needs, and nothing that others need. */
  load(): Promise<RunCommand>;
}
