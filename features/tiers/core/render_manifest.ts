import type { BuiltTier, TierSourceReport } from "./build_tier.ts";
import type { TierName } from "./context_manifest.ts";

/** An injection, or one that a rule forbade, for people. */
export interface RecentInjection {
  /** ISO 8601. */
  readonly time: string;
  /** Tier of the source. */
  readonly tier: TierName;
  /** The source. */
  readonly uri: string;
  /** What was given; 0 when nothing was. */
  readonly tokens: number;
  /** SHA-256 in lower-case hexadecimal; empty where nothing was read. */
  readonly hash: string;
  /** Why it was not given. */
  readonly reason?: string;
}

/** A plugin as it is for people. */
export interface PluginReport {
  /** As the manifest has it. */
  readonly uri: string;
  /** What it gives, in its own words. */
  readonly provides: readonly string[];
  /** Its salience triggers, as manifests write them. */
  readonly triggers: readonly string[];
  /** Whether it was asked, and has answered. */
  readonly status: "inactive" | "active" | "skipped";
  /** Half a sentence. */
  readonly reason?: string;
}

/** Something that is wrong with what a manifest declares, or should be known. */
export interface ManifestWarning {
  /** What it is about, for programs. */
  readonly code:
    | "over_budget"
    | "stale"
    | "blocked"
    | "error"
    | "plugin_skipped"
    | "manifest_changed"
    | "manifest_problem"
    | "hand_edited"
    | "external_allowed"
    | "sensitive_allowed"
    | "not_granted"
    | "empty"
    | "never_given";
  /** One sentence. */
  readonly message: string;
  /** URI of the source that it is about. */
  readonly source?: string;
}

/** What a manifest declares, against what comes of it. */
export interface ManifestStatus {
  /** Whose way of writing manifests it is. */
  readonly form: "dossier" | "blue";
  /** Path of the manifest, relative to the root. */
  readonly path: string;
  /** Whether there is no such file, so that the default holds. */
  readonly isDefault: boolean;
  /** When it was generated, as it says. */
  readonly generatedAt?: string;
  /** Commit that it was generated from, as it says. */
  readonly sourceCommit?: string;
  /** SHA-256 of the file; absent without one. */
  readonly hash?: string;
  /** Identity, workflow and reference, as a session would be given them. */
  readonly tiers: readonly BuiltTier[];
  /** How the triggers of the workflow tier are written. */
  readonly triggers: readonly string[];
  /** In the order of the manifest. */
  readonly plugins: readonly PluginReport[];
  /** How many edges the relevance graph has for the RFC in progress. */
  readonly edges: number;
  /** What is wrong, or should be known. */
  readonly warnings: readonly ManifestWarning[];
  /** Newest first. */
  readonly injections: readonly RecentInjection[];
}

const THOUSAND = 1000;
const SHORT_HASH = 8;

/** Returns a number of tokens for people: `999`, `1.0k`. */
export function shortTokens(tokens: number): string {
  return tokens < THOUSAND ? String(tokens) : `${(tokens / THOUSAND).toFixed(1)}k`;
}

/** Returns a line about the tiers that are pushed: their sources, and what these give. */
export function renderManifestSummary({ tiers }: Pick<ManifestStatus, "tiers">): string {
  return tiers.filter(({ tier }) => tier !== "reference").map(({ tier, sources, used }) => {
    const noun = sources.length === 1 ? "source" : "sources";
    return `${nameTier(tier)}: ${sources.length} ${noun} (${shortTokens(used)} tokens)`;
  }).join(" | ");
}

function nameTier(tier: TierName): string {
  return tier.charAt(0).toUpperCase() + tier.slice(1);
}

/**
 * Returns what a manifest declares and what comes of it: a section for each tier and for the plugins, and a
 * line for each warning.
 *
 * @param options.isVerbose Whether hashes and the last ten injections are told.
 */
export function renderManifest(
  status: ManifestStatus,
  { isVerbose = false }: { readonly isVerbose?: boolean } = {},
): string {
  const { path, isDefault, tiers, plugins, warnings } = status;
  const sections = [
    [
      `Manifest: ${path}${isDefault ? " (none there: the default holds)" : ""}`,
      ...(isVerbose ? renderOrigin(status) : []),
    ],
    ...tiers.map((tier) => renderTier(tier, status, isVerbose)),
    ...(plugins.length === 0 ? [] : [["Plugins", ...plugins.flatMap(renderPlugin)]]),
    ...(warnings.length === 0 ? [] : [warnings.map(({ message }) => `Warning: ${message}`)]),
    ...(isVerbose ? [renderInjections(status.injections)] : []),
  ];
  return `${sections.map((lines) => lines.map(toOneLine).join("\n")).join("\n\n")}\n`;
}

/** Returns a line without what would end it: names of files, and what plugins say, may hold anything. */
function toOneLine(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, "\ufffd");
}

function renderOrigin({ generatedAt, sourceCommit, hash }: ManifestStatus): readonly string[] {
  const lines = { Generated: generatedAt, Commit: sourceCommit, "SHA-256": hash };
  return Object.entries(lines).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`]
  );
}

function renderTier(
  { tier, sources, used, budget }: BuiltTier,
  { triggers, edges }: ManifestStatus,
  isVerbose: boolean,
): readonly string[] {
  return [
    nameTier(tier),
    `  Budget: ${budget} tokens | Actual: ${used} tokens`,
    ...sources.flatMap((source) => renderSourceReport(source, isVerbose)),
    ...(tier === "workflow" && sources.length > 0
      ? [`  Triggers: ${triggers.join(", ") || "none"}`]
      : []),
    ...(tier === "reference"
      ? [`  Relevance graph: ${edges} ${edges === 1 ? "edge" : "edges"}`]
      : []),
  ];
}

function renderSourceReport(source: TierSourceReport, isVerbose: boolean): readonly string[] {
  const { uri, label, status, reason, tokens, available, hash, files } = source;
  const isFound = files.some((file) => file.status !== "blocked" && file.status !== "error");
  const of = available === tokens ? `${tokens} tokens` : `${tokens} of ${available} tokens`;
  const why = reason === undefined ? "" : `: ${reason}`;
  const name = label === undefined ? uri : `${uri} (${label})`;
  return [
    `  ${isFound ? "✓" : "○"} ${name}  ${of}, ${status}${why}`,
    ...(isVerbose
      ? [
        `    SHA-256 ${hash}`,
        ...files.map(({ path, status, tokens }) => `    ${path}  ${tokens} tokens, ${status}`),
      ]
      : []),
  ];
}

function renderPlugin(
  { uri, provides, triggers, status, reason }: PluginReport,
): readonly string[] {
  const what = provides.length === 0 ? "" : ` (${provides.join(", ")})`;
  return [
    `  ${status === "active" ? "✓" : "○"} ${uri}${what}  ${status}${reason ? `: ${reason}` : ""}`,
    ...(triggers.length === 0 ? [] : [`    Triggers: ${triggers.join(", ")}`]),
  ];
}

function renderInjections(injections: readonly RecentInjection[]): readonly string[] {
  return [
    "Last injections",
    ...(injections.length === 0 ? ["  none"] : injections.map(
      ({ time, tier, uri, tokens, hash, reason }) =>
        `  ${time}  ${tier}  ${uri}  ${tokens} tokens  ${hash.slice(0, SHORT_HASH) || "-"}` +
        (reason === undefined ? "" : `  not given: ${reason}`),
    )),
  ];
}
