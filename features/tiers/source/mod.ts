/**
 * The context source for tiers.
 *
 * @module
 */

export type { TierGivingOptions, TierRequestOptions, TiersBrief } from "./tiers_brief.ts";
