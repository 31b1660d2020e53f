/** Error about arguments that a command does not accept. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Argument for standard input in place of a file. */
export const STANDARD_INPUT = "-";

/** Option of a command, for parsing, help and completions. */
export interface OptionSpec {
  readonly name: string;
  /** One-letter form. */
  readonly short?: string | undefined;
  /** Name of its value in help (`"DIR"`); absent for a switch. */
  readonly value?: string | undefined;
  /** Only accepted values. */
  readonly choices?: readonly string[] | undefined;
  /**
   * True when its value may be omitted, which is the same as an empty one. @default false: the next
   * word is its value
   */
  readonly isOptional?: boolean | undefined;
  /** True when it accepts an empty value, which turns it off. @default false */
  readonly mayBeEmpty?: boolean | undefined;
  readonly summary: string;
}

/** Value that may be omitted. */
const OPTIONAL_REGEXP = /^\[[^\]]*\]$/;

const WRITTEN_REGEXP = /^(?:-(\w), )?--([\w-]+)(?: (.+))?$/;

/**
 * Returns an option by its notation in help.
 *
 * @param written `-b, --budget TOKENS`; a switch has no value, and a value in brackets may be
 * omitted.
 * @param choices Only accepted values, separated by commas.
 */
export function option(written: string, summary: string, choices?: string): OptionSpec {
  const [, short, name = "", value] = WRITTEN_REGEXP.exec(written) ?? [];
  const isOptional = OPTIONAL_REGEXP.test(value ?? "");
  return { name, short, value, isOptional, summary, choices: choices?.split(", ") };
}

/** Options of every command. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [option("-h, --help", "Show this help")];

/** Parsed arguments of a command, checked against its options. */
export interface Invocation {
  /** Words that are not options, in order. */
  readonly words: readonly string[];
  /** Returns the last value of an option, or `undefined` when it is absent. */
  value(name: string): string | undefined;
  values(name: string): readonly string[];
  has(name: string): boolean;
}

/** Option for the repository of a command. */
export const ROOT_OPTION: OptionSpec = option(
  "--root DIR",
  "The repository; by default the one of the current folder",
);

/** Option that allows a root that is otherwise rejected. */
export const ANY_ROOT_OPTION: OptionSpec = option(
  "--any-root",
  "Allow as root: /, the home folder, and more than 20,000 files without git",
);

/** Option for the folder of the index. */
export const STATE_OPTION: OptionSpec = option(
  "--state DIR",
  "Folder of the index (.dossier/state in the root)",
);

/** Option for the folder of system policies, besides those of the program. */
export const SYSTEM_OPTION: OptionSpec = option(
  "--system DIR",
  "A folder of policies for all projects, which precede those of the program",
);

/** Options for the tree and its index. */
export const PLACE_OPTIONS: readonly OptionSpec[] = [ROOT_OPTION, ANY_ROOT_OPTION, STATE_OPTION];

/** Option for JSON output. */
export const JSON_OPTION: OptionSpec = option("--json", "Print JSON");

/** Option for the estimator of tokens. */
export const ESTIMATOR_OPTION: OptionSpec = option(
  "--estimator NAME",
  "How to count tokens (piece)",
  "piece, chars4, o200k",
);

/** Option for the provider whose form a printed prompt has. */
export const PROVIDER_OPTION: OptionSpec = option(
  "--for NAME",
  "Format of the request (messages)",
  "anthropic, openai, gemini, messages, text",
);
