/**
 * The JSON form of observations and of the results of their operations; see `bundle_schema.ts` of
 * the engine for the rule that keeps schemas and types equal.
 *
 * @module
 */

import { COUNT, type Plain, type Proved, type Same } from "@dossier/retrieval/schema";
import * as z from "zod";
import { CLASSIFICATIONS, OBSERVATION_KINDS, OBSERVATION_STATUSES, OUTCOMES } from "../core/mod.ts";
import type { ObservationDetail, ObservationPage, Recalled } from "../recall.ts";
import type { Remembered } from "../remember.ts";
import type { AppliedOutcome } from "../store/mod.ts";

const ID = z.string().describe("ID, such as o12");
const TIME = z.string().describe("ISO 8601");
const MILLISECONDS = z.number().describe("Milliseconds since 1970");
const NOTE = z.optional(z.string()).describe("Note when this is a second memory");
const WEIGHT = z.number().describe("Learned usefulness, from 0 to 1");

const ANCHORS = z.array(z.strictObject({
  path: z.string().describe("Path relative to the root"),
  symbol: z.optional(z.string()),
  hash: z.string().describe("SHA-256 of the cited text; empty when the whole file is cited"),
  lines: z.optional(z.strictObject({ start: COUNT, end: COUNT })),
  commit: z.optional(z.string()),
})).readonly();

const STATUS = z.enum(OBSERVATION_STATUSES);

const SHOWN = {
  id: ID,
  kind: z.enum(OBSERVATION_KINDS),
  content: z.string().describe("The claim, which is not verified"),
  reason: z.optional(z.string()),
  origin: z.enum(["explicit", "captured"]),
  evidence: z.optional(z.string()).describe("Place where rules found it"),
  classification: z.enum(CLASSIFICATIONS),
  anchors: ANCHORS,
  weight: WEIGHT,
  session: z.optional(z.string()),
  tags: z.array(z.string()).readonly(),
  createdAt: TIME,
  verifiedAt: TIME,
  supersededBy: z.optional(ID),
  sourceProject: z.optional(z.string()),
  status: STATUS,
  state: z.enum(["fresh", "drifted", "orphaned"]).describe("State of the text that it cites"),
  relevance: z.exactOptional(z.number()).describe("Relevance to the question, from 0 to 1"),
  instruction: z.exactOptional(z.strictObject({
    kind: z.enum(["said", "contradicted"]),
    place: z.string().describe("PATH:LINE of an instruction file"),
  })),
  usage: z.strictObject({ sessions: COUNT, accepted: COUNT, failed: COUNT }),
};

const OBSERVATION = z.strictObject(SHOWN);

const STEP = z.strictObject({
  subject: z.string(),
  session: z.string(),
  outcome: z.enum(OUTCOMES),
  previous: z.number(),
  weight: z.number(),
  rate: z.number(),
  reason: z.string(),
  time: MILLISECONDS,
});

/** Validates the JSON form of all facts about an observation. */
export const DETAIL = z.strictObject({
  ...SHOWN,
  steps: z.array(STEP).readonly().describe("Steps of its weight, oldest first"),
  isMisleading: z.boolean(),
});

/** Validates the JSON form of the observations about a question. */
export const RECALLED = z.strictObject({
  observations: z.array(OBSERVATION).readonly().describe(
    "Observations that still hold, best first",
  ),
  outdated: z.array(OBSERVATION).readonly().describe(
    "Observations that match and may no longer hold",
  ),
  note: NOTE,
});

/** Validates the JSON form of the result of storing a claim. */
export const REMEMBERED = z.strictObject({
  id: ID,
  same: z.optional(z.enum(["exact", "near"])),
  content: z.string(),
  anchors: ANCHORS,
  note: NOTE,
});

/** Validates the JSON form of a page of observations. */
export const PAGE = z.strictObject({
  observations: z.array(OBSERVATION).readonly(),
  counts: z.strictObject({ waiting: COUNT, active: COUNT, refused: COUNT, superseded: COUNT }),
});

/** Validates the JSON form of the changes of an outcome. */
export const APPLIED = z.strictObject({
  outcome: STEP.shape.outcome,
  isRepeated: z.boolean(),
  given: COUNT,
  steps: z.array(STEP).readonly(),
  misleading: z.array(ID).readonly(),
});

/** Compiles only while schemas and types are equal. */
export type MemorySchemaProof = [
  Proved<Same<Plain<Remembered>, z.infer<typeof REMEMBERED>>>,
  Proved<Same<Plain<Recalled>, z.infer<typeof RECALLED>>>,
  Proved<Same<Plain<ObservationPage>, z.infer<typeof PAGE>>>,
  Proved<Same<Plain<ObservationDetail>, z.infer<typeof DETAIL>>>,
  Proved<Same<Plain<AppliedOutcome>, z.infer<typeof APPLIED>>>,
];
