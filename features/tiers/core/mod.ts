/**
 * Selection of the knowledge of a project for a context, in three tiers: a manifest declares
 * sources by URIs, each tier has a budget, and a session does not get the same text twice.
 *
 * @module
 */

export * from "./context_uri.ts";
export * from "./context_manifest.ts";
export * from "./project_document.ts";
export * from "./build_tier.ts";
export * from "./tier_error.ts";
export * from "./session_moments.ts";
export * from "./refresh.ts";
export * from "./relevance.ts";
export * from "./resources.ts";
export * from "./render_manifest.ts";
