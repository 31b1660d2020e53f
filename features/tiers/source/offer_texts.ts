import type { FragmentCandidate, PassageCandidate, TextCandidate } from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import type { TierInput, TierPiece } from "../core/mod.ts";
import { readSources, toSource } from "@dossier/retrieval/tree";
import type { OfferedTier, OfferedTiers } from "../mod.ts";
import type { Lease, Plan } from "@dossier/retrieval/lease";

/** What a project declares is worth the same, whatever it is. */
const SCORE = 1;

const URI_REGEXP = /^[a-z][a-z\d+.-]*:\/\//;

/** A text that a tier is to give. */
export interface OfferedPiece {
  readonly piece: TierPiece;
  /** What may be shown of it; absent for what is not to be given, or says nothing. */
  readonly candidate?: FragmentCandidate | undefined;
}

/** A source of a tier with what may be shown of it. */
export interface OfferedSource {
  readonly input: TierInput;
  readonly pieces: readonly OfferedPiece[];
}

/** A part of a tier with what may be shown of it. */
export interface OfferedPart extends Omit<OfferedTier, "inputs"> {
  readonly sources: readonly OfferedSource[];
}

/**
 * Returns what the sources of tiers may be shown as. A file that the index has is its lines, so that nothing else shows
 * these again; all else is a text.
 */
export async function offerTexts(
  { form, parts }: OfferedTiers,
  { lease, visibility }: { readonly lease: Lease; readonly visibility: Plan["visibility"] },
): Promise<readonly OfferedPart[]> {
  const { indexed: { reader, root }, sources } = lease;
  const pieces = parts.flatMap(({ inputs }) => inputs.flatMap(({ pieces }) => pieces));
  const paths = [...new Set(pieces.map(({ path }) => path))].filter((path) =>
    !URI_REGEXP.test(path) && visibility.shows(path)
  );
  const known = paths.length === 0 ? new Map() : await reader.findHashes(paths);
  const documents = await readSources(
    [...known].map(([path, { hash }]) => ({ path, documentHash: hash })),
    { root, visibility, sources },
  );
  const knowledge = `${form.folder}/knowledge/`;
  const offer = (piece: TierPiece, input: TierInput, tier: OfferedTier["tier"]) => {
    if (!("text" in piece) || input.instead !== undefined) return undefined;
    const told = { role: tier, score: SCORE, reasons: [renderSource(input)] };
    const document = documents.get(piece.path);
    const lines = document?.lines.length ?? 0;
    // Of a file of knowledge what is said of it stands above.
    const own = piece.path.startsWith(knowledge) ? toSource(piece).lines.length : lines;
    if (piece.text.trim() === "") return undefined;
    if (document === undefined || own === 0) return { ...toText(piece, knowledge), ...told };
    const { path, text } = piece;
    const range = { startLine: lines - own + 1, endLine: lines };
    return { path, ...detectLanguage(path, text), ...range, document, ...told } as PassageCandidate;
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
    // What a session did is known to the program alone.
    trust: path.endsWith("://state/active-session") ? "system" : "project",
    forms: [{ form: "whole", text: text.replace(/\n$/, "") }],
  };
}

/**
 * Returns the URI of a text of a tier.
 *
 * @param knowledge Folder of the files that are items of knowledge, with `/` at its end.
 */
export function toSourceUri(path: string, knowledge: string): string {
  if (URI_REGEXP.test(path)) return encodeURI(path.toWellFormed());
  const isItem = path.startsWith(knowledge);
  const name = isItem ? path.slice(knowledge.length).replace(/\.md$/, "") : path;
  const encoded = name.toWellFormed().split("/").map(encodeURIComponent).join("/");
  return `${isItem ? "knowledge" : "path"}:${encoded}`;
}

/** Returns a source for people. */
export function renderSource({ uri, label }: Pick<TierInput, "uri" | "label">): string {
  return label === undefined ? uri : `${uri} (${label})`;
}
