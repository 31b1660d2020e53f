import { option, type OptionSpec } from "@dossier/retrieval/operation";

/** The repository that a command is about. */
export const ROOT = option(
  "--root DIR",
  "The repository; by default the one that the current folder is in",
);

/** The repositories that a server answers for. */
export const SERVED_ROOT = option(
  "--root [NAME=]DIR",
  "A repository to serve; by default the one that the current folder is in",
);

/** Lets a root be what is refused unless somebody says that it is meant. */
export const ANY_ROOT = option(
  "--any-root",
  "Allow /, the home folder, and over 20,000 files without git as root",
);

/** Where the index is kept. */
export const STATE = option(
  "--state DIR",
  "Where the index is kept; by default .dossier/state in the root",
);

/** The system space, where it is not only what comes with the program. */
export const SYSTEM = option(
  "--system DIR",
  "A folder of policies for all projects, before what comes with the program",
);

/** The trees that a server is to serve, and the policies for all of them. */
export const SERVED_PLACE: readonly OptionSpec[] = [SERVED_ROOT, ANY_ROOT, SYSTEM];

/** The tree, and where its index is. */
export const PLACE: readonly OptionSpec[] = [ROOT, ANY_ROOT, STATE];

/** JSON in place of text. */
export const JSON_OUTPUT = option("--json", "Print JSON");

/** Where the log is, and how it is printed. */
export const LOG_PLACE: readonly OptionSpec[] = [ROOT, STATE, JSON_OUTPUT];

/** How tokens are counted. */
export const ESTIMATOR = option(
  "--estimator NAME",
  "How tokens are counted (piece)",
  "piece, chars4, o200k",
);

/** Which profile it is. */
export const PROFILE = option("--profile ID", "The profile, such as review/security");

/** What the profile asks for. */
export const INPUT = option(
  "--input NAME=VALUE",
  "What the profile is given; more may follow",
);

/** In whose form a prompt is printed. */
export const PROVIDER = option(
  "--for NAME",
  "Whose request it is (messages)",
  "anthropic, openai, gemini, messages, text",
);

/** In whose words a prompt is. */
export const WORDS = option(
  "--words NAME",
  "In whose words the prompt is (those of the profile's form)",
  "dossier, rye",
);
