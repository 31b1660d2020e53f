/**
 * Tiers of context: what the manifest of a project gives, and when.
 *
 * @module
 */

export * from "@dossier/tiers";
export * from "@dossier/tiers/core";
