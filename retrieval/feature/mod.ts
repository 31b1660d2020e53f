/**
 * What a feature is made of, such as policies or tiers of context.
 *
 * @module
 */

export type { Feature, TreeTriggers } from "./feature.ts";
