/**
 * What is kept of tiers in the state of a tree: what they gave, how far sessions were looked at, and which manifest was
 * agreed to.
 *
 * @module
 */

export { acknowledgeManifest, agreedManifest } from "./manifest_records.ts";
export { findRefreshMark, type ProjectMark, type RefreshMark } from "./refresh_mark.ts";
export {
  type GivenTiers,
  lastTierHash,
  listTierEntries,
  listTierInjections,
  recordTiers,
  type TierInjection,
  type TierInjectionDraft,
  type TierStatistics,
  tierStatistics,
  tierVersion,
  withdrawTiers,
  writeGivenTiers,
} from "./tier_injections.ts";
