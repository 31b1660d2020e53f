/**
 * JSON form of the log; see `bundle_schema.ts` for how schemas and types are kept equal.
 *
 * @module
 */
import * as z from "zod";
import type { RestoredInjection } from "../delivery/mod.ts";
import type { Injection, InjectionSummary } from "../delivery/state/mod.ts";
import {
  BUDGET,
  BUNDLE_PROFILE,
  BUNDLE_SCHEMA,
  FRAGMENT,
  HASH,
  INDEX,
  NOTES,
  OMISSION,
  OUTCOME,
} from "./bundle_schema.ts";
import { COUNT, END_LINE, ISSUE, PATH, PLAN, START_LINE } from "./task_schema.ts";

const SHA256 = z.string().describe(
  "SHA-256 in lower-case hexadecimal; empty when it is unknown",
);

const ABOUT = {
  id: z.int().min(1).describe("Its number, in the order of writing"),
  time: z.string().describe("Time of the record, as an ISO 8601 instant"),
  kind: z.enum(["bundle", "answer"]).describe("A bundle, or an answer to an agent's requests"),
  session: z.string().optional().describe("Session that received it"),
  round: z.int().min(1).optional().describe("Round of requests that it answers"),
  trigger: z.string().describe("Trigger of the request"),
  hash: HASH,
  budget: BUDGET,
};

/** Validates the JSON form of a summary of a record; unknown keys are rejected. */
export const RECORD_SUMMARY_SCHEMA = z.strictObject({
  ...ABOUT,
  subject: z.string().describe("Beginning of the question, the issue or the agent's text"),
  fragments: COUNT.describe("Number of fragments that were sent"),
  omitted: COUNT.describe("Number of candidates that were omitted"),
  outcomes: COUNT.describe("Number of requests that were answered"),
});

/** Schema of a delivered fragment, without its text. */
export const RECORDED_FRAGMENT = FRAGMENT.omit({ rank: true, text: true }).extend({
  fileHash: SHA256.describe("SHA-256 of its file"),
  slug: z.exactOptional(z.string()).describe("Name by which documents link to it"),
  keys: z.exactOptional(z.string()).describe(
    "Hashes of its lines, six bytes each in base64, by which a session recognizes lines that it has",
  ),
  shown: z.exactOptional(z.string()).describe("Its text, when it is not a text of the tree"),
});

/** Validates the JSON form of a record; unknown keys are refused. */
export const RECORD_SCHEMA = z.strictObject({
  ...ABOUT,
  plan: PLAN.optional(),
  notes: NOTES,
  request: z.strictObject({
    query: z.string().describe("The question, or the issue in words"),
    issue: ISSUE.optional(),
    profile: BUNDLE_PROFILE.optional(),
    text: z.string().optional().describe("The agent's text that it answers"),
    options: z.record(z.string(), z.unknown()).describe("Options of the request"),
  }).describe("The request"),
  format: z.string().describe("Name of the rendering"),
  index: INDEX.extend({
    commit: z.string().optional().describe("Commit that was checked out"),
  }),
  fragments: z.array(RECORDED_FRAGMENT).readonly().describe("Fragments that were sent, in order"),
  omitted: z.array(OMISSION).readonly().describe("Candidates that were omitted, in order"),
  exclusions: z.array(z.strictObject({
    path: z.string().describe("Path as it was requested"),
    rule: z.strictObject({
      kind: z.enum(["folder", "extension", "file", "size", "binary", "data", "sensitive"])
        .describe("Property that the rule checks"),
      pattern: z.string().describe("Value of the rule"),
    }),
  })).readonly().describe("Files that rules excluded"),
  outcomes: z.array(OUTCOME).readonly().describe("Outcomes of the requests"),
  withdrawn: z.string().optional()
    .describe("Time at which its caller had disconnected, so that it was not sent"),
  durationMs: z.number().optional().describe("Time to build it, in milliseconds"),
  details: z.strictObject({
    version: z.int().min(1).describe(
      "Version of the bundle's format; 1 before bundles had fragments",
    ),
    sections: BUNDLE_SCHEMA.shape.sections.optional(),
    ...BUNDLE_SCHEMA.pick({
      root: true,
      question: true,
      names: true,
      retry: true,
      signals: true,
      commands: true,
    }).shape,
    template: z.string().optional().describe("SHA-256 of the template of its prompt"),
    numbers: z.boolean().optional().describe("True when its lines were numbered"),
    maxSent: COUNT.optional().describe("Maximum number of tokens of its text as it was sent"),
  }).describe("Further content of the bundle"),
});

/** Schema of a restored record. */
export const RESTORED_TEXT = z.strictObject({
  text: z.string().describe("Text, byte for byte as it was sent"),
});

/** Schema of a part of a record that cannot be restored. */
export const CHANGED_PART = z.strictObject({
  path: PATH,
  startLine: START_LINE.optional(),
  endLine: END_LINE.optional(),
  change: z.enum(["changed", "gone"]).describe(
    "changed: it has other content; gone: it is deleted or excluded",
  ),
});

/** Schema of a record that cannot be restored. */
export const CHANGED_RECORD = z.strictObject({
  changed: z.array(CHANGED_PART).readonly().describe("Changed parts that prevent it"),
});

/** Validates the JSON form of a restored record; unknown keys are rejected. */
export const RESTORED_RECORD_SCHEMA = z.union([RESTORED_TEXT, CHANGED_RECORD]);

/** Compiles only while the schemas accept exactly the types. */
export type RecordSchemaProof = [
  Extends<z.infer<typeof RECORD_SUMMARY_SCHEMA>, Loose<InjectionSummary>>,
  Extends<z.infer<typeof RECORD_SCHEMA>, Loose<Injection>>,
  Extends<z.infer<typeof RESTORED_RECORD_SCHEMA>, Loose<RestoredInjection>>,
];
type Extends<A extends B, B> = A;
/** `T` with optional fields that may be `undefined`, as in parsed JSON. */
type Loose<T> = T extends object
  ? { readonly [Key in keyof T]: Loose<T[Key]> | (undefined extends T[Key] ? undefined : never) }
  : T;
