import type { ManifestForm } from "./context_uri.ts";

/** A tier of a context, from what is always given to what is given when it is asked for. */
export type TierName = "identity" | "workflow" | "reference";

/**
 * Which tiers a bundle is to give, where that is said: nothing of any, what the identity or the workflow tier has as a
 * whole, or all that all have.
 */
export type TierChoice = "none" | "identity" | "workflow" | "all";

/** What there is to choose. */
export const TIER_CHOICES = [
  "none",
  "identity",
  "workflow",
  "all",
] as const satisfies readonly TierChoice[];

/** Something that a tier gives. */
export interface TierSource {
  /** In its full form. */
  readonly uri: string;
  /** What people call it. */
  readonly label?: string;
  /** Whether it asks to give files that lie outside of the root; only the user can grant that. */
  readonly allowExternal: boolean;
  /** Whether it asks to give files with names that promise secrets; only the user can grant that. */
  readonly allowSensitive: boolean;
}

/** When the workflow tier is given again. */
export type RefreshTrigger =
  | { readonly kind: "rfc-change" }
  /** At every so many turns of a session, at least 1. */
  | { readonly kind: "turns"; readonly every: number }
  /** After a call of the tool with this name. */
  | { readonly kind: "tool-call"; readonly tool: string };

/** When a plugin has something to say. */
export type SalienceTrigger =
  /** A regular expression that a commit's message matches somewhere. */
  | { readonly kind: "commit-message"; readonly pattern: string }
  /** A text that an open or changed file holds. */
  | { readonly kind: "file-annotation"; readonly text: string }
  /** A text that the prompt holds, whatever its case. */
  | { readonly kind: "keyword"; readonly text: string };

/** A program or module that provides context of its own. */
export interface ManifestPlugin {
  readonly uri: string;
  /** What it gives, in its own words. */
  readonly provides: readonly string[];
  readonly salienceTriggers: readonly SalienceTrigger[];
  /** Words of the command that is run. */
  readonly command?: readonly string[];
  /** Path of an ES module, relative to the root. */
  readonly module?: string;
}

/** A knowledge file that is made from other files. */
export interface KnowledgeArtifact {
  /** Its path relative to the folder of knowledge, without extension. */
  readonly id: string;
  /** Globs of the files that it is made from. */
  readonly sources: readonly string[];
  /** Whether only the gist of each file is taken: its headings, and the first paragraph of each. */
  readonly isCondensed: boolean;
}

/** Which knowledge may enter a context, in which tier, and how much of it. */
export interface ContextManifest {
  readonly version: 1;
  /** When it was generated, as it says. */
  readonly generatedAt?: string;
  /** Commit that it was generated from. */
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

/** Tokens of the tiers where the manifest says nothing, as in Blue (its RFC 0016). */
const TIER_TOKENS: Readonly<Record<TierName, number>> = {
  identity: 500,
  workflow: 2000,
  reference: 4000,
};

/** Days after which a document is reported as old where the manifest says nothing, as in Blue. */
const STALENESS_DAYS = 30;

/** Returns the manifest that says nothing but its version. */
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

/** Returns the manifest of a project that has none: decisions, voice, and the RFC in progress. */
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

/** Returns how a refresh trigger is written in a manifest. */
export function printTrigger(trigger: RefreshTrigger | SalienceTrigger): string {
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
