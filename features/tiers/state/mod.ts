/**
 * The records of tiers in the state of a tree: injections, marks of checked activity, and
 * acknowledged manifests.
 *
 * @module
 */

export { acknowledgedManifestHash, acknowledgeManifest } from "./manifest_records.ts";
export { findRefreshMark, type ProjectMark, type RefreshMark } from "./refresh_mark.ts";
export {
  findLastTierHash,
  listTierEntries,
  listTierInjections,
  readTierStatistics,
  readTierVersion,
  recordTiers,
  type TierDelivery,
  type TierInjection,
  type TierInjectionDraft,
  type TierStatistics,
  withdrawTiers,
  writeTierDelivery,
} from "./tier_injections.ts";
