/**
 * Reads the context manifest of a project: manifests are parsed, sources are resolved and read
 * within their grants, plugins are called, and injections into sessions are recorded.
 *
 * @module
 */

export type { BuildKnowledgeOptions, BuiltKnowledge } from "./build_knowledge.ts";
export { openTiers } from "./open_tiers.ts";
export type { TierGivingOptions } from "./source/mod.ts";
export { ContextTiers, type SessionTiers } from "./context_tiers.ts";
export type { ManifestProblem } from "./manifest_reader.ts";
export type { ReadResource } from "./read_resource.ts";
export {
  type OfferedTier,
  type OfferedTiers,
  offerTiers,
  type TiersRequest,
} from "./offer_tiers.ts";
export type { NamedPlugin, TrustReview } from "./review_trust.ts";
export type { TriggerWatch } from "./trigger_watch.ts";
export type { TierOptions } from "./open_gatherer.ts";
export { draftTierInjections } from "./session_record.ts";
export type { ContextTiersOptions, SessionStart } from "./start_session.ts";
export type { TierInjection } from "./state/mod.ts";
