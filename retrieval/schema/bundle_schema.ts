/**
 * The only definition of the JSON form of a bundle, version 2. Its type is proved equal to `Bundle`
 * of core below, and `schema/bundle.v2.schema.json` is generated from it by `deno run
 * --allow-write=schema schema/write.ts`.
 *
 * No module that answers requests imports this file, so that no request waits for zod to load.
 *
 * @module
 */
import * as z from "zod";
import type { Bundle, Explanation } from "@dossier/core";
import { QUESTION_KINDS } from "@dossier/core/part";
import type { Proved, Same } from "./same_type.ts";
import {
  COUNT,
  END_LINE,
  ISSUE,
  LINE_NUMBER,
  PATH,
  PLAN,
  SHARE,
  START_LINE,
} from "./task_schema.ts";

const SHA256_REGEXP = /^[0-9a-f]{64}$/;
/** Schema of an explanation of a number. */
export const EXPLANATION = z.strictObject({
  value: z.number().describe("The number explained"),
  description: z.string().describe("Meaning of the number"),
  operation: z.exactOptional(z.enum(["sum", "product"]))
    .describe("Operation that gives the value from the details"),
  details: z.exactOptional(z.array(z.lazy((): z.ZodType<Explanation> => EXPLANATION)).readonly())
    .describe("Parts of the value"),
});
z.globalRegistry.add(EXPLANATION, { id: "explanation" });

/** Schema of the name of one of several repositories. */
export const REPOSITORY_NAME = z.exactOptional(z.string())
  .describe("Name of the repository, when several were searched");

const FILE_LINES = z.strictObject({
  repository: REPOSITORY_NAME,
  path: PATH,
  startLine: START_LINE,
  endLine: END_LINE,
});

const LOCATION = z.strictObject({
  repository: REPOSITORY_NAME,
  path: PATH,
  kind: z.enum(["code", "document"]).describe("Program text or prose"),
  language: z.string().describe("Lower-case language name"),
  startLine: START_LINE,
  endLine: END_LINE,
  symbol: z.exactOptional(z.string()).describe("Definition or heading that is shown"),
  container: z.exactOptional(z.string()).describe(
    "Its container: the dotted name of a definition, or headings separated by ' > '",
  ),
  ranges: z.exactOptional(
    z.array(z.strictObject({ startLine: START_LINE, endLine: END_LINE })).readonly(),
  ).describe("Shown lines, when marks in the text replace the others"),
});

const SOURCE = z.string().describe("URI, such as file:src/a.ts#L10-40");
const POSITION = z.enum(["system", "before", "after"]).describe(
  "In the system prompt, or before or after the user's words",
);

/** Schema of a section: its limit and its used tokens. */
export const SECTION = z.strictObject({
  name: z.string().describe("Source of context that it belongs to"),
  position: POSITION,
  rule: z.enum([
    "ranked",
    "best-value",
    "skip-and-continue",
    "break-at-first-miss",
    "truncate-last",
  ])
    .describe("Rule of choice among its candidates"),
  limit: COUNT.describe("Tokens that were available to it"),
  used: COUNT.describe("Tokens of its fragments"),
  fragments: COUNT.describe("Number of its own fragments, after those of earlier sections"),
  stop: z.exactOptional(z.enum(["budget", "worth"])).describe(
    "End of a best-value section: its limit, or that the rest is unlikely to be needed",
  ),
});

/** Schema of a shown text. */
export const FRAGMENT = z.strictObject({
  rank: z.int().min(1).describe("Rank in the bundle, 1-based, best first"),
  source: SOURCE,
  location: z.exactOptional(LOCATION).describe("Present for lines of a file"),
  role: z.exactOptional(
    z.enum([
      ...["primary", "read", "document", "caller", "callee", "snippet", "requested"] as const,
      ...["profile", "identity", "workflow", "reference", "memory"] as const,
    ]),
  ).describe(
    "Its role in a task, an answer to requests, a profile or a tier",
  ),
  position: POSITION,
  form: z.enum(["whole", "snippet", "outline", "reference"]).describe(
    "The whole file, a part of it, its declarations without their bodies, or only its name",
  ),
  trust: z.enum(["project", "user", "system", "learned"]).describe("Party that vouches for it"),
  score: z.number().describe("Comparable inside one section only; higher is better"),
  tokens: COUNT.describe("Tokens of its rendered block"),
  hash: z.string().regex(SHA256_REGEXP).describe("SHA-256 of the text"),
  text: z.string().describe("Text; of a file the lines joined by newlines, without a final one"),
  edited: z.exactOptional(z.literal(true)).describe(
    "True when the text is not just the lines: some are omitted, it is cut with a notice, or secrets are masked",
  ),
  freshness: z.exactOptional(SHARE).describe("Reliability of a document"),
  remark: z.exactOptional(z.string()).describe("Remark for the reader"),
  reasons: z.exactOptional(z.array(z.string()).readonly()).describe("Reasons for its choice"),
  explanation: z.exactOptional(EXPLANATION).describe("Calculation of the score"),
});

/** Schema of an omitted text. */
export const OMISSION = z.strictObject({
  source: SOURCE,
  location: z.exactOptional(FILE_LINES).describe("Present for lines of a file"),
  tokens: COUNT.describe("Tokens that it would have cost"),
  reason: z.enum([
    "budget",
    "relevance",
    "duplicate",
    "changed",
    "limit",
    "shortened",
    "already_present",
    "suppressed",
    "missing",
    "empty",
    "failed",
    "excluded",
  ]).describe(
    "budget: does not fit; relevance: scored too far below the best, or too unlikely to be " +
      "needed; duplicate: the same or nearly the same text is shown from elsewhere; changed: the " +
      "file changed or was deleted after it was indexed; limit: the plan allows no more; " +
      "shortened: a fragment shows some of its lines, outlines or names it; already_present: " +
      "the session has it already; suppressed: a profile suppresses it; " +
      "missing, empty, failed: a profile, a hook or a tier asks for it, and it does not " +
      "exist, is empty, or cannot be used; excluded: a rule excludes it",
  ),
});

/** Schema of a request with its outcome. */
export const OUTCOME = z.strictObject({
  request: z.string().describe("The request as a line"),
  outcome: z.enum([
    "provided",
    "not_found",
    "excluded",
    "outside_root",
    "limit",
    "already_present",
  ]).describe("Its outcome"),
  message: z.string().describe("One sentence for the agent"),
});

const RETRY = z.strictObject({
  diff: z.exactOptional(z.string()).describe("Its changes as a unified diff"),
  error: z.exactOptional(z.string()).describe(
    "Its error, as a build, a test or a review reports it",
  ),
});

const END_SIGNAL = z.strictObject({
  signal: z.enum(["ISSUE_COMPLETE", "BLOCKED", "APPROVED", "CHANGES_REQUESTED"])
    .describe("Signal of a worker or a reviewer"),
  reason: z.exactOptional(z.string()).describe("Text after its colon"),
  line: LINE_NUMBER.describe("Line of the text, 1-based"),
});

/** Schema of the state of an index. */
export const INDEX = z.strictObject({
  documents: COUNT.describe("Documents in the index"),
  chunks: COUNT.describe("Chunks in the index"),
  updatedAt: z.string().describe("Time of the last write of the index, as an ISO 8601 instant"),
  refreshed: z.strictObject({
    added: COUNT.describe("Documents that were new"),
    changed: COUNT.describe("Documents with different content"),
    removed: COUNT.describe("Documents that were removed"),
  }).describe("Changes by the refresh before this answer"),
  stale: z.boolean().describe("True when the index is or may be behind the tree"),
  pending: COUNT.describe("Documents known to have changed and not yet indexed"),
});

/** Schema of the hash of a bundle. */
export const HASH = z.string().regex(SHA256_REGEXP).describe(
  "SHA-256 of everything that does not depend on time or machine",
);

/** Schema of a budget: its limit and its used tokens. */
export const BUDGET = z.strictObject({
  limit: COUNT.describe("Tokens available"),
  used: COUNT.describe("Tokens of the rendered text; for JSON, of its Markdown rendering"),
  estimator: z.enum(["piece", "chars4", "o200k"]).describe("Estimator of the count"),
  maxSent: z.exactOptional(COUNT)
    .describe("Maximum number of tokens of the text in JSON, when it is sent so"),
}).describe("Limit, tokens spent, and estimator");

/** Schema of a note. */
export const NOTE = z.strictObject({
  code: z.string().describe("Code of the note, for programs"),
  message: z.string().describe("One sentence for people"),
});

/** Schema of notes. */
export const NOTES = z.array(NOTE).readonly().describe("Notes for the reader");

/** Schema of the kind of a question. */
const QUESTION = z.strictObject({
  kind: z.enum(QUESTION_KINDS).describe("Preferred kind of source"),
  because: z.string().describe("Reason of the decision, to follow 'as'"),
});

/** Schema of guessed names. */
export const GUESSED_NAMES = z.strictObject({
  matched: z.array(z.string()).readonly().describe("Those that occur in the tree"),
  unmatched: z.array(z.string()).readonly().describe("Those that do not occur as a whole"),
});

/** Schema of the profile of a bundle. */
export const BUNDLE_PROFILE = z.strictObject({
  id: z.string().describe("Its path below the folder of profiles, without extension"),
  inputs: z.record(z.string(), z.unknown()).describe(
    "Its inputs, and defaults for the others",
  ),
  chain: z.array(z.string()).readonly().describe(
    "Ids of the profiles that it extends and its own, the root first",
  ),
  route: z.exactOptional(z.string()).describe("Id of the hook that gave it its parent"),
});

/** Schema of the queried repositories. */
export const REPOSITORIES = z.exactOptional(
  z.array(z.strictObject({
    name: z.string().describe("Its name in locations and sources"),
    root: z.string().describe("Absolute path of its folder"),
    index: INDEX.describe("The state of its index"),
  })).readonly(),
).describe("Searched repositories, when there are several");

/** Validates the JSON form of a bundle; unknown keys are refused. */
export const BUNDLE_SCHEMA = z.strictObject({
  version: z.literal(2).describe("Version of this format"),
  query: z.string().describe("The task or question as it was given"),
  issue: z.exactOptional(ISSUE).describe("The task, when it comes from a tracker"),
  plan: z.exactOptional(PLAN).describe("Scope of the bundle, and its reasons"),
  question: z.exactOptional(QUESTION).describe("Kind of the question"),
  names: z.exactOptional(GUESSED_NAMES).describe("Guessed names by their presence in the tree"),
  profile: z.exactOptional(BUNDLE_PROFILE).describe("Requested profile"),
  session: z.exactOptional(z.string()).describe("The session that the bundle is for"),
  record: z.exactOptional(z.int().min(1)).describe("Number of its record in the log"),
  retry: z.exactOptional(RETRY).describe("Outcome of the previous attempt, as far as it is known"),
  signals: z.exactOptional(z.array(END_SIGNAL).readonly()).describe(
    "End of the agent's turn, when the bundle answers its text",
  ),
  commands: z.exactOptional(z.array(z.string()).readonly()).describe(
    "Commands that build and test the project",
  ),
  outcomes: z.exactOptional(z.array(OUTCOME).readonly()).describe(
    "Outcomes of an agent's requests, when the bundle answers some",
  ),
  root: z.string().describe("Absolute path of the folder that was searched"),
  repositories: REPOSITORIES,
  budget: BUDGET,
  index: INDEX.describe("The state of the index that answered"),
  sections: z.array(SECTION).readonly().describe("Limits of the sources, in order"),
  fragments: z.array(FRAGMENT).readonly().describe("Shown fragments, section by section"),
  omitted: z.array(OMISSION).readonly().describe("Omitted candidates, best first"),
  notes: NOTES,
  hash: HASH,
});

/** Compiles only while schema and type are the same. */
export type BundleSchemaProof = [
  Proved<Same<Bundle, z.infer<typeof BUNDLE_SCHEMA>>>,
  Proved<Same<Explanation, z.infer<typeof EXPLANATION>>>,
];

/** Returns the JSON Schema of {@link BUNDLE_SCHEMA} as the text of its published file. */
export function renderBundleJsonSchema(): string {
  const schema = z.toJSONSchema(BUNDLE_SCHEMA, {
    // The wire form does not say that fields are read-only.
    override: ({ jsonSchema }) => void delete jsonSchema.readOnly,
  });
  const { $schema, ...rest } = schema;
  return `${JSON.stringify({ $schema, title: "dossier bundle, version 2", ...rest }, null, 2)}\n`;
}
