import type { BuiltTier, TierSourceReport } from "./build_tier.ts";
import type { TierName } from "./context_manifest.ts";

/** An injection, as it is shown to people. Blocked ones are included. */
export interface RecentInjection {
  /** Time in ISO 8601. */
  readonly time: string;
  /** Tier of the source. */
  readonly tier: TierName;
  /** URI of the source. */
  readonly uri: string;
  /** Tokens of the injected text; 0 when there was none. */
  readonly tokens: number;
  /** SHA-256 in lower-case hexadecimal; empty when nothing was read. */
  readonly hash: string;
  /** The reason why it was not injected. */
  readonly reason?: string;
}

/** A plugin, as it is shown to people. */
export interface PluginReport {
  /** URI in the manifest. */
  readonly uri: string;
  /** Its description of the context that it provides. */
  readonly provides: readonly string[];
  /** Its salience triggers, in the notation of manifests. */
  readonly triggers: readonly string[];
  /** `active` when it responded to a request. */
  readonly status: "inactive" | "active" | "skipped";
  /** Half a sentence. */
  readonly reason?: string;
}

/** A problem of a manifest, or a fact about it that the user should know. */
export interface ManifestWarning {
  /** The kind of the warning. */
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
  /** URI of the source. */
  readonly source?: string;
}

/** The declarations of a manifest, and the contents that they lead to. */
export interface ManifestStatus {
  /** The form of the manifest. */
  readonly form: "dossier" | "blue";
  /** Path of the manifest, relative to the root. */
  readonly path: string;
  /** True when there is no such file, so that the default applies. */
  readonly isDefault: boolean;
  /** Time of its generation, as the manifest states it. */
  readonly generatedAt?: string;
  /** Commit of its generation, as the manifest states it. */
  readonly sourceCommit?: string;
  /** SHA-256 of the file; absent without one. */
  readonly hash?: string;
  /** Identity, workflow and reference, as for a new session. */
  readonly tiers: readonly BuiltTier[];
  /** Triggers of the workflow tier, in the notation of manifests. */
  readonly triggers: readonly string[];
  /** In the order of the manifest. */
  readonly plugins: readonly PluginReport[];
  /** Number of edges of the relevance graph from the RFC in progress. */
  readonly edges: number;
  /** Problems and facts for the user. */
  readonly warnings: readonly ManifestWarning[];
  /** Newest first. */
  readonly injections: readonly RecentInjection[];
}

const THOUSAND = 1000;
const SHORT_HASH = 8;

/** Returns a number of tokens for people: `999`, `1.0k`. */
export function formatTokens(tokens: number): string {
  return tokens < THOUSAND ? String(tokens) : `${(tokens / THOUSAND).toFixed(1)}k`;
}

/** Returns a line about the tiers that are injected without a request: their sources and tokens. */
export function renderManifestSummary({ tiers }: Pick<ManifestStatus, "tiers">): string {
  return tiers.filter(({ tier }) => tier !== "reference").map(({ tier, sources, used }) => {
    const noun = sources.length === 1 ? "source" : "sources";
    return `${formatTierName(tier)}: ${sources.length} ${noun} (${formatTokens(used)} tokens)`;
  }).join(" | ");
}

function formatTierName(tier: TierName): string {
  return tier.charAt(0).toUpperCase() + tier.slice(1);
}

/**
 * Returns the declarations of a manifest with their result: a section for each tier and for the
 * plugins, and a line for each warning.
 *
 * @param options.isVerbose If true, includes hashes and the last ten injections.
 */
export function renderManifest(
  status: ManifestStatus,
  { isVerbose = false }: { readonly isVerbose?: boolean } = {},
): string {
  const { path, isDefault, tiers, plugins, warnings } = status;
  const sections = [
    [
      `Manifest: ${path}${isDefault ? " (missing: the default applies)" : ""}`,
      ...(isVerbose ? renderOrigin(status) : []),
    ],
    ...tiers.map((tier) => renderTier(tier, status, isVerbose)),
    ...(plugins.length === 0 ? [] : [["Plugins", ...plugins.flatMap(renderPlugin)]]),
    ...(warnings.length === 0 ? [] : [warnings.map(({ message }) => `Warning: ${message}`)]),
    ...(isVerbose ? [renderInjections(status.injections)] : []),
  ];
  return `${sections.map((lines) => lines.map(toOneLine).join("\n")).join("\n\n")}\n`;
}

/**
 * Returns a line without control characters, as names of files and texts of plugins may contain
 * any.
 */
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
    formatTierName(tier),
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
        (reason === undefined ? "" : `  not sent: ${reason}`),
    )),
  ];
}
