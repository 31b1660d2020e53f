import type { BuiltTier } from "./build_tier.ts";
import type { TierSource } from "./context_manifest.ts";
import type { ManifestForm } from "./manifest_form.ts";

/**
 * Returns what a session is told of its tiers as it begins: the identity tier in full, and of the workflow
 * tier the URIs, a line each. What the reference tier has is given when it is asked for.
 */
export function tellSessionStart(
  identity: BuiltTier,
  workflow: readonly Pick<TierSource, "uri" | "label">[],
  { path }: Pick<ManifestForm, "path">,
): string {
  const given = identity.sources.filter(({ tokens }) => tokens > 0);
  const parts = [
    [`Project context by ${path}`, ...given.map(tellSource)].join("\n"),
    ...(identity.text === "" ? [] : [identity.text]),
    ...(workflow.length === 0
      ? []
      : [["Ask by URI for what you need of:", ...workflow.map(tellSource)].join("\n")]),
  ];
  return parts.join("\n\n");
}

function tellSource({ uri, label }: Pick<TierSource, "uri" | "label">): string {
  return label === undefined ? `- ${uri}` : `- ${uri} (${label})`;
}
