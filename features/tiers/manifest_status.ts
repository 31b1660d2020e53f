import {
  buildTier,
  type BuiltTier,
  type ContextManifest,
  formatTrigger,
  type KnowledgeArtifact,
  type ManifestStatus,
  type ManifestWarning,
  NO_TEXT_YET,
  parseContextUri,
  type TierInput,
} from "./core/mod.ts";
import { acknowledgedManifestHash, listTierInjections } from "./state/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import { PROGRAM, readPlainText } from "@dossier/retrieval/machine";
import { isHandEdited } from "./build_knowledge.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import { formatChangeMessage, type LoadedManifest } from "./read_context_manifest.ts";
import { INACTIVE, listSourceRequests, type RequestingSource } from "./resolve_source.ts";
import { nearestNames } from "@dossier/core/query";
import { createPathCheck, openGlobs } from "@dossier/retrieval/tree";

/** Number of injections in the list. */
const RECENT_INJECTIONS = 10;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the declarations of a manifest, with their result for a session that begins now. */
export async function buildManifestStatus(
  read: LoadedManifest,
  gatherer: TierGatherer,
  state: StateStore,
): Promise<ManifestStatus> {
  const { form, manifest, problems, hash } = read;
  const tiers: BuiltTier[] = [];
  const isTriggered = manifest.workflow.refreshTriggers.length > 0;
  for (const tier of ["identity", "workflow"] as const) {
    const inputs = await gatherer.readInputs(tier);
    const isGiven = tier === "identity" || isTriggered;
    const asGiven = isGiven
      ? inputs
      : inputs.map((input) => ({ instead: NOT_TRIGGERED, ...input }));
    tiers.push(buildTier(tier, asGiven, { budget: manifest[tier].maxTokens }));
  }
  tiers.push(await gatherer.buildReferenceTier());
  const plugins = await gatherer.listPluginReports();
  const isChanged = hash !== undefined &&
    await acknowledgedManifestHash(state, form.path, hash) !== hash;
  const warnings: ManifestWarning[] = [
    ...problems.map(({ message }) => warn("manifest_problem", message)),
    ...(isChanged ? [warn("manifest_changed", formatChangeMessage(form.path))] : []),
    ...await listHandEdited(gatherer, manifest.knowledge),
    ...(await listSourceRequests(read, gatherer.places)).flatMap(listRequestWarnings),
    ...(hash === undefined ? [] : await listUnusedParts(manifest, { tiers, gatherer })),
    ...tiers.flatMap((tier) =>
      listWarnings(tier, { now: state.now(), days: manifest.reference.stalenessDays })
    ),
    ...plugins.flatMap(({ uri, status, reason }) =>
      status === "skipped" ? [warn("plugin_skipped", `${uri} was skipped: ${reason}`)] : []
    ),
  ];
  const { generatedAt, sourceCommit } = manifest;
  return {
    form: form.name,
    path: form.path,
    isDefault: hash === undefined,
    ...(generatedAt === undefined ? {} : { generatedAt }),
    ...(sourceCommit === undefined ? {} : { sourceCommit }),
    ...(hash === undefined ? {} : { hash }),
    tiers,
    triggers: manifest.workflow.refreshTriggers.map(formatTrigger),
    plugins,
    edges: gatherer.listRelevantUris().length,
    warnings,
    injections: (await listTierInjections(state, { limit: RECENT_INJECTIONS }))
      .map(({ time, tier, source, tokens, hash, reason }) => ({
        time,
        tier,
        uri: source,
        tokens,
        hash,
        ...(reason === undefined ? {} : { reason }),
      })),
  };
}

/** Texts about granted options of sources. */
const ALLOWED = {
  external: "may include files outside the root",
  sensitive: "may include files whose names suggest secrets",
} as const;

/**
 * Returns the warnings about the requests of a source: whether it is granted, and which are not.
 */
function listRequestWarnings(
  { uri, option, line, requests }: RequestingSource,
): readonly ManifestWarning[] {
  const key = `allow_${option}`;
  if (requests.length === 0) {
    const message = `${uri} requests ${key} in line ${line}, but no file needs it now`;
    return [warn("not_granted", message, uri)];
  }
  return [
    ...(requests.some(({ isGranted }) => isGranted)
      ? [warn(`${option}_allowed`, `${uri} ${ALLOWED[option]}`, uri)]
      : []),
    ...requests.filter(({ isGranted }) => !isGranted).map(({ target }) => {
      const message = `${uri} requests ${key} in line ${line} to include "${target}", ` +
        `which takes effect only after "${PROGRAM} trust accept"`;
      return warn("not_granted", message, uri);
    }),
  ];
}

/** Returns a warning for each knowledge file that was edited by hand. */
async function listHandEdited(
  { places: { root, form } }: TierGatherer,
  artifacts: readonly KnowledgeArtifact[],
): Promise<readonly ManifestWarning[]> {
  const warnings: ManifestWarning[] = [];
  for (const { id } of artifacts) {
    const path = `${form.folder}/knowledge/${id}.md`;
    const read = readPlainText(`${root}/${path}`, { below: root });
    if (read.kind === "refused" || !await isHandEdited(read.text)) continue;
    warnings.push(
      warn("hand_edited", `"${path}" has been edited by hand, so it is not built again`),
    );
  }
  return warnings;
}

function listWarnings(
  { tier, sources, budget }: BuiltTier,
  { now, days }: { readonly now: number; readonly days: number },
): readonly ManifestWarning[] {
  const needed = sources.reduce((sum, { available }) => sum + available, 0);
  return [
    ...(needed > budget
      ? [warn("over_budget", `The ${tier} tier has ${needed} tokens, but its budget is ${budget}`)]
      : []),
    ...sources.flatMap(({ uri, status, reason, files }) => {
      const refused = files.filter((file) => file.status === "blocked" || file.status === "error");
      const old = files.filter(({ modified }) =>
        modified !== undefined && now - modified > days * DAY_MS
      );
      const [oldest] = old.toSorted((a, b) => a.modified! - b.modified!);
      return [
        ...refused.map(({ path, status, reason }) =>
          warn(status === "blocked" ? "blocked" : "error", `"${path}" of ${uri}: ${reason}`, uri)
        ),
        ...(status === "error" && refused.length === 0
          ? [warn("error", `${uri}: ${reason}`, uri)]
          : []),
        ...(oldest === undefined ? [] : [
          warn("stale", formatStaleMessage(uri, { count: old.length, oldest, now, days }), uri),
        ]),
      ];
    }),
  ];
}

function formatStaleMessage(
  uri: string,
  { count, oldest, now, days }: {
    readonly count: number;
    readonly oldest: { readonly path: string; readonly modified?: number };
    readonly now: number;
    readonly days: number;
  },
): string {
  const age = Math.floor((now - oldest.modified!) / DAY_MS);
  const files = count === 1 ? "A document" : `${count} documents`;
  const verb = count === 1 ? "has" : "have";
  return `${files} of ${uri} ${verb} not changed for ${days} days; "${oldest.path}" for ${age}`;
}

function warn(code: ManifestWarning["code"], message: string, source?: string): ManifestWarning {
  return { code, message, ...(source === undefined ? {} : { source }) };
}

/** Result of the sources of a workflow tier without refresh triggers. */
export const NOT_TRIGGERED: NonNullable<TierInput["instead"]> = {
  status: "deferred",
  reason: "the tier has no refresh_triggers",
};

/** The result of a manifest. */
interface ManifestOutcome {
  readonly tiers: readonly BuiltTier[];
  readonly gatherer: TierGatherer;
}

/** Returns a warning for each part of a manifest that has no effect. */
export async function listUnusedParts(
  manifest: ContextManifest,
  { tiers, gatherer: { places } }: ManifestOutcome,
): Promise<readonly ManifestWarning[]> {
  const { workflow, plugins, knowledge } = manifest;
  // Sources that depend on an RFC in progress, and folders for texts, are empty at times.
  const expected: readonly (string | undefined)[] = [INACTIVE.reason, NO_TEXT_YET];
  const empty = tiers.flatMap(({ sources }) => sources)
    .filter(({ status, reason }) => status === "empty" && !expected.includes(reason));
  const globs = knowledge.flatMap(({ id, sources }) => sources.map((glob) => ({ id, glob })));
  const paths = empty.length + globs.length === 0 ? [] : await places.listPaths();
  const warnings: ManifestWarning[] = empty.map(({ uri, reason }) => {
    const parsed = parseContextUri(uri, places.form);
    const [nearest] = parsed.kind === "path" ? nearestNames(parsed.glob, paths, { limit: 1 }) : [];
    const hint = nearest === undefined
      ? "write one that exists, or remove it"
      : `did you mean "${nearest}"?`;
    return { code: "empty", message: `${uri} includes nothing as ${reason}: ${hint}`, source: uri };
  });
  for (const { id, glob } of globs) {
    const matches = await openGlobs([glob], createPathCheck(places.root));
    if (paths.some(matches)) continue;
    const message =
      `"${glob}" of the knowledge file "${id}" matches no file: write a glob that does`;
    warnings.push({ code: "empty", message });
  }
  if (workflow.sources.length > 0 && workflow.refreshTriggers.length === 0) {
    const message = "The workflow tier is returned on request only, as it has no " +
      "refresh_triggers: add some, such as [on_rfc_change, every_10_turns]";
    warnings.push({ code: "never_given", message });
  }
  for (const { uri, salienceTriggers } of plugins) {
    if (salienceTriggers.length > 0) continue;
    const message = `${uri} is never called, as it has no salience_triggers: add some`;
    warnings.push({ code: "never_given", message, source: uri });
  }
  return warnings;
}
