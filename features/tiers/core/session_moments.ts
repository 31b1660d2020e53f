import { escapeMarkup } from "@dossier/core/prompt";
import { type BuiltTier, countTierTokens, TOKEN_CODE_POINTS } from "./build_tier.ts";
import type { ManifestForm } from "./context_uri.ts";
import type { TierSource } from "./context_manifest.ts";

/**
 * A moment at which a session gets context without a request: its start, just before a host
 * compacts its history, and just after.
 */
export type CompactionMoment = "startup" | "before-compaction" | "compact";

/** Maximum number of tokens for each moment, from Blue (its RFC 0041). */
export const COMPACTION_TOKENS: Readonly<Record<CompactionMoment, number>> = {
  "startup": 800,
  "before-compaction": 200,
  "compact": 150,
};

/** Context for the moments of a session. */
export interface MomentContext {
  /** Texts for the start of a session. */
  readonly knowledge: readonly { readonly name: string; readonly text: string }[];
  /** Description of the workflow of the project. */
  readonly workflow?: string;
  /** Facts about the work tree. */
  readonly worktree?: string;
  /** Replaces all other texts after a compaction. */
  readonly restore?: string;
  /** URIs of the sources of the session. */
  readonly uris: readonly string[];
  /** Title of the RFC in progress. */
  readonly activeRfc?: string;
}

/**
 * Returns the text for a moment of a session, within the moment's tokens; empty when there is none.
 * After a compaction the texts of the start are not repeated.
 */
export function renderMoment(
  moment: CompactionMoment,
  context: MomentContext,
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
    ...(uris.length === 0 ? [] : ["Listed by URI only; request what you need:", ...uris]),
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

/** Returns the blocks that fit, in order; a block that does not fit loses lines at its end. */
function fitBlocks(blocks: readonly Block[], budget: number): string {
  let text = "";
  for (const block of blocks) {
    // A code point is at most two code units; a longer text cannot fit.
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
 * Returns the text for the start of a session: the identity tier in full, and the URIs of the
 * workflow tier, one a line. The reference tier is returned on request only.
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
      : [["Request by URI what you need of:", ...workflow.map(renderSource)].join("\n")]),
  ];
  return parts.join("\n\n");
}

function renderSource({ uri, label }: Pick<TierSource, "uri" | "label">): string {
  return label === undefined ? `- ${uri}` : `- ${uri} (${label})`;
}
