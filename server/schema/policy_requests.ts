import { DEFAULT_RUN_LIMITS, type RunLimit } from "@dossier/core/policy";
import * as z from "zod";
import {
  INPUTS_FIELD,
  MAX_NAME_LENGTH,
  PROFILE_ID,
  ROOT_FIELDS,
  SESSION_FIELD,
  TRANSCRIPT_TEXT,
} from "./fields.ts";

/** Most capabilities of whoever starts a thread. */
const MAX_CAPABILITIES = 256;

const LIMIT = z.number().min(0);
const LIMIT_NAMES = Object.keys(DEFAULT_RUN_LIMITS) as readonly RunLimit[];
const LIMITS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMIT])) as Record<
  RunLimit,
  typeof LIMIT
>;

const PARENT = z.strictObject({
  id: z.string().min(1).max(MAX_NAME_LENGTH).describe("Its name, which texts of hooks may show"),
  limits: z.strictObject(LIMITS).describe("What it may use itself"),
  spawned: z.int().min(0).describe("How many agents it has started, with this one"),
  capabilities: z.array(z.string().max(MAX_NAME_LENGTH)).max(MAX_CAPABILITIES)
    .describe("What it may do"),
}).describe("The thread that starts this one, which has no more than it");

/** The request of `compose`. */
export type CompositionRequest = z.infer<typeof COMPOSITION_REQUEST>;

export const COMPOSITION_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  profile: PROFILE_ID,
  inputs: z.exactOptional(INPUTS_FIELD),
  for: z.exactOptional(z.enum(["anthropic", "openai", "gemini", "messages", "text"]))
    .describe("Whose request is to be made of it; by default none is"),
  words: z.exactOptional(z.enum(["dossier", "rye"]))
    .describe("In whose words the prompt is; by default those of the profile's form"),
  limits: z.exactOptional(z.partialRecord(z.enum(LIMIT_NAMES), LIMIT))
    .describe("Limits of the run that go before those of the profile"),
  parent: z.exactOptional(PARENT),
  transcript: z.exactOptional(TRANSCRIPT_TEXT)
    .describe("The messages so far, to go on with: one a line, as JSON with role and content"),
  lenient: z.exactOptional(z.boolean())
    .describe("Whether lines behind the last checkpoint of the transcript may be there"),
  partial: z.exactOptional(z.boolean()).describe(
    "Whether it is composed although inputs are missing, whose places stay as they are written",
  ),
}).refine(({ lenient, transcript }) => lenient !== true || transcript !== undefined, {
  path: ["lenient"],
  error: "Give a transcript with it",
});

/** Names a profile. */
export type ProfileRequest = z.infer<typeof PROFILE_REQUEST>;

export const PROFILE_REQUEST = z.strictObject({ ...ROOT_FIELDS, id: PROFILE_ID });

/** The request of `manifest`. */
export type ManifestRequest = z.infer<typeof MANIFEST_REQUEST>;

export const MANIFEST_SESSION = SESSION_FIELD
  .describe("A session: what it was given by its tiers is told as well");

export const MANIFEST_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  session: z.exactOptional(MANIFEST_SESSION),
});

/** Most events of one request. */
const MAX_EVENTS = 256;

const EVENT = z.strictObject({
  kind: z.enum(["turn", "tool", "commit", "file"]).describe("What was done"),
  value: z.string().max(MAX_NAME_LENGTH).default("")
    .describe("Name of the tool, message of the commit, path of the file; of a turn nothing"),
});

/** The request of `noteActivity`. */
export type ActivityRequest = z.infer<typeof ACTIVITY_REQUEST>;

export const ACTIVITY_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  session: SESSION_FIELD,
  events: z.array(EVENT).min(1).max(MAX_EVENTS).describe("What the session did, in order"),
});

/** Names a resource of a manifest, and who reads it. */
export interface ResourceRequest {
  /** Name of the tree, where several are served. */
  readonly root?: string;
  /** URI, such as `dossier://docs/adrs/`. */
  readonly uri: string;
  /** Who reads it; what nobody reads is not recorded. */
  readonly session?: string;
}
