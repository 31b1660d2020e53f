/** The user typed something that a command does not take. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What stands for standard input where a file is expected. */
export const STANDARD_INPUT = "-";

/** One option of a command, as parsed, listed in help and completed by shells. */
export interface OptionSpec {
  readonly name: string;
  /** One letter that stands for it. */
  readonly short?: string | undefined;
  /** Name of its value in help (`"DIR"`); an option without is a switch. */
  readonly value?: string | undefined;
  /** The only values it takes. */
  readonly choices?: readonly string[] | undefined;
  /** Whether its value may be left out, which is the same as an empty one; the next word is its value. @default false */
  readonly isOptional?: boolean | undefined;
  /** Whether it takes an empty value, which switches it off. @default false */
  readonly mayBeEmpty?: boolean | undefined;
  readonly summary: string;
}

/** A value that may be left out. */
const OPTIONAL_REGEXP = /^\[[^\]]*\]$/;

const WRITTEN_REGEXP = /^(?:-(\w), )?--([\w-]+)(?: (.+))?$/;

/**
 * Returns an option from how help writes it.
 *
 * @param written `-b, --budget TOKENS`; a switch has no value, and one in brackets may be left out.
 * @param choices The only values it takes, with commas between.
 */
export function option(written: string, summary: string, choices?: string): OptionSpec {
  const [, short, name = "", value] = WRITTEN_REGEXP.exec(written) ?? [];
  const isOptional = OPTIONAL_REGEXP.test(value ?? "");
  return { name, short, value, isOptional, summary, choices: choices?.split(", ") };
}

/** Options that every command takes. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [option("-h, --help", "Show this help")];

/** What the user wrote after a command's name, checked against its options. */
export interface Invocation {
  /** Words that are no options, in order. */
  readonly words: readonly string[];
  /** Returns the last value of an option, or undefined when it was not given. */
  value(name: string): string | undefined;
  values(name: string): readonly string[];
  has(name: string): boolean;
}

/** The repository that a command is about. */
export const ROOT: OptionSpec = option(
  "--root DIR",
  "The repository; by default the one of the current folder",
);

/** Lets a root be what is refused unless somebody says that it is meant. */
export const ANY_ROOT: OptionSpec = option(
  "--any-root",
  "Allow as root: /, the home folder, and more than 20,000 files without git",
);

/** Where the index is kept. */
export const STATE: OptionSpec = option(
  "--state DIR",
  "Folder of the index (.dossier/state in the root)",
);

/** The system space, where it is not only what comes with the program. */
export const SYSTEM: OptionSpec = option(
  "--system DIR",
  "A folder of policies for all projects, which precede those of the program",
);

/** The tree, and where its index is. */
export const PLACE: readonly OptionSpec[] = [ROOT, ANY_ROOT, STATE];

/** JSON in place of text. */
export const JSON_OUTPUT: OptionSpec = option("--json", "Print JSON");

/** How tokens are counted. */
export const ESTIMATOR: OptionSpec = option(
  "--estimator NAME",
  "How to count tokens (piece)",
  "piece, chars4, o200k",
);

/** In whose form a prompt is printed. */
export const PROVIDER: OptionSpec = option(
  "--for NAME",
  "Format of the request (messages)",
  "anthropic, openai, gemini, messages, text",
);
