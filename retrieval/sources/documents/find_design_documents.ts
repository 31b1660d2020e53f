import type { Note, TaskSettings } from "@dossier/core";
import { scoreBm25 } from "@dossier/core/plan";
import { slugOf } from "@dossier/core/text";
import type { QueryVector } from "../../embed/mod.ts";
import type { IndexReader } from "../../index/mod.ts";
import type { QueryText } from "../../search/mod.ts";
import { type DocumentTree, openTexts } from "./design_document.ts";
import {
  type ProposalReason,
  type ProposalSettings,
  proposeDocuments,
} from "./propose_documents.ts";
import { openVault } from "./vault.ts";

/** What documents are asked for. */
export interface DocumentSearch extends DocumentTree {
  /** Title and description of the issue. */
  readonly query: QueryText;
  /** The same as a model reads it; without it nothing is said of meaning. */
  readonly vector?: QueryVector | undefined;
  /** Where documents are, and which of them are candidates. */
  readonly settings: ProposalSettings & Pick<TaskSettings, "vault">;
}

/** A document that an issue may need, before it is scored: see `scoreDocuments` in core. */
export interface DocumentCandidate {
  /** Row number. */
  readonly id: number;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Its file name without extension; what it calls itself is known when it is read. */
  readonly slug: string;
  /** Whether the issue links to it or names it. */
  readonly linked: boolean;
  /** What led to it. */
  readonly reason: ProposalReason;
  /** Path of the document whose link led to it, for a neighbour. */
  readonly from?: string;
  /** BM25 of the words among the documents of the vault, 0 without any of them. */
  readonly bm25: number;
  /** Cosine of the issue and its nearest chunk, at least 0; absent without vectors. */
  readonly similarity?: number;
}

/** The documents that an issue may need. */
export interface FoundDocuments {
  /** Those that the issue names in the order of their mention, then by BM25, then neighbours. */
  readonly candidates: readonly DocumentCandidate[];
  /** Whether there are vectors to compare. */
  readonly embedded: boolean;
  /** What to tell the reader of an answer. */
  readonly notes: readonly Note[];
}

const LINKED: ReadonlySet<ProposalReason> = new Set(["wikilink", "path", "slug"]);

/**
 * Returns the documents that an issue may need. Those that it names are found whatever their words;
 * where the vault can not be used there are none, and a note says why.
 */
export async function findDesignDocuments(
  reader: IndexReader,
  { query, vector, settings, ...tree }: DocumentSearch,
): Promise<FoundDocuments> {
  const opened = await openVault(reader, { ...tree, vault: settings.vault });
  if (opened.kind === "none") return { candidates: [], embedded: false, notes: opened.notes };
  const { vault } = opened;
  const parsed = await query.parse();
  const scores = scoreBm25(await vault.countTerms(query.terms.map(({ term }) => term)));
  const placeOf = new Map(vault.documents.map(({ id }, place) => [id, place]));
  const readText = openTexts(tree);
  const { proposals, notes } = await proposeDocuments(vault, {
    ...{ parsed, scores, settings, readText },
  });
  const similarities = vector === undefined
    ? undefined
    : await reader.compareMeaning(vector, proposals.map(({ document: { id } }) => id));
  const candidates = proposals.map(({ document: { id, path }, ...led }) => ({
    id,
    path,
    slug: slugOf(path),
    linked: LINKED.has(led.reason),
    ...led,
    bm25: scores[placeOf.get(id)!]!,
    ...(similarities && { similarity: similarities.get(id) ?? 0 }),
  }));
  return { candidates, embedded: similarities !== undefined, notes };
}
