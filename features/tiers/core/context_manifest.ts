import type { ManifestForm } from "./context_uri.ts";

/** Name of a tier, from always included to on request only. */
export type TierName = "identity" | "workflow" | "reference";

/** The tiers that a bundle includes: none, the identity or the workflow tier as a whole, or all. */
export type TierChoice = "none" | "identity" | "workflow" | "all";

/** The values of {@link TierChoice}. */
export const TIER_CHOICES = [
  "none",
  "identity",
  "workflow",
  "all",
] as const satisfies readonly TierChoice[];

/** A source of a tier. */
export interface TierSource {
  /** URI in its full form. */
  readonly uri: string;
  /** Name that is shown to people. */
  readonly label?: string;
  /** If true, it requests files outside of the root; only the user can grant that. */
  readonly allowExternal: boolean;
  /** If true, it requests files with sensitive names; only the user can grant that. */
  readonly allowSensitive: boolean;
}

/** A trigger that refreshes the workflow tier. */
export type RefreshTrigger =
  | { readonly kind: "rfc-change" }
  /** After every so many turns of a session, at least 1. */
  | { readonly kind: "turns"; readonly every: number }
  /** After a call of the tool with this name. */
  | { readonly kind: "tool-call"; readonly tool: string };

/** A trigger that activates a plugin. */
export type SalienceTrigger =
  /** A regular expression that matches a part of a commit's message. */
  | { readonly kind: "commit-message"; readonly pattern: string }
  /** A text that an open or changed file contains. */
  | { readonly kind: "file-annotation"; readonly text: string }
  /** A text that the prompt contains, ignoring case. */
  | { readonly kind: "keyword"; readonly text: string };

/** A program or module that provides context of its own. */
export interface ManifestPlugin {
  readonly uri: string;
  /** Its description of the context that it provides. */
  readonly provides: readonly string[];
  readonly salienceTriggers: readonly SalienceTrigger[];
  /** Words of the command that is run. */
  readonly command?: readonly string[];
  /** Path of an ES module, relative to the root. */
  readonly module?: string;
}

/** A knowledge file that is built from other files. */
export interface KnowledgeArtifact {
  /** Its path relative to the folder of knowledge, without extension. */
  readonly id: string;
  /** Globs of its source files. */
  readonly sources: readonly string[];
  /** If true, only the headings of each file and the first paragraph below each are included. */
  readonly isCondensed: boolean;
}

/** The knowledge that a context may include: its tiers, sources and budgets. */
export interface ContextManifest {
  readonly version: 1;
  /** Time of its generation, as the manifest states it. */
  readonly generatedAt?: string;
  /** Commit of its generation. */
  readonly sourceCommit?: string;
  readonly identity: { readonly sources: readonly TierSource[]; readonly maxTokens: number };
  readonly workflow: {
    readonly sources: readonly TierSource[];
    readonly maxTokens: number;
    readonly refreshTriggers: readonly RefreshTrigger[];
  };
  readonly reference: {
    readonly maxTokens: number;
    /** Age at which a document is reported as old, in days. */
    readonly stalenessDays: number;
    /** URI of the relevance graph. */
    readonly graph?: string;
  };
  readonly plugins: readonly ManifestPlugin[];
  /** Folders of documents by type. */
  readonly types: Readonly<Record<string, string>>;
  readonly knowledge: readonly KnowledgeArtifact[];
}

/** Default tokens of the tiers, from Blue (its RFC 0016). */
const TIER_TOKENS: Readonly<Record<TierName, number>> = {
  identity: 500,
  workflow: 2000,
  reference: 4000,
};

/** Default age in days at which a document is reported as old, from Blue. */
const STALENESS_DAYS = 30;

/** Returns a manifest with defaults only. */
export function emptyManifest(): ContextManifest {
  return {
    version: 1,
    identity: { sources: [], maxTokens: TIER_TOKENS.identity },
    workflow: { sources: [], maxTokens: TIER_TOKENS.workflow, refreshTriggers: [] },
    reference: { maxTokens: TIER_TOKENS.reference, stalenessDays: STALENESS_DAYS },
    plugins: [],
    types: {},
    knowledge: [],
  };
}

/** Returns the manifest of a project without one: decisions, voice, and the RFC in progress. */
export function defaultManifest({ scheme }: Pick<ManifestForm, "scheme">): ContextManifest {
  const source = (path: string, label: string): TierSource => ({
    uri: `${scheme}://${path}`,
    label,
    allowExternal: false,
    allowSensitive: false,
  });
  const empty = emptyManifest();
  return {
    ...empty,
    identity: {
      ...empty.identity,
      sources: [source("docs/adrs/", "Decisions"), source("context/voice", "Voice")],
    },
    workflow: {
      ...empty.workflow,
      sources: [source("state/current-rfc", "RFC in progress")],
      refreshTriggers: [{ kind: "rfc-change" }],
    },
    reference: { ...empty.reference, graph: `${scheme}://context/relevance` },
  };
}

/** Returns a trigger in the notation of manifests. */
export function formatTrigger(trigger: RefreshTrigger | SalienceTrigger): string {
  switch (trigger.kind) {
    case "rfc-change":
      return "on_rfc_change";
    case "turns":
      return `every_${trigger.every}_turns`;
    case "tool-call":
      return `on_tool_call: ${trigger.tool}`;
    case "commit-message":
      return `commit_msg_pattern: ${trigger.pattern}`;
    case "file-annotation":
      return `file_annotation: ${trigger.text}`;
    case "keyword":
      return `keyword_match: ${trigger.text}`;
  }
}
