/**
 * The fields that requests share, each with its one sentence, its limits and its flag. The meaning of a field for the
 * engine is said where its option is, in `EngineOptions` and the types beside it.
 *
 * Words and limits of `core` are written out here, as a command must not load the ranking to parse its options; a test
 * compares them.
 *
 * @module
 */

import type { RenderFormat, TokenEstimatorName } from "@dossier/core";
import {
  type Flag,
  given,
  integer,
  list,
  object,
  option,
  type OptionSpec,
  type RequestField,
  text,
  truth,
  withFacts,
} from "../operation/mod.ts";
import { choice } from "../operation/mod.ts";

/** Most characters of a text that is searched for: more than any issue holds. */
export const MAX_TEXT_LENGTH = 200_000;

/** Most tokens that may be asked for: the largest window that a model has. */
const MAX_BUDGET = 1_000_000;

/** Longest time that a request may wait for changed files to be indexed, in milliseconds. */
const MAX_REFRESH_MS = 60_000;

/** Most globs or languages of a filter. */
const MAX_FILTERS = 64;

/** Most characters of a name or a glob. */
export const MAX_NAME_LENGTH = 1024;

/** Most UTF-16 code units of a session's id; see `checkSessionId()`, which has the last word. */
const MAX_SESSION_LENGTH = 200;

/** Most names, and characters of a text of names: as many as all of them may have. */
const MAX_NAMES = 640;
const MAX_NAMES_LENGTH = 12_864;

/** Most characters of a transcript: several times what a model's window holds. */
const MAX_TRANSCRIPT_LENGTH = 3_000_000;

/** No control characters and line ends. */
// deno-lint-ignore no-control-regex
const SESSION_REGEXP = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/;

/** The ranking steps, in their order. */
const STEPS = "term-place, idf-exponent, symbols, heading, path, line, phrase, file-saturation, " +
  "chunks, text, coverage, name, folder, named-symbol, subjects, meaning, definitions, " +
  "mention, names, names-text, aside, documents, part-words, part-chunk, part-head, " +
  "part-container, part-written, part-names, part-names-chunk, part-line, part-phrase, " +
  "part-meaning, part-head-meaning, part-file, part-place, part-length, part-test, " +
  "part-documentary, part-outside, part-imports, part-uses, part-used";

/** A name or a glob. */
export function name(help: string): RequestField<string> {
  return text(help, { min: 1, max: MAX_NAME_LENGTH });
}

const PART_OF_LIST: RequestField<string> = { kind: "text", min: 1, max: MAX_NAME_LENGTH };

/** The tree that is asked about. */
export const ROOT_FIELD = name("Name of a served root; optional when only one is served");

/** A text that says something. */
export function someText(help: string): RequestField<string> {
  return text(help, { max: MAX_TEXT_LENGTH, pattern: [/\S/, "Write at least one word"] });
}

/** What is asked. */
export const QUERY_FIELD = withFacts(someText("A task or a question"), {
  words: {
    what: "the query",
    none: "Cannot search without a query: write some words, use --file FILE, or -",
    empty: "Cannot search as the query is empty: write some words of the task",
  },
});

/** What the caller guesses that the code is called. */
export const NAMES_FIELD = given(
  list(
    "Names that you guess the code to have, ten to twenty: identifiers, parts of file names, words of an API; wrong " +
      "ones do little harm",
    { kind: "text", max: MAX_NAMES_LENGTH } as RequestField<string>,
    { max: MAX_NAMES },
  ),
  "--names NAMES",
  "Names that you guess the code to have, ten to twenty",
);

/** How tokens are counted. */
export const ESTIMATOR_FIELD = given(
  withFacts(choice<TokenEstimatorName>("Method of counting tokens", ["piece", "chars4", "o200k"]), {
    component: "Estimator",
  }),
  "--estimator NAME",
  "How to count tokens (piece)",
);

/** How a bundle or an answer is printed. */
export function format(what: string): RequestField<RenderFormat> {
  const field = withFacts(
    choice<RenderFormat>(
      "Format of the bundle; by default what the client accepts, or JSON",
      ["markdown", "json", "xml", "prompt"],
    ),
    { component: "Format" },
  );
  const flagged = given(field, "--format NAME", `Format of the ${what} (markdown)`);
  return given(flagged, "--json", "The same as --format json", { value: "json" });
}

/** Whom something is for. */
export const SESSION_FIELD = given(
  text("Session that receives the bundle: text that it already has is not sent again", {
    min: 1,
    max: MAX_SESSION_LENGTH,
    pattern: [SESSION_REGEXP, "Use no control characters"],
  }),
  "--session ID",
  "Session of the agent: texts it has are not sent again",
);

/** Returns {@link SESSION_FIELD} with other words, and no flag. */
export function session(help: string): RequestField<string> {
  return withFacts(SESSION_FIELD, { help, flags: [] });
}

const ATTEMPT: RequestField<string> = { kind: "text", max: MAX_TEXT_LENGTH };

/** What became of the attempt before. */
export const RETRY_FIELD = object("Outcome of the previous attempt; for an issue", {
  diff: given(
    withFacts(ATTEMPT, { help: "Its changes as a unified diff" }),
    "--retry-diff FILE",
    "Diff of the previous attempt; - is standard input; with --issue",
    { fileOf: "the changes" },
  ),
  error: given(
    withFacts(ATTEMPT, { help: "Its error, as a build, a test or a review reports it" }),
    "--retry-error FILE",
    "Error of the previous attempt; - is standard input; with --issue",
    { fileOf: "what went wrong" },
  ),
});

/** Which files may be found. */
export const FILTER_FIELD = withFacts(
  object("Filters of files", {
    paths: given(
      list("Globs; a path must match one of them", PART_OF_LIST, { max: MAX_FILTERS }),
      "-p, --path GLOB",
      "Only files that match; without a slash, by name in any folder",
    ),
    languages: given(
      list("Languages; a file must have one of them", PART_OF_LIST, { max: MAX_FILTERS }),
      "-l, --language NAME",
      "Only files in this language",
    ),
    kind: given(
      choice("Only program text, or only prose", ["code", "document"]),
      "--kind KIND",
      "Only code, or only prose",
    ),
  }),
  { component: "Filter" },
);

/** Ranking steps that are left out. */
export const DISABLED_FIELD = given(
  list(
    "Ranking steps to leave out",
    withFacts(choice("", STEPS.split(", ")), { component: "RankingStep" }),
    { max: STEPS.split(", ").length },
  ),
  "--disable STEP",
  "Ranking steps to leave out, comma-separated; explain --help lists them",
  { separator: "," },
);

/** The same where the steps are what one looks for. */
export const DISABLED_IN_FULL: readonly Flag[] = [{
  written: "--disable STEP",
  summary: `Ranking steps to leave out, separated by commas: ${STEPS}`,
  separator: ",",
}];

/** What was said in a session. */
export function transcript(help: string): RequestField<string> {
  return text(help, { max: MAX_TRANSCRIPT_LENGTH });
}

/** How many results are wanted. */
export function limit(help: string): RequestField<number> {
  return integer(help, { min: 1, max: 100 });
}

/** Which record. */
export const RECORD_ID_FIELD = integer("Number of a record of the log", { min: 1 });

/** A file of the tree. */
export const FILE_PATH_FIELD = text("Path relative to the root, with / separators", {
  min: 1,
  max: 4096,
});

/** Most tokens of an answer. */
export const BUDGET_FIELD = given(
  integer("Maximum number of tokens of the answer", { min: 0, max: MAX_BUDGET }),
  "-b, --budget TOKENS",
  "Maximum number of tokens",
);

/** Whether lines are numbered. */
export const NUMBERS_FIELD = given(
  truth("True to put its number before each shown line, except in JSON"),
  "--numbers",
  "Put its number before each shown line",
);

/** What set a delivery off. */
export const TRIGGER_FIELD = name("Trigger of the request, for the log");

/** What a server asks for besides what its clients may: most tokens of the text as JSON. */
export const MAX_SENT_FIELD: RequestField<number> = { kind: "integer", min: 0, isLocal: true };

/** How new the index must be. */
export const REFRESH_FIELDS = {
  refresh: given(
    truth(
      "True to compare the tree with the index first; by default unless the tree is watched",
    ),
    "--no-refresh",
    "Answer without updating the index",
    { value: false },
  ),
  maxRefreshMs: given(
    integer("Maximum time to index changed files first, in milliseconds", {
      min: 0,
      max: MAX_REFRESH_MS,
    }),
    "--max-refresh-ms N",
    "Maximum time to index changed files first, in milliseconds (2000)",
  ),
};

/** What the request of every operation has. */
export const ROOT_FIELDS = { root: ROOT_FIELD };

/** The request that names a tree and nothing else. */
export interface RootRequest {
  /** Name of the tree, where several are served. */
  readonly root?: string | undefined;
}

/** Reads the words of a command from a file. */
export const FILE_OPTION: OptionSpec = option(
  "-f, --file FILE",
  "Read the query from a file; - is standard input",
);

/** Returns options of freshness as an engine takes them. */
export function toFreshness(
  { refresh, maxRefreshMs }: {
    readonly refresh?: boolean | undefined;
    readonly maxRefreshMs?: number | undefined;
  },
): { readonly refresh?: boolean; readonly maxRefreshMs: number | undefined } {
  return refresh === undefined ? { maxRefreshMs } : { refresh, maxRefreshMs };
}

/** The problem with lines whose last is before the first. */
export const REVERSED_LINES = "Use an endLine that is not before startLine";

/** Returns whether the last line of a range is before the first. */
export function isReversed(
  { startLine = 1, endLine = Infinity }: {
    readonly startLine?: number | undefined;
    readonly endLine?: number | undefined;
  },
): boolean {
  return endLine < startLine;
}
