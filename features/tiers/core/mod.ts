/**
 * Which knowledge of a project enters a context, in three tiers: a manifest declares sources by URIs, each tier
 * has a budget, and what a session holds is not given again.
 *
 * @module
 */

export * from "./context_uri.ts";
export * from "./context_manifest.ts";
export * from "./project_document.ts";
export * from "./build_tier.ts";
export * from "./tier_error.ts";
export * from "./across_compaction.ts";
export * from "./refresh.ts";
export * from "./relevance.ts";
export * from "./resources.ts";
export * from "./render_manifest.ts";
