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
  "SHA-256 in lower-case hexadecimal; empty where it is not known",
);

const ABOUT = {
  id: z.int().min(1).describe("Its number, in the order of writing"),
  time: z.string().describe("When it was recorded, as an ISO 8601 instant"),
  kind: z.enum(["bundle", "answer"]).describe("A bundle, or an answer to an agent's requests"),
  session: z.string().optional().describe("Whom it was for"),
  round: z.int().min(1).optional().describe("Which round of requests it answers"),
  trigger: z.string().describe("What set it off"),
  hash: HASH,
  budget: BUDGET,
};

/** Validates the JSON form of a summary of a record; unknown keys are rejected. */
export const RECORD_SUMMARY_SCHEMA = z.strictObject({
  ...ABOUT,
  subject: z.string().describe("How the question, the issue or the agent's text begins"),
  fragments: COUNT.describe("How many fragments were given"),
  omitted: COUNT.describe("How many candidates were not"),
  outcomes: COUNT.describe("How many requests were answered"),
});

/** Schema of a delivered fragment, without its text. */
export const RECORDED_FRAGMENT = FRAGMENT.omit({ rank: true, text: true }).extend({
  fileHash: SHA256.describe("Of its file"),
  slug: z.exactOptional(z.string()).describe("What documents link to it by"),
  keys: z.exactOptional(z.string()).describe(
    "Hashes of its lines, six bytes each in base64, by which a session knows what it holds",
  ),
  shown: z.exactOptional(z.string()).describe("Its text where the tree does not have it"),
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
    options: z.record(z.string(), z.unknown()).describe("The options that decided what was given"),
  }).describe("What was asked for"),
  format: z.string().describe("Name of the rendering"),
  index: INDEX.extend({
    commit: z.string().optional().describe("The commit that was checked out"),
  }),
  fragments: z.array(RECORDED_FRAGMENT).readonly().describe("What was given, in its order"),
  omitted: z.array(OMISSION).readonly().describe("What was not given, in its order"),
  exclusions: z.array(z.strictObject({
    path: z.string().describe("As it was asked for"),
    rule: z.strictObject({
      kind: z.enum(["folder", "extension", "file", "size", "binary", "data", "sensitive"])
        .describe("What the rule looks at"),
      pattern: z.string().describe("What the rule says"),
    }),
  })).readonly().describe("What rules kept out"),
  outcomes: z.array(OUTCOME).readonly().describe("What became of each request"),
  withdrawn: z.string().optional()
    .describe("When nobody waited for it any more, so that it was not sent"),
  durationMs: z.number().optional().describe("How long it took to make, in milliseconds"),
  details: z.strictObject({
    version: z.int().min(1).describe("Of the bundle; 1 where there were no fragments yet"),
    sections: BUNDLE_SCHEMA.shape.sections.optional(),
    ...BUNDLE_SCHEMA.pick({
      root: true,
      question: true,
      names: true,
      retry: true,
      signals: true,
      commands: true,
    }).shape,
    template: z.string().optional().describe("SHA-256 of the template that it was written with"),
    numbers: z.boolean().optional().describe("Whether its lines were numbered"),
    maxSent: COUNT.optional().describe("Most tokens that its text might cost as it was sent"),
  }).describe("What else the bundle said"),
});

/** Schema of a restored record. */
export const RESTORED_TEXT = z.strictObject({
  text: z.string().describe("The text, byte for byte as it was given"),
});

/** Schema of a part of a record that cannot be restored. */
export const CHANGED_PART = z.strictObject({
  path: PATH,
  startLine: START_LINE.optional(),
  endLine: END_LINE.optional(),
  change: z.enum(["changed", "gone"]).describe("Another by now, or not there or left out"),
});

/** Schema of a record that cannot be restored. */
export const CHANGED_RECORD = z.strictObject({
  changed: z.array(CHANGED_PART).readonly().describe("What stands in the way"),
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
