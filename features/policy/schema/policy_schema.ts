/**
 * JSON schemas of profiles and compositions; `bundle_schema.ts` of the engine says how schemas and
 * types are kept the same. Metadata of profiles is open, as files may have any.
 *
 * @module
 */
import { COUNT, type Plain, type Proved, type Same } from "@dossier/retrieval/schema";
import * as z from "zod";
import type { ComposedContext } from "../compose_profile.ts";
import { DEFAULT_RUN_LIMITS, type RunLimit, type SkippedBlock } from "../core/mod.ts";
import type { ProfileEntry } from "../list_profiles.ts";
import type { ComposedBlock } from "../load_blocks.ts";

const ID = z.string();
const POSITION = z.enum(["system", "before", "after"])
  .describe("In the system prompt, or before or behind what is asked");
const BLOCK_SOURCE = z.enum(["hook", "extends", "profile"])
  .describe("What asked for it: a hook, an ancestor, or the profile itself");
const SKIP_REASON = z.enum([
  ...["suppressed", "not_found", "empty", "excluded", "over_budget", "failed"] as const,
]);
const TOKENS = COUNT.describe("As the estimator of the prompt counts");
const TEXTS = z.array(z.string()).readonly();
const VALUES = z.record(z.string(), z.unknown());
const ASKING = z.exactOptional(z.string()).describe("Id of the profile that asked for it");

/** The file of a profile or an item. */
export const ITEM_ORIGIN = z.strictObject({
  space: z.enum(["project", "user", "system"]).describe("Where it was found"),
  path: z.string().describe("Relative to the root in the project's space, else absolute"),
  hash: z.string().describe("SHA-256 of the file"),
  signature: z.enum(["valid", "partial", "unverified", "missing"])
    .describe(
      "Signed by a key that the user trusts, all or a part, or only carrying a hash that matches",
    ),
  key: z.exactOptional(z.string()).describe("Fingerprint of the key that its signature names"),
  shadows: TEXTS.describe("Files of later spaces that it hides"),
});

/** A profile of a list. */
export const PROFILE_ENTRY_SCHEMA = z.strictObject({
  id: ID.describe("Path below the folder of profiles, without extension"),
  description: z.string().describe("Empty when there is none"),
  extends: z.exactOptional(z.string()).describe("Id of the parent that it names itself"),
  origin: z.exactOptional(ITEM_ORIGIN).describe("Absent for one that cannot be read"),
  fault: z.exactOptional(z.string()).describe("Why it cannot be read"),
});

/** A text of a prompt, and its origin. */
export const COMPOSED_BLOCK = z.strictObject({
  id: ID.describe("Of a hook its id, else that of the item"),
  itemId: ID.describe("The item that a hook fetched, or the same as the id"),
  position: POSITION,
  source: BLOCK_SOURCE,
  profile: ASKING,
  text: z.string().describe("As it is given"),
  tokens: TOKENS,
  origin: ITEM_ORIGIN,
});

/** An item that was requested and omitted. */
export const SKIPPED_BLOCK = z.strictObject({
  id: ID,
  position: POSITION,
  source: BLOCK_SOURCE,
  profile: ASKING,
  reason: SKIP_REASON,
  detail: z.exactOptional(z.string()).describe("Half a sentence"),
});

/** The event of a system prompt. */
export const SYSTEM_PROMPT_EVENT = z.strictObject({
  text: z.string().describe("The whole prompt"),
  layers: TEXTS.describe("Items of the chain that are in it, in order"),
  hookLayers: TEXTS.describe("Hooks that are in it, in order"),
});

/** The event of a first message. */
export const CONTEXT_INJECTED_EVENT = z.strictObject({
  before: TEXTS.describe("Hooks and items before the prompt, in order"),
  after: TEXTS.describe("Items and hooks behind it"),
  blocks: z.array(z.strictObject({
    id: ID,
    position: POSITION,
    chars: COUNT.describe("Code points"),
    tokens: TOKENS,
    source: BLOCK_SOURCE,
  })).readonly(),
  skipped: z.array(z.strictObject({ id: ID, reason: SKIP_REASON })).readonly(),
});

const LIMIT_NAMES = Object.keys(DEFAULT_RUN_LIMITS) as readonly RunLimit[];

/** Validates the JSON form of a composed prompt; unknown keys are rejected. */
export const COMPOSED_CONTEXT_SCHEMA = z.strictObject({
  profile: ID,
  route: z.exactOptional(z.looseObject({
    parent: ID.describe("The parent that a hook gave"),
    hook: z.looseObject({ id: z.exactOptional(ID) }),
    replaced: z.exactOptional(ID).describe("The parent that the profile names itself"),
  })),
  chain: z.array(z.looseObject({
    id: ID,
    description: z.string(),
    extends: z.exactOptional(ID),
    permissions: TEXTS,
    form: z.enum(["dossier", "rye"]),
    origin: ITEM_ORIGIN,
  })).readonly().describe("The profiles that it extends and itself, the root first"),
  inherited: z.looseObject({
    permissions: TEXTS,
    permissionsFrom: z.exactOptional(ID).describe("The profile whose permissions these are"),
  }).describe("What the chain gives the profile"),
  permissions: TEXTS.describe("What the agent may do"),
  limits: z.record(z.enum(LIMIT_NAMES), z.number()).describe("What its run may use"),
  inputs: VALUES.describe("Those that are given, and what stands for others"),
  system: z.string().describe("The system prompt; empty when there is none"),
  messages: z.array(z.strictObject({ role: z.string(), content: z.string() })).readonly(),
  palette: z.strictObject({
    definitions: z.array(z.strictObject({
      name: z.string(),
      description: z.string(),
      schema: VALUES.describe("JSON Schema of its parameters"),
      itemId: ID,
      primary: z.string().describe("The action that a call of it is"),
    })).readonly(),
    omitted: z.array(z.strictObject({
      itemId: ID,
      reason: z.enum(["budget", "schema", "name"]),
      detail: z.exactOptional(z.string()).describe("Why its file says no schema, with the fix"),
    })).readonly(),
    summary: TEXTS,
    tree: z.string().describe("What the capabilities allow, in lines for people"),
    capabilities: TEXTS,
    characters: COUNT,
  }).describe("The tools that the model is offered"),
  budgets: z.strictObject({
    system: z.exactOptional(COUNT),
    before: z.exactOptional(COUNT),
    after: z.exactOptional(COUNT),
    tools: COUNT,
  }).describe("Most tokens, of four characters each, of the items at a position, and of the tools"),
  blocks: z.array(COMPOSED_BLOCK).readonly()
    .describe("The texts around the prompt, in the order in which they stand"),
  skipped: z.array(SKIPPED_BLOCK).readonly().describe("What was asked for and is not given"),
  events: z.strictObject({
    systemPrompt: z.exactOptional(SYSTEM_PROMPT_EVENT),
    contextInjected: CONTEXT_INJECTED_EVENT,
  }).describe("What a runner tells of the prompt"),
  notes: TEXTS.describe("What people should know"),
});

/** Compiles only when schemas and types are the same. */
export type PolicySchemaProof = [
  Proved<Same<Plain<ProfileEntry>, z.infer<typeof PROFILE_ENTRY_SCHEMA>>>,
  Proved<Same<Plain<ComposedBlock>, z.infer<typeof COMPOSED_BLOCK>>>,
  Proved<Same<Plain<SkippedBlock>, z.infer<typeof SKIPPED_BLOCK>>>,
  Proved<
    Same<Plain<ComposedContext["events"]>, z.infer<typeof COMPOSED_CONTEXT_SCHEMA>["events"]>
  >,
  Proved<Same<keyof ComposedContext, keyof z.infer<typeof COMPOSED_CONTEXT_SCHEMA>>>,
];
