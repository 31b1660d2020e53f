import { option, type OptionSpec } from "./command.ts";

/** The repository that a command is about. */
export const ROOT: OptionSpec = option(
  "--root DIR",
  "The repository; by default the one that the current folder is in",
);

/** Lets a root be what is refused unless somebody says that it is meant. */
export const ANY_ROOT: OptionSpec = option(
  "--any-root",
  "Allow /, the home folder, and over 20,000 files without git as root",
);

/** Where the index is kept. */
export const STATE: OptionSpec = option(
  "--state DIR",
  "Where the index is kept; by default .dossier/state in the root",
);

/** The system space, where it is not only what comes with the program. */
export const SYSTEM: OptionSpec = option(
  "--system DIR",
  "A folder of policies for all projects, before what comes with the program",
);

/** The tree, and where its index is. */
export const PLACE: readonly OptionSpec[] = [ROOT, ANY_ROOT, STATE];

/** JSON in place of text. */
export const JSON_OUTPUT: OptionSpec = option("--json", "Print JSON");

/** How tokens are counted. */
export const ESTIMATOR: OptionSpec = option(
  "--estimator NAME",
  "How tokens are counted (piece)",
  "piece, chars4, o200k",
);

/** In whose form a prompt is printed. */
export const PROVIDER: OptionSpec = option(
  "--for NAME",
  "Whose request it is (messages)",
  "anthropic, openai, gemini, messages, text",
);
