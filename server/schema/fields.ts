/**
 * The fields that requests share, each with its one sentence and its limits. The meaning of a field
 * for the engine is said where its option is, in `EngineOptions` and the types beside it.
 *
 * @module
 */

import type { RenderFormat, Retry, TokenEstimatorName } from "@dossier/core";
import { APPETITES } from "@dossier/core/pack";
import { QUESTION_KINDS, RANKING_STEPS } from "@dossier/core/part";
import { type JsonObject, MAX_NAME_UNITS, MAX_NAMES } from "@dossier/core/text";
import { TIER_CHOICES } from "@dossier/core/tier";
import type { DocumentFilter } from "@dossier/retrieval";
import * as z from "zod";

/** Most characters of a text that is searched for: more than any issue holds. */
const MAX_QUERY_LENGTH = 200_000;

/** Most tokens that may be asked for: the largest window that a model has. */
const MAX_BUDGET = 1_000_000;

/** Longest time that a request may wait for changed files to be indexed, in milliseconds. */
const MAX_REFRESH_MS = 60_000;

/** Most globs or languages of a filter. */
const MAX_FILTERS = 64;

/** Most characters of a name or a glob. */
export const MAX_NAME_LENGTH = 1024;

/** Most UTF-16 code units of a session's id; see `checkSessionId()` of retrieval, which has the last word. */
const MAX_SESSION_LENGTH = 200;

/** No control characters and line ends. */
// deno-lint-ignore no-control-regex
const SESSION_REGEXP = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/;

const NAME = z.string().min(1).max(MAX_NAME_LENGTH);

export const ROOT_NAME = NAME
  .describe("Name of a served root; may be left out when there is one only");

/** A text that says something. */
export const SOME_TEXT = z.string().max(MAX_QUERY_LENGTH).regex(/\S/, "Give some words");

export const QUERY_FIELD = SOME_TEXT.describe("A task or a question");

/** Most UTF-16 code units of a text of names: as many as all of them may have. */
const MAX_NAMES_LENGTH = MAX_NAMES * (MAX_NAME_UNITS + 1);

/** What the caller guesses that the code is called. */
export const NAMES_FIELD = z.array(z.string().max(MAX_NAMES_LENGTH)).max(10 * MAX_NAMES).describe(
  "Names that you guess the code to have, ten to twenty: identifiers, parts of file names, words of an API; wrong " +
    "ones do little harm",
);

export const ESTIMATOR_FIELD: z.ZodType<TokenEstimatorName> = z.enum(["piece", "chars4", "o200k"])
  .describe("How tokens are counted");

export const FORMAT_FIELD: z.ZodType<RenderFormat> = z.enum(["markdown", "json", "xml", "prompt"])
  .describe("How the bundle is written; by default what the client accepts, and JSON");

export const SESSION_FIELD = z.string().min(1).max(MAX_SESSION_LENGTH)
  .regex(SESSION_REGEXP, "Use no control characters")
  .describe("Whom it is for: what this session holds is not given again");

const ATTEMPT = z.string().max(MAX_QUERY_LENGTH);

export const RETRY_FIELD: z.ZodType<Retry> = z.strictObject({
  diff: z.exactOptional(ATTEMPT).describe("Its changes as a unified diff"),
  error: z.exactOptional(ATTEMPT)
    .describe("What went wrong, as a build, a test or a review says"),
}).describe("What became of the attempt before; for an issue");

export const FILTER_FIELD: z.ZodType<DocumentFilter> = z.strictObject({
  paths: z.exactOptional(z.array(NAME).max(MAX_FILTERS))
    .describe("Globs, one of which a path must match"),
  languages: z.exactOptional(z.array(NAME).max(MAX_FILTERS))
    .describe("Languages, one of which a file must have"),
  kind: z.exactOptional(z.enum(["code", "document"])).describe("Only program text, or only prose"),
}).describe("Which files may be found");

export const RANKING_STEP: z.ZodType<string> = z.enum(RANKING_STEPS);

/** How much is wanted, and of what. */
export const WISH_FIELDS = {
  appetite: z.exactOptional(z.enum(APPETITES))
    .describe("How much that may not be needed is shown; by default normal"),
  question: z.exactOptional(z.enum(QUESTION_KINDS))
    .describe("What the question is after; by default told from its words"),
  tiers: z.exactOptional(z.enum(TIER_CHOICES))
    .describe("What is given of the tiers that the manifest declares; by default what is due"),
};

/** Most inputs of a profile. */
const MAX_INPUTS = 256;

/** What a profile is called: a path without extension. */
export const PROFILE_ID = NAME
  .describe("Path below the folder of profiles, without extension, such as review/security");

export const INPUTS_FIELD = z.record(z.string().max(MAX_NAME_LENGTH), z.unknown())
  .refine((inputs) => Object.keys(inputs).length <= MAX_INPUTS, `Give at most ${MAX_INPUTS}`)
  .describe("What the profile is given, by name") as z.ZodType<JsonObject>;

/** The profile whose words stand beside what is found. */
export const PROFILE_FIELDS = {
  profile: z.exactOptional(PROFILE_ID),
  inputs: z.exactOptional(INPUTS_FIELD),
};

/** Most characters of a transcript: several times what a model's window holds. */
const MAX_TRANSCRIPT_LENGTH = 3_000_000;

/** What was said in a session. */
export const TRANSCRIPT_TEXT = z.string().max(MAX_TRANSCRIPT_LENGTH);

/** How many results are wanted. */
export const LIMIT_FIELD = z.int().min(1).max(100);

export const RECORD_ID = z.int().min(1).describe("Number of a record of the log");

/** First or last line of a range. */
export const LINE_FIELD = z.int().min(1);

export const FILE_PATH = z.string().min(1).max(4096)
  .describe("Path relative to the root, with / separators");

/** The field of every request. */
export const ROOT_FIELDS = { root: z.exactOptional(ROOT_NAME) };

/** How a bundle is measured and written, and why. */
export const BUNDLE_FIELDS = {
  budget: z.exactOptional(z.int().min(0).max(MAX_BUDGET).describe("Most tokens of the answer")),
  estimator: z.exactOptional(ESTIMATOR_FIELD),
  format: z.exactOptional(FORMAT_FIELD),
  numbers: z.exactOptional(z.boolean())
    .describe("Whether shown lines have their numbers in front of them, but for JSON"),
  trigger: z.exactOptional(NAME.describe("What set it off, for the log")),
};

/** Which chunks may be found. */
export const RANKING_FIELDS = {
  names: z.exactOptional(NAMES_FIELD),
  filter: z.exactOptional(FILTER_FIELD),
  disabled: z.exactOptional(z.array(RANKING_STEP).max(RANKING_STEPS.length))
    .describe("Ranking steps to leave out"),
};

/** How new the index must be. */
export const REFRESH_FIELDS = {
  refresh: z.exactOptional(z.boolean()).describe(
    "Whether the tree is compared with the index first; by default unless the tree is watched",
  ),
  maxRefreshMs: z.exactOptional(z.int().min(0).max(MAX_REFRESH_MS))
    .describe("How long changed files may take to be indexed first, in milliseconds"),
};
