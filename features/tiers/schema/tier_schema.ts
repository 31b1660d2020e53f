/**
 * The JSON form of a manifest and its result; `bundle_schema.ts` of the engine says how schemas and
 * types are kept the same.
 *
 * @module
 */
import { COUNT, type Plain, type Proved, type Same } from "@dossier/retrieval/schema";
import * as z from "zod";
import type { SessionTiers } from "../context_tiers.ts";
import type { BuiltTier, ManifestStatus } from "../core/mod.ts";

const TIER = z.enum(["identity", "workflow", "reference"]);
const URI = z.string().describe("URI as in the manifest");
const REASON = z.exactOptional(z.string()).describe("Reason, as half a sentence");
const HASH = z.string().describe("SHA-256 in lower-case hexadecimal");
const TIME = z.string().describe("ISO 8601");
const TOKENS = COUNT.describe("Tokens, as a quarter of the characters");

const FILE_STATUSES = [
  ...["injected", "truncated", "omitted_budget", "blocked", "error", "deferred", "fresh"] as const,
] as const;

/** A tier as for a new session. */
export const BUILT_TIER = z.strictObject({
  tier: TIER,
  text: z.string().describe("Texts of all sources"),
  sources: z.array(z.strictObject({
    uri: URI,
    label: z.exactOptional(z.string()),
    hash: HASH,
    status: z.enum([...FILE_STATUSES, "empty"]).describe("Outcome of the source as a whole"),
    reason: REASON,
    tokens: TOKENS.describe("Tokens of the included text"),
    available: TOKENS.describe("Tokens of the whole source"),
    files: z.array(z.strictObject({
      path: z.string().describe("Path relative to the root; a URI when it is not a file"),
      status: z.enum(FILE_STATUSES),
      tokens: TOKENS.describe("Tokens of the whole file"),
      reason: REASON,
      text: z.exactOptional(z.string()).describe("Included text"),
      modified: z.exactOptional(z.number()).describe("Last change, in milliseconds since 1970"),
    })).readonly(),
  })).readonly(),
  used: TOKENS,
  budget: TOKENS.describe("Maximum number of tokens of the text"),
});

const WARNING = z.strictObject({
  code: z.enum([
    ...["over_budget", "stale", "blocked", "error", "plugin_skipped"] as const,
    ...["manifest_changed", "manifest_problem", "hand_edited"] as const,
    ...["external_allowed", "sensitive_allowed", "not_granted"] as const,
    ...["empty", "never_given"] as const,
  ]),
  message: z.string().describe("One sentence"),
  source: z.exactOptional(URI).describe("Source with the problem"),
});

/** Validates the JSON form of a manifest and its result. */
export const MANIFEST_STATUS_SCHEMA = z.strictObject({
  form: z.enum(["dossier", "blue"]).describe("Format of the manifest"),
  path: z.string().describe("Path relative to the root"),
  isDefault: z.boolean().describe("True when there is no such file, so that the default applies"),
  generatedAt: z.exactOptional(z.string()),
  sourceCommit: z.exactOptional(z.string()),
  hash: z.exactOptional(HASH),
  tiers: z.array(BUILT_TIER).readonly(),
  triggers: z.array(z.string()).readonly().describe("Refresh triggers of the workflow tier"),
  plugins: z.array(z.strictObject({
    uri: URI,
    provides: z.array(z.string()).readonly(),
    triggers: z.array(z.string()).readonly(),
    status: z.enum(["inactive", "active", "skipped"]),
    reason: REASON,
  })).readonly(),
  edges: COUNT.describe("Edges of the relevance graph for the RFC in progress"),
  warnings: z.array(WARNING).readonly(),
  injections: z.array(z.strictObject({
    time: TIME,
    tier: TIER,
    uri: z.string(),
    tokens: COUNT,
    hash: z.string(),
    reason: REASON,
  })).readonly().describe("Last ten injections, newest first"),
});

/** Validates the JSON form of a session's injections from its tiers. */
export const SESSION_TIERS_SCHEMA = z.strictObject({
  session: z.string(),
  injections: COUNT.describe("Number of injections to the session"),
  tokens: COUNT.describe("Tokens of these injections"),
  recent: z.array(z.strictObject({
    id: z.int().min(1),
    session: z.string(),
    time: TIME,
    tier: TIER,
    source: z.string().describe("URI"),
    hash: z.string(),
    tokens: COUNT,
    trigger: z.string().describe("Trigger"),
    reason: REASON,
    record: z.exactOptional(z.int().min(1)).describe("Number of the record that it came with"),
  })).readonly().describe("Last ten injections, also refused ones, newest first"),
  edges: COUNT.describe("Edges of the relevance graph for the RFC in progress"),
  cooldownMs: COUNT.describe("Minimum time between two injections, in milliseconds"),
  mayRefresh: z.boolean().describe("True when that time has passed"),
});

/** Compiles only when schemas and types are the same. */
export type TierSchemaProof = [
  Proved<Same<Plain<BuiltTier>, z.infer<typeof BUILT_TIER>>>,
  Proved<Same<Plain<ManifestStatus>, z.infer<typeof MANIFEST_STATUS_SCHEMA>>>,
  Proved<Same<Plain<SessionTiers>, z.infer<typeof SESSION_TIERS_SCHEMA>>>,
];
