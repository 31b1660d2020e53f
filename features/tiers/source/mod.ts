/**
 * What the tiers of a manifest give to a bundle.
 *
 * @module
 */

export type { TierGivingOptions, TierRequestOptions, TiersBrief } from "./ask_tiers.ts";
