import { nearestNames } from "@dossier/core/query";
import {
  type BuiltTier,
  type ContextManifest,
  type ManifestWarning,
  NO_TEXT_YET,
  parseContextUri,
  type TierInput,
} from "@dossier/core/tier";
import { openGlobs, placesOf } from "../tree/mod.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import { INACTIVE } from "./resolve_source.ts";

/** What becomes of the sources of a workflow tier that no trigger gives. */
export const NEVER_GIVEN: NonNullable<TierInput["instead"]> = {
  status: "deferred",
  reason: "the tier has no refresh_triggers",
};

/** What came of a manifest. */
interface ManifestOutcome {
  readonly tiers: readonly BuiltTier[];
  readonly gatherer: TierGatherer;
}

/** Returns a warning for each part of a manifest that gives nothing as it is written. */
export async function listIdle(
  manifest: ContextManifest,
  { tiers, gatherer: { places } }: ManifestOutcome,
): Promise<readonly ManifestWarning[]> {
  const { workflow, plugins, knowledge } = manifest;
  // What depends on an RFC in progress, or is a place for texts, is empty now and then.
  const expected: readonly (string | undefined)[] = [INACTIVE.reason, NO_TEXT_YET];
  const empty = tiers.flatMap(({ sources }) => sources)
    .filter(({ status, reason }) => status === "empty" && !expected.includes(reason));
  const globs = knowledge.flatMap(({ id, sources }) => sources.map((glob) => ({ id, glob })));
  const paths = empty.length + globs.length === 0 ? [] : await places.listPaths();
  const warnings: ManifestWarning[] = empty.map(({ uri, reason }) => {
    const parsed = parseContextUri(uri, places.form);
    const [nearest] = parsed.kind === "path" ? nearestNames(parsed.glob, paths, { limit: 1 }) : [];
    const hint = nearest === undefined
      ? "write what there is, or take it out"
      : `did you mean "${nearest}"?`;
    return { code: "empty", message: `${uri} gives nothing as ${reason}: ${hint}`, source: uri };
  });
  for (const { id, glob } of globs) {
    const matches = await openGlobs([glob], placesOf(places.root));
    if (paths.some(matches)) continue;
    const message = `"${glob}" of the knowledge file "${id}" matches no file: write one that does`;
    warnings.push({ code: "empty", message });
  }
  if (workflow.sources.length > 0 && workflow.refreshTriggers.length === 0) {
    const message = "The workflow tier is given only to who asks for it, as it has no " +
      "refresh_triggers: write some, such as [on_rfc_change, every_10_turns]";
    warnings.push({ code: "never_given", message });
  }
  for (const { uri, salienceTriggers } of plugins) {
    if (salienceTriggers.length > 0) continue;
    const message = `${uri} is never asked, as it has no salience_triggers: write some`;
    warnings.push({ code: "never_given", message, source: uri });
  }
  return warnings;
}
