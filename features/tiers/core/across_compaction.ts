import { escapeMarkup } from "@dossier/core/prompt";
import { type BuiltTier, countTierTokens, TOKEN_CODE_POINTS } from "./build_tier.ts";
import type { ManifestForm } from "./context_uri.ts";
import type { TierSource } from "./context_manifest.ts";

/**
 * When a session is told something of its own accord: as it begins, just before a host condenses its
 * history, and just after.
 */
export type CompactionMoment = "startup" | "before-compaction" | "compact";

/** Tokens of what is told at each moment, as in Blue (its RFC 0041). */
export const COMPACTION_TOKENS: Readonly<Record<CompactionMoment, number>> = {
  "startup": 800,
  "before-compaction": 200,
  "compact": 150,
};

/** What there is to tell. */
export interface CarriedContext {
  /** Texts that agents are given when a session begins. */
  readonly knowledge: readonly { readonly name: string; readonly text: string }[];
  /** How work is done in the project. */
  readonly workflow?: string;
  /** What is known of the work tree. */
  readonly worktree?: string;
  /** Told after a compaction in place of all else. */
  readonly restore?: string;
  /** URIs that the session was given. */
  readonly uris: readonly string[];
  /** Title of the RFC in progress. */
  readonly activeRfc?: string;
}

/**
 * Returns what a session is told at a moment, within the moment's tokens; empty when there is nothing. After a
 * compaction it is never told again what it was told as it began.
 */
export function renderAtMoment(
  moment: CompactionMoment,
  context: CarriedContext,
  { name }: Pick<ManifestForm, "name">,
): string {
  const { knowledge, workflow, worktree, restore, uris, activeRfc } = context;
  const budget = COMPACTION_TOKENS[moment];
  const wrap = (tag: string, text: string | undefined, attributes = "") =>
    text?.trim() ? [{ tag: `${name}-${tag}`, attributes, text: text.trim() }] : [];
  if (moment === "startup") {
    return fitBlocks([
      ...knowledge.flatMap(({ name, text }) =>
        wrap("knowledge", text, ` name="${escapeMarkup(name)}"`)
      ),
      ...wrap("project-workflow", workflow),
      ...wrap("worktree", worktree),
    ], budget);
  }
  const lines = [
    ...(activeRfc === undefined ? [] : [`In progress: ${activeRfc}`]),
    ...(uris.length === 0 ? [] : ["Given by URI, ask again for what you need:", ...uris]),
  ];
  if (moment === "before-compaction") {
    return fitBlocks(wrap("context-survival", lines.join("\n")), budget);
  }
  if (restore?.trim()) return fitBlocks(wrap("context-restore", restore), budget);
  return fitBlocks(
    [...wrap("context-restore", lines.join("\n")), ...wrap("project-workflow", workflow)],
    budget,
  );
}

interface Block {
  readonly tag: string;
  readonly attributes: string;
  readonly text: string;
}

/** Returns the blocks that fit, one after the other; the lines of one that does not are cut at its end. */
function fitBlocks(blocks: readonly Block[], budget: number): string {
  let text = "";
  for (const block of blocks) {
    // Two code units make a code point at most; what is longer does not fit anyway.
    const lines = block.text.slice(0, 2 * TOKEN_CODE_POINTS * (budget + 1)).split("\n");
    for (let count = lines.length; count > 0; count--) {
      const kept = lines.slice(0, count).join("\n");
      const shown = kept.length === block.text.length ? kept : `${kept}\n…`;
      const longer = `${text}${text === "" ? "" : "\n\n"}${renderBlock({ ...block, text: shown })}`;
      if (countTierTokens(longer) > budget) continue;
      text = longer;
      break;
    }
  }
  return text;
}

function renderBlock({ tag, attributes, text }: Block): string {
  return `<${tag}${attributes}>\n${text}\n</${tag}>`;
}

/**
 * Returns what a session is told of its tiers as it begins: the identity tier in full, and of the workflow
 * tier the URIs, a line each. What the reference tier has is given when it is asked for.
 */
export function renderSessionStart(
  identity: BuiltTier,
  workflow: readonly Pick<TierSource, "uri" | "label">[],
  { path }: Pick<ManifestForm, "path">,
): string {
  const given = identity.sources.filter(({ tokens }) => tokens > 0);
  const parts = [
    [`Project context by ${path}`, ...given.map(renderSource)].join("\n"),
    ...(identity.text === "" ? [] : [identity.text]),
    ...(workflow.length === 0
      ? []
      : [["Ask by URI for what you need of:", ...workflow.map(renderSource)].join("\n")]),
  ];
  return parts.join("\n\n");
}

function renderSource({ uri, label }: Pick<TierSource, "uri" | "label">): string {
  return label === undefined ? `- ${uri}` : `- ${uri} (${label})`;
}
