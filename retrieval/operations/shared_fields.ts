/**
 * Fields that several requests share, each with a description, limits and a flag. The meaning of a
 * field is documented with its option in `EngineOptions` and the types beside it.
 *
 * Names and limits of `core` are repeated here, because a command must not import the ranking to
 * parse its options; a test compares them.
 *
 * @module
 */

import type { RenderFormat, TokenEstimatorName } from "@dossier/core";
import {
  booleanField,
  type Flag,
  integerField,
  listField,
  objectField,
  option,
  type OptionSpec,
  type RequestField,
  textField,
  withFacts,
  withFlag,
} from "../operation/mod.ts";
import { choiceField } from "../operation/mod.ts";

/** Maximum number of characters of a query: more than any issue has. */
export const MAX_TEXT_LENGTH = 200_000;

/** Maximum number of tokens of a budget: the largest window of a model. */
const MAX_BUDGET = 1_000_000;

/** Maximum time limit for indexing changed files, in milliseconds. */
const MAX_REFRESH_MS = 60_000;

/** Maximum number of globs or languages of a filter. */
const MAX_FILTERS = 64;

/** Maximum number of characters of a name or a glob. */
export const MAX_NAME_LENGTH = 1024;

/** Maximum length of a session id in UTF-16 units; `checkSessionId()` makes the final check. */
const MAX_SESSION_LENGTH = 200;

/** Maximum number of texts with names, and the maximum total number of characters of all names. */
const MAX_NAMES = 640;
const MAX_NAMES_LENGTH = 12_864;

/** Maximum number of characters of a transcript: several times the window of a model. */
const MAX_TRANSCRIPT_LENGTH = 3_000_000;

/** Text without control characters and line ends. */
// deno-lint-ignore no-control-regex
const SESSION_REGEXP = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/;

/** Ranking steps, in their order. */
const STEPS = "term-place, idf-exponent, symbols, heading, path, line, phrase, file-saturation, " +
  "chunks, text, coverage, name, folder, named-symbol, subjects, meaning, definitions, " +
  "mention, names, names-text, aside, documents, part-words, part-chunk, part-head, " +
  "part-container, part-written, part-names, part-names-chunk, part-line, part-phrase, " +
  "part-meaning, part-head-meaning, part-file, part-place, part-length, part-test, " +
  "part-documentary, part-outside, part-imports, part-uses, part-used";

/** Returns a field for a name or a glob. */
export function nameField(help: string): RequestField<string> {
  return textField(help, { min: 1, max: MAX_NAME_LENGTH });
}

const PART_OF_LIST: RequestField<string> = { kind: "text", min: 1, max: MAX_NAME_LENGTH };

/** Field for the queried tree. */
export const ROOT_FIELD = nameField(
  "Name of a served root; optional when only one is served",
);

/** Returns a field for a text that is not empty. */
export function nonEmptyTextField(help: string): RequestField<string> {
  return textField(help, { max: MAX_TEXT_LENGTH, pattern: [/\S/, "Write at least one word"] });
}

/** Field for the query. */
export const QUERY_FIELD = withFacts(nonEmptyTextField("A task or a question"), {
  operands: {
    what: "the query",
    none: "Cannot search without a query: write some words, use --file FILE, or -",
    empty: "Cannot search as the query is empty: write some words of the task",
  },
});

/** Field for the names that the caller guesses. */
export const NAMES_FIELD = withFlag(
  listField(
    "Names that you guess the code to have, ten to twenty: identifiers, parts of file names, words of an API; wrong " +
      "ones do little harm",
    { kind: "text", max: MAX_NAMES_LENGTH } as RequestField<string>,
    { max: MAX_NAMES },
  ),
  "--names NAMES",
  "Names that you guess the code to have, ten to twenty",
);

/** Field for the estimator of tokens. */
export const ESTIMATOR_FIELD = withFlag(
  withFacts(
    choiceField<TokenEstimatorName>("Method of counting tokens", ["piece", "chars4", "o200k"]),
    {
      component: "Estimator",
    },
  ),
  "--estimator NAME",
  "How to count tokens (piece)",
);

/** Returns a field for the format of a bundle or an answer. */
export function formatField(what: string): RequestField<RenderFormat> {
  const field = withFacts(
    choiceField<RenderFormat>(
      "Format of the bundle; by default what the client accepts, or JSON",
      ["markdown", "json", "xml", "prompt"],
    ),
    { component: "Format" },
  );
  const flagged = withFlag(field, "--format NAME", `Format of the ${what} (markdown)`);
  return withFlag(flagged, "--json", "The same as --format json", { value: "json" });
}

/** Field for the session. */
export const SESSION_FIELD = withFlag(
  textField("Session that receives the bundle: text that it already has is not sent again", {
    min: 1,
    max: MAX_SESSION_LENGTH,
    pattern: [SESSION_REGEXP, "Use no control characters"],
  }),
  "--session ID",
  "Session of the agent: texts it has are not sent again",
);

/** Returns {@link SESSION_FIELD} with another description, and without a flag. */
export function sessionField(help: string): RequestField<string> {
  return withFacts(SESSION_FIELD, { help, flags: [] });
}

const ATTEMPT: RequestField<string> = { kind: "text", max: MAX_TEXT_LENGTH };

/** Field for the result of the previous attempt. */
export const RETRY_FIELD = objectField("Outcome of the previous attempt; for an issue", {
  diff: withFlag(
    withFacts(ATTEMPT, { help: "Its changes as a unified diff" }),
    "--retry-diff FILE",
    "Diff of the previous attempt; - is standard input; with --issue",
    { fileContent: "the changes" },
  ),
  error: withFlag(
    withFacts(ATTEMPT, { help: "Its error, as a build, a test or a review reports it" }),
    "--retry-error FILE",
    "Error of the previous attempt; - is standard input; with --issue",
    { fileContent: "what went wrong" },
  ),
});

/** Field for the filter of files. */
export const FILTER_FIELD = withFacts(
  objectField("Filters of files", {
    paths: withFlag(
      listField("Globs; a path must match one of them", PART_OF_LIST, { max: MAX_FILTERS }),
      "-p, --path GLOB",
      "Only files that match; without a slash, by name in any folder",
    ),
    languages: withFlag(
      listField("Languages; a file must have one of them", PART_OF_LIST, { max: MAX_FILTERS }),
      "-l, --language NAME",
      "Only files in this language",
    ),
    kind: withFlag(
      choiceField("Only program text, or only prose", ["code", "document"]),
      "--kind KIND",
      "Only code, or only prose",
    ),
  }),
  { component: "Filter" },
);

/** Field for the disabled ranking steps. */
export const DISABLED_FIELD = withFlag(
  listField(
    "Ranking steps to leave out",
    withFacts(choiceField("", STEPS.split(", ")), { component: "RankingStep" }),
    { max: STEPS.split(", ").length },
  ),
  "--disable STEP",
  "Ranking steps to leave out, comma-separated; explain --help lists them",
  { separator: "," },
);

/** Flags of {@link DISABLED_FIELD} for commands about ranking steps. */
export const DISABLED_STEP_FLAGS: readonly Flag[] = [{
  written: "--disable STEP",
  summary: `Ranking steps to leave out, separated by commas: ${STEPS}`,
  separator: ",",
}];

/** Returns a field for a transcript. */
export function transcriptField(help: string): RequestField<string> {
  return textField(help, { max: MAX_TRANSCRIPT_LENGTH });
}

/** Returns a field for the maximum number of results. */
export function limitField(help: string): RequestField<number> {
  return integerField(help, { min: 1, max: 100 });
}

/** Field for the number of a record. */
export const RECORD_ID_FIELD = integerField("Number of a record of the log", { min: 1 });

/** Field for a file of the tree. */
export const FILE_PATH_FIELD = textField("Path relative to the root, with / separators", {
  min: 1,
  max: 4096,
});

/** Field for the maximum number of tokens of an answer. */
export const BUDGET_FIELD = withFlag(
  integerField("Maximum number of tokens of the answer", { min: 0, max: MAX_BUDGET }),
  "-b, --budget TOKENS",
  "Maximum number of tokens",
);

/** Field for line numbers. */
export const NUMBERS_FIELD = withFlag(
  booleanField("True to put its number before each shown line, except in JSON"),
  "--numbers",
  "Put its number before each shown line",
);

/** Field for the cause of a delivery. */
export const TRIGGER_FIELD = nameField("Trigger of the request, for the log");

/** Field that only servers set: maximum number of tokens of the text as JSON. */
export const MAX_SENT_FIELD: RequestField<number> = { kind: "integer", min: 0, isLocal: true };

/** Fields for the refresh of the index. */
export const REFRESH_FIELDS = {
  refresh: withFlag(
    booleanField(
      "True to compare the tree with the index first; by default unless the tree is watched",
    ),
    "--no-refresh",
    "Answer without updating the index",
    { value: false },
  ),
  maxRefreshMs: withFlag(
    integerField("Maximum time to index changed files first, in milliseconds", {
      min: 0,
      max: MAX_REFRESH_MS,
    }),
    "--max-refresh-ms N",
    "Maximum time to index changed files first, in milliseconds (2000)",
  ),
};

/** Fields of every request. */
export const ROOT_FIELDS = { root: ROOT_FIELD };

/** Request that only names a tree. */
export interface RootRequest {
  /** Name of the tree, when several are served. */
  readonly root?: string | undefined;
}

/** Option that reads the operands of a command from a file. */
export const FILE_OPTION: OptionSpec = option(
  "-f, --file FILE",
  "Read the query from a file; - is standard input",
);

/** Returns the refresh options for an engine. */
export function toFreshness(
  { refresh, maxRefreshMs }: {
    readonly refresh?: boolean | undefined;
    readonly maxRefreshMs?: number | undefined;
  },
): { readonly refresh?: boolean; readonly maxRefreshMs: number | undefined } {
  return refresh === undefined ? { maxRefreshMs } : { refresh, maxRefreshMs };
}

/** Message about a last line before the first. */
export const REVERSED_LINES = "Use an endLine that is not before startLine";

/** Returns true when the last line of a range is before the first. */
export function isReversed(
  { startLine = 1, endLine = Infinity }: {
    readonly startLine?: number | undefined;
    readonly endLine?: number | undefined;
  },
): boolean {
  return endLine < startLine;
}
