import type { OptionSpec } from "./command.ts";

/** The repository that a command is about. */
export const ROOT: OptionSpec = {
  name: "root",
  value: "DIR",
  summary: "The repository; by default the git root of the current folder",
};

/** The repositories that a server answers for. */
export const SERVED_ROOT: OptionSpec = {
  name: "root",
  value: "[NAME=]DIR",
  multiple: true,
  summary: "A repository to serve; by default the git root of the current folder",
};

/** Lets a root be what is refused unless somebody says that it is meant. */
export const ANY_ROOT: OptionSpec = {
  name: "any-root",
  summary: "Allow /, the home folder, and over 20,000 files without git as root",
};

/** Where the index is kept. */
export const STATE: OptionSpec = {
  name: "state",
  value: "DIR",
  summary: "Where the index is kept; by default .dossier/state in the root",
};

/** JSON in place of text. */
export const JSON_OUTPUT: OptionSpec = { name: "json", summary: "Print JSON" };

/** Where a query comes from and what it is about. */
export const QUERY: readonly OptionSpec[] = [
  {
    name: "file",
    short: "f",
    value: "FILE",
    summary: "Read the query from a file; - is standard input",
  },
  ROOT,
  ANY_ROOT,
  STATE,
];

/** How tokens are counted. */
export const ESTIMATOR: OptionSpec = {
  name: "estimator",
  value: "NAME",
  choices: ["piece", "chars4", "o200k"],
  summary: "How tokens are counted (piece)",
};

/** The task, as an issue. */
export const ISSUE_OPTION: OptionSpec = {
  name: "issue",
  value: "ISSUE",
  summary: "The task: FILE.json, FILE.md, TRACKER.jsonl#ID, or - for standard input",
};

/** Whom a bundle is for. */
export const SESSION: OptionSpec = {
  name: "session",
  value: "ID",
  summary: "Whom it is for: what this session holds is not given again",
};

/** Which files are proposed. */
export const FILTERS: readonly OptionSpec[] = [
  {
    name: "path",
    short: "p",
    value: "GLOB",
    multiple: true,
    summary: "Only files that match; without a slash, by name in any folder",
  },
  {
    name: "language",
    short: "l",
    value: "NAME",
    multiple: true,
    summary: "Only files in this language",
  },
  {
    name: "kind",
    value: "KIND",
    choices: ["code", "document"],
    summary: "Only code, or only prose",
  },
];

/** How fresh an answer is, and which ranking steps are left out. */
export const FRESHNESS: readonly OptionSpec[] = [
  { name: "no-refresh", summary: "Answer from the index as it is" },
  {
    name: "max-refresh-ms",
    value: "N",
    summary: "How long changed files may take to be indexed first (2000)",
  },
  {
    name: "disable",
    value: "STEP",
    multiple: true,
    summary: "Leave out ranking steps, with commas between; explain --help names them",
  },
];

/** {@link FRESHNESS} where the steps are what one looks for. */
export const EXPLAINED_FRESHNESS: readonly OptionSpec[] = FRESHNESS.map((option) =>
  option.name !== "disable" ? option : {
    ...option,
    // Written out here, as to parse the options must not load the ranking.
    summary:
      "Leave out a ranking step, or several with commas: term-place, idf-exponent, symbols, " +
      "heading, path, line, phrase, file-saturation, chunks, text, name, named-symbol, subjects, " +
      "meaning, definitions, mention, aside, documents",
  }
);
