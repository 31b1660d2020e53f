/**
 * Tiers of context: what the manifest of a project gives, and when.
 *
 * @module
 */

export {
  type BuildKnowledgeOptions,
  type BuiltKnowledge,
  ContextTiers,
  type ManifestProblem,
  type NamedPlugin,
  openTiers,
  type ReadResource,
  type SessionStart,
  type SessionTiers,
  type TierGivingOptions,
  type TierInjection,
  type TierOptions,
  type TrustReview,
} from "@dossier/tiers";
export {
  type BuiltTier,
  type CompactionMoment,
  type ContextResource,
  type ManifestStatus,
  type ManifestWarning,
  type PluginReport,
  type RecentInjection,
  type RefreshPolicy,
  type TierChoice,
  type TierFileReport,
  type TierName,
  type TierSourceReport,
  type TierStatus,
} from "@dossier/tiers/core";
