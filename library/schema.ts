/**
 * What answers are made of: all types of bundles, records, indexes and settings, and their JSON Schemas.
 *
 * @module
 */

export type * from "@dossier/core";
export type * from "@dossier/retrieval";
export { POLICY_SCHEMAS } from "@dossier/policy/schema";
export { SCHEMAS } from "@dossier/retrieval/schema";
export { TIER_SCHEMAS } from "@dossier/tiers/schema";
