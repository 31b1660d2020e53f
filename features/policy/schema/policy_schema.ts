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
  .describe("In the system prompt, or before or after the user's prompt");
const BLOCK_SOURCE = z.enum(["hook", "extends", "profile"])
  .describe("Its requester: a hook, an ancestor, or the profile itself");
const SKIP_REASON = z.enum([
  ...["suppressed", "not_found", "empty", "excluded", "over_budget", "failed"] as const,
]);
const TOKENS = COUNT.describe("Tokens by the estimator of the prompt");
const TEXTS = z.array(z.string()).readonly();
const VALUES = z.record(z.string(), z.unknown());
const ASKING = z.exactOptional(z.string()).describe("ID of the profile that requested it");

/** The file of a profile or an item. */
export const ITEM_ORIGIN = z.strictObject({
  space: z.enum(["project", "user", "system"]).describe("Space in which it was found"),
  path: z.string().describe(
    "Path, relative to the root in the project's space, otherwise absolute",
  ),
  hash: z.string().describe("SHA-256 of the file"),
  signature: z.enum(["valid", "partial", "unverified", "missing"])
    .describe(
      "Signed by a key that the user trusts, as a whole or in part, or only with a matching hash",
    ),
  key: z.exactOptional(z.string()).describe("Fingerprint of the key that its signature names"),
  shadows: TEXTS.describe("Files of later spaces that it hides"),
});

/** A profile of a list. */
export const PROFILE_ENTRY_SCHEMA = z.strictObject({
  id: ID.describe("Path below the folder of profiles, without extension"),
  description: z.string().describe("Description; empty when there is none"),
  extends: z.exactOptional(z.string()).describe("ID of the parent that it names itself"),
  origin: z.exactOptional(ITEM_ORIGIN).describe("Origin; absent for a profile that cannot be read"),
  fault: z.exactOptional(z.string()).describe("Reason why it cannot be read"),
});

/** A text of a prompt, and its origin. */
export const COMPOSED_BLOCK = z.strictObject({
  id: ID.describe("ID of the hook, otherwise of the item"),
  itemId: ID.describe("The item that a hook fetched, or the same as the id"),
  position: POSITION,
  source: BLOCK_SOURCE,
  profile: ASKING,
  text: z.string().describe("Value as it is used"),
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
  detail: z.exactOptional(z.string()).describe("Reason, as half a sentence"),
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
  after: TEXTS.describe("Hooks and items after the prompt, in order"),
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
  }).describe("Texts and permissions that the chain gives the profile"),
  permissions: TEXTS.describe("Permissions of the agent"),
  limits: z.record(z.enum(LIMIT_NAMES), z.number()).describe("Limits of its run"),
  inputs: VALUES.describe("Given inputs, and defaults for the others"),
  system: z.string().describe("The system prompt; empty when there is none"),
  messages: z.array(z.strictObject({ role: z.string(), content: z.string() })).readonly(),
  palette: z.strictObject({
    definitions: z.array(z.strictObject({
      name: z.string(),
      description: z.string(),
      schema: VALUES.describe("JSON Schema of its parameters"),
      itemId: ID,
      primary: z.string().describe("Action of a call to it"),
    })).readonly(),
    omitted: z.array(z.strictObject({
      itemId: ID,
      reason: z.enum(["budget", "schema", "name"]),
      detail: z.exactOptional(z.string()).describe(
        "Reason why its file has no schema, with the fix",
      ),
    })).readonly(),
    summary: TEXTS,
    tree: z.string().describe("Permissions as lines for people"),
    capabilities: TEXTS,
    characters: COUNT,
  }).describe("Tools that are offered to the model"),
  budgets: z.strictObject({
    system: z.exactOptional(COUNT),
    before: z.exactOptional(COUNT),
    after: z.exactOptional(COUNT),
    tools: COUNT,
  }).describe(
    "Maximum number of tokens, of four characters each, of the items at a position, and of the tools",
  ),
  blocks: z.array(COMPOSED_BLOCK).readonly()
    .describe("Texts around the prompt, in their order"),
  skipped: z.array(SKIPPED_BLOCK).readonly().describe("Requested items that are not included"),
  events: z.strictObject({
    systemPrompt: z.exactOptional(SYSTEM_PROMPT_EVENT),
    contextInjected: CONTEXT_INJECTED_EVENT,
  }).describe("Facts about the prompt for a runner"),
  notes: TEXTS.describe("Notes for people"),
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
