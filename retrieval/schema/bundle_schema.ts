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
  description: z.string().describe("What the number is"),
  operation: z.exactOptional(z.enum(["sum", "product"]))
    .describe("How the value comes from the details"),
  details: z.exactOptional(z.array(z.lazy((): z.ZodType<Explanation> => EXPLANATION)).readonly())
    .describe("The parts of the value"),
});
z.globalRegistry.add(EXPLANATION, { id: "explanation" });

/** Schema of the name of one of several repositories. */
export const REPOSITORY_NAME = z.exactOptional(z.string())
  .describe("Name of the repository, where several were asked");

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
    "What that is in: the dotted name of a definition, or headings with ' > ' between them",
  ),
  ranges: z.exactOptional(
    z.array(z.strictObject({ startLine: START_LINE, endLine: END_LINE })).readonly(),
  ).describe("The lines that are shown, when marks stand in the text for the others"),
});

const SOURCE = z.string().describe("URI, such as file:src/a.ts#L10-40");
const POSITION = z.enum(["system", "before", "after"]).describe(
  "In the system prompt, or before or after the user's words",
);

/** Schema of a section: its limit and its used tokens. */
export const SECTION = z.strictObject({
  name: z.string().describe("Which source of context it is of"),
  position: POSITION,
  rule: z.enum([
    "ranked",
    "best-value",
    "skip-and-continue",
    "break-at-first-miss",
    "truncate-last",
  ])
    .describe("How it chooses among its candidates"),
  limit: COUNT.describe("Tokens that were left to it"),
  used: COUNT.describe("Tokens of its fragments"),
  fragments: COUNT.describe("How many fragments are its own, behind those of earlier sections"),
  stop: z.exactOptional(z.enum(["budget", "worth"])).describe(
    "What ended a best-value section: its limit, or that the rest is too unlikely to be needed",
  ),
});

/** Schema of a shown text. */
export const FRAGMENT = z.strictObject({
  rank: z.int().min(1).describe("Place in the bundle, 1-based, best first"),
  source: SOURCE,
  location: z.exactOptional(LOCATION).describe("Present for lines of a file"),
  role: z.exactOptional(
    z.enum([
      ...["primary", "read", "document", "caller", "callee", "snippet", "requested"] as const,
      ...["profile", "identity", "workflow", "reference", "memory"] as const,
    ]),
  ).describe(
    "What it is there for, for a task, in answers to requests, with a profile and of a tier",
  ),
  position: POSITION,
  form: z.enum(["whole", "snippet", "outline", "reference"]).describe(
    "The whole file, a part of it, its declarations without their bodies, or only its name",
  ),
  trust: z.enum(["project", "user", "system", "learned"]).describe("Who vouches for it"),
  score: z.number().describe("Comparable inside one section only; higher is better"),
  tokens: COUNT.describe("What its rendered block costs"),
  hash: z.string().regex(SHA256_REGEXP).describe("SHA-256 of the text"),
  text: z.string().describe("Of a file the lines joined by newlines, without a final one"),
  edited: z.exactOptional(z.literal(true)).describe(
    "The text is not just the lines: some are left out, it is cut with a notice, or secrets are masked",
  ),
  freshness: z.exactOptional(SHARE).describe("How far a document can be relied on"),
  remark: z.exactOptional(z.string()).describe("What the reader should know of it"),
  reasons: z.exactOptional(z.array(z.string()).readonly()).describe("Why it was chosen"),
  explanation: z.exactOptional(EXPLANATION).describe("Where the score comes from"),
});

/** Schema of an omitted text. */
export const OMISSION = z.strictObject({
  source: SOURCE,
  location: z.exactOptional(FILE_LINES).describe("Present for lines of a file"),
  tokens: COUNT.describe("What it would have cost"),
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
      "needed; duplicate: the same or nearly the same text is shown from elsewhere; changed: the file changed or " +
      "went away after it was indexed; limit: as many are shown as the plan allows; " +
      "shortened: a fragment shows some of its lines, outlines or names it; " +
      "already_present: the session holds it; suppressed: a profile does without it; " +
      "missing, empty, failed: a profile, a hook or a tier asks for it, and it is not there, says " +
      "nothing, or can not be used; excluded: it asks for it, and a rule leaves it out",
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
  ]).describe("What became of it"),
  message: z.string().describe("One sentence for the agent"),
});

const RETRY = z.strictObject({
  diff: z.exactOptional(z.string()).describe("Its changes as a unified diff"),
  error: z.exactOptional(z.string()).describe(
    "What went wrong, as a build, a test or a review says",
  ),
});

const END_SIGNAL = z.strictObject({
  signal: z.enum(["ISSUE_COMPLETE", "BLOCKED", "APPROVED", "CHANGES_REQUESTED"])
    .describe("What a worker or a reviewer says"),
  reason: z.exactOptional(z.string()).describe("What it says behind a colon"),
  line: LINE_NUMBER.describe("Line of the text, 1-based"),
});

/** Schema of the state of an index. */
export const INDEX = z.strictObject({
  documents: COUNT.describe("Documents in the index"),
  chunks: COUNT.describe("Chunks in the index"),
  updatedAt: z.string().describe("When the index was last written, as an ISO 8601 instant"),
  refreshed: z.strictObject({
    added: COUNT.describe("Documents that were new"),
    changed: COUNT.describe("Documents whose content was different"),
    removed: COUNT.describe("Documents that were gone"),
  }).describe("Documents that the refresh before this answer took in"),
  stale: z.boolean().describe("Whether the index is, or has to be assumed, behind the tree"),
  pending: COUNT.describe("Documents known to have changed and not yet indexed"),
});

/** Schema of the hash of a bundle. */
export const HASH = z.string().regex(SHA256_REGEXP).describe(
  "SHA-256 over what does not vary with time or machine",
);

/** Schema of a budget: its limit and its used tokens. */
export const BUDGET = z.strictObject({
  limit: COUNT.describe("Tokens available"),
  used: COUNT.describe("What the rendered text costs; for JSON, its Markdown rendering"),
  estimator: z.enum(["piece", "chars4", "o200k"]).describe("Whose count this is"),
  maxSent: z.exactOptional(COUNT)
    .describe("Most tokens that the text may cost in JSON, where it is sent so"),
}).describe("What may be spent, what is spent, and by whose count");

/** Schema of a note. */
export const NOTE = z.strictObject({
  code: z.string().describe("What it is about, for programs"),
  message: z.string().describe("One sentence for people"),
});

/** Schema of notes. */
export const NOTES = z.array(NOTE).readonly().describe("What else the reader should know");

/** Schema of the kind of a question. */
const QUESTION = z.strictObject({
  kind: z.enum(QUESTION_KINDS).describe("What comes first"),
  because: z.string().describe("What tells it, to be read behind 'as'"),
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
    "What it was given, and what stands for the rest",
  ),
  chain: z.array(z.string()).readonly().describe(
    "Ids of the profiles that it extends and its own, the root first",
  ),
  route: z.exactOptional(z.string()).describe("Id of the hook that gave it its parent"),
});

/** Schema of the queried repositories. */
export const REPOSITORIES = z.exactOptional(
  z.array(z.strictObject({
    name: z.string().describe("What locations and sources call it"),
    root: z.string().describe("Absolute path of its folder"),
    index: INDEX.describe("The state of its index"),
  })).readonly(),
).describe("The repositories that were searched, where there are several");

/** Validates the JSON form of a bundle; unknown keys are refused. */
export const BUNDLE_SCHEMA = z.strictObject({
  version: z.literal(2).describe("Version of this form"),
  query: z.string().describe("The task or question as it was given"),
  issue: z.exactOptional(ISSUE).describe("The task, when a tracker holds it"),
  plan: z.exactOptional(PLAN).describe("How much is said of the task, and why so much"),
  question: z.exactOptional(QUESTION).describe("What the question is after"),
  names: z.exactOptional(GUESSED_NAMES).describe("Which of the guessed names the tree has"),
  profile: z.exactOptional(BUNDLE_PROFILE).describe("The profile, when it was asked for with one"),
  session: z.exactOptional(z.string()).describe("The session that the bundle is for"),
  record: z.exactOptional(z.int().min(1)).describe("Number of its record in the log"),
  retry: z.exactOptional(RETRY).describe("What became of the attempt before, as far as it is told"),
  signals: z.exactOptional(z.array(END_SIGNAL).readonly()).describe(
    "How the agent ended its turn, when the bundle answers its text",
  ),
  commands: z.exactOptional(z.array(z.string()).readonly()).describe(
    "Commands that build and test the project",
  ),
  outcomes: z.exactOptional(z.array(OUTCOME).readonly()).describe(
    "What became of an agent's requests, when the bundle answers some",
  ),
  root: z.string().describe("Absolute path of the folder that was searched"),
  repositories: REPOSITORIES,
  budget: BUDGET,
  index: INDEX.describe("The state of the index that answered"),
  sections: z.array(SECTION).readonly().describe("What each source might spend, in order"),
  fragments: z.array(FRAGMENT).readonly().describe("What is shown, section by section"),
  omitted: z.array(OMISSION).readonly().describe("What is not shown, best first"),
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
    // Whether a program may modify its copy is not part of the wire form.
    override: ({ jsonSchema }) => void delete jsonSchema.readOnly,
  });
  const { $schema, ...rest } = schema;
  return `${JSON.stringify({ $schema, title: "dossier bundle, version 2", ...rest }, null, 2)}\n`;
}
