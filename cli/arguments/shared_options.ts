import { option, type OptionSpec } from "./command.ts";

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

/** Where a query comes from and what it is about. */
export const QUERY: readonly OptionSpec[] = [
  option("-f, --file FILE", "Read the query from a file; - is standard input"),
  ...PLACE,
];

/** The names that the caller guesses, and the program that guesses them where the caller gives none. */
export const NAMES_OPTIONS: readonly OptionSpec[] = [
  option(
    "--names NAMES",
    "Names that you guess the code to have, ten to twenty",
  ),
  {
    ...option(
      "--names-command RUN",
      "A program that guesses them (DOSSIER_NAMES_COMMAND)",
    ),
    mayBeEmpty: true,
  },
];

/** How tokens are counted. */
export const ESTIMATOR = option(
  "--estimator NAME",
  "How tokens are counted (piece)",
  "piece, chars4, o200k",
);

/** How what is given is printed. */
export function formatOptions(what: string): readonly OptionSpec[] {
  const summary = `How the ${what} is printed (markdown)`;
  return [
    option("--format NAME", summary, "markdown, json, xml, prompt"),
    option("--json", "The same as --format json"),
  ];
}

/** The task, as an issue. */
export const ISSUE_OPTION = option(
  "--issue ISSUE",
  "The task: FILE.json, FILE.md, TRACKER.jsonl#ID, or - for standard input",
);

/** Whom a bundle is for. */
export const SESSION = option(
  "--session ID",
  "Whom it is for: what it holds is not given again",
);

/** Which files are proposed. */
export const FILTERS: readonly OptionSpec[] = [
  option("-p, --path GLOB", "Only files that match; without a slash, by name in any folder"),
  option("-l, --language NAME", "Only files in this language"),
  option("--kind KIND", "Only code, or only prose", "code, document"),
];

/** What a search lists. */
export const LISTED = option("--by UNIT", "List parts of files, or files (part)", "part, file");

/** How fresh an answer is. */
export const REFRESH: readonly OptionSpec[] = [
  option("--no-refresh", "Answer from the index as it is"),
  option("--max-refresh-ms N", "How long changed files may take to be indexed first (2000)"),
];

/** How fresh an answer is, and which ranking steps are left out. */
export const FRESHNESS: readonly OptionSpec[] = [
  ...REFRESH,
  option(
    "--disable STEP",
    "Leave out ranking steps, with commas between; explain --help names them",
  ),
];

/** {@link FRESHNESS} where the steps are what one looks for. */
export const EXPLAINED_FRESHNESS: readonly OptionSpec[] = [
  ...REFRESH,
  option(
    "--disable STEP",
    // Written out here, as to parse the options must not load the ranking.
    "Leave out a ranking step, or several with commas: term-place, idf-exponent, symbols, " +
      "heading, path, line, phrase, file-saturation, chunks, text, coverage, name, folder, " +
      "named-symbol, subjects, meaning, definitions, mention, names, names-text, aside, documents, " +
      "part-words, part-chunk, part-head, part-container, part-written, part-names, " +
      "part-names-chunk, part-line, part-phrase, part-meaning, part-head-meaning, part-file, " +
      "part-place, part-length, part-test, part-documentary, part-outside, part-imports, " +
      "part-uses, part-used",
  ),
];

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
