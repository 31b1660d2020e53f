import type { FragmentCandidate, PassageCandidate, TextCandidate } from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import type { TierInput, TierPiece } from "../core/mod.ts";
import { readSources, toSource } from "@dossier/retrieval/tree";
import type { OfferedTier, OfferedTiers } from "../mod.ts";
import type { Lease, Plan } from "@dossier/retrieval/lease";

/** All texts of a manifest have the same score. */
const SCORE = 1;

const URI_REGEXP = /^[a-z][a-z\d+.-]*:\/\//;

/** A text of a tier. */
export interface OfferedPiece {
  readonly piece: TierPiece;
  /** Its candidate; absent when it is excluded or empty. */
  readonly candidate?: FragmentCandidate | undefined;
}

/** A source of a tier with its candidates. */
export interface OfferedSource {
  readonly input: TierInput;
  readonly pieces: readonly OfferedPiece[];
}

/** A part of a tier with its candidates. */
export interface OfferedPart extends Omit<OfferedTier, "inputs"> {
  readonly sources: readonly OfferedSource[];
}

/**
 * Returns the sources of tiers as candidates. An indexed file becomes a passage, so that no other
 * source repeats its lines; everything else is a text.
 */
export async function offerTexts(
  { form, parts }: OfferedTiers,
  { lease, visibility }: { readonly lease: Lease; readonly visibility: Plan["visibility"] },
): Promise<readonly OfferedPart[]> {
  const { indexed: { reader, root }, sources } = lease;
  const pieces = parts.flatMap(({ inputs }) => inputs.flatMap(({ pieces }) => pieces));
  const paths = [...new Set(pieces.map(({ path }) => path))].filter((path) =>
    !URI_REGEXP.test(path) && visibility.isVisible(path)
  );
  const known = paths.length === 0 ? new Map() : await reader.findHashes(paths);
  const documents = await readSources(
    [...known].map(([path, { hash }]) => ({ path, documentHash: hash })),
    { root, visibility, sources },
  );
  const knowledge = `${form.folder}/knowledge/`;
  const offer = (piece: TierPiece, input: TierInput, tier: OfferedTier["tier"]) => {
    if (!("text" in piece) || input.instead !== undefined) return undefined;
    const scored = { role: tier, score: SCORE, reasons: [renderSource(input)] };
    const document = documents.get(piece.path);
    const lines = document?.lines.length ?? 0;
    // The metadata of a knowledge file precedes its body.
    const own = piece.path.startsWith(knowledge) ? toSource(piece).lines.length : lines;
    if (piece.text.trim() === "") return undefined;
    if (document === undefined || own === 0) return { ...toText(piece, knowledge), ...scored };
    const { path, text } = piece;
    const range = { startLine: lines - own + 1, endLine: lines };
    return {
      path,
      ...detectLanguage(path, text),
      ...range,
      document,
      ...scored,
    } as PassageCandidate;
  };
  return parts.map(({ inputs, ...part }) => ({
    ...part,
    sources: inputs.map((input) => ({
      input,
      pieces: input.pieces.map((piece) => ({ piece, candidate: offer(piece, input, part.tier) })),
    })),
  }));
}

function toText(
  { path, text }: TierPiece & { readonly text: string },
  knowledge: string,
): Pick<TextCandidate, "source" | "trust" | "forms"> {
  return {
    source: toSourceUri(path, knowledge),
    // The activity of a session comes from this program alone.
    trust: path.endsWith("://state/active-session") ? "system" : "project",
    forms: [{ form: "whole", text: text.replace(/\n$/, "") }],
  };
}

/**
 * Returns the URI of a text of a tier.
 *
 * @param knowledge Folder of the knowledge items, with `/` at its end.
 */
export function toSourceUri(path: string, knowledge: string): string {
  if (URI_REGEXP.test(path)) return encodeURI(path.toWellFormed());
  const isItem = path.startsWith(knowledge);
  const name = isItem ? path.slice(knowledge.length).replace(/\.md$/, "") : path;
  const encoded = name.toWellFormed().split("/").map(encodeURIComponent).join("/");
  return `${isItem ? "knowledge" : "path"}:${encoded}`;
}

/** Returns the URI and label of a source for people. */
export function renderSource({ uri, label }: Pick<TierInput, "uri" | "label">): string {
  return label === undefined ? uri : `${uri} (${label})`;
}
