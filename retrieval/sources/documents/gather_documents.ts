import type {
  DocumentReason,
  Note,
  Omission,
  PassageCandidate,
  ScoredDocument,
  TaskPlan,
  TaskSettings,
} from "@dossier/core";
import {
  compareShownDocuments,
  cutDocument,
  cutIrrelevant,
  type DocumentEvidence,
  type DocumentHead,
  explainDocument,
  fillDocuments,
  type Freshness,
  OUTDATED_NOTE,
  scoreDocuments,
} from "@dossier/core/plan";
import type { Visibility } from "@dossier/core/exclude";
import { omitLines } from "@dossier/core/pack";
import type { DocumentBeginning } from "@dossier/core/signal";
import type { DocumentCandidate, FoundDocuments } from "./find_design_documents.ts";
import { type DesignDocument, readDesignDocument } from "./design_document.ts";
import { detectLanguage } from "@dossier/core/language";
import { toSource } from "../../tree/mod.ts";
import { type MaskText, withMasks } from "../../secrets/mod.ts";

/** A document that an issue may need, with how far it can be relied on. */
export interface WeighedDocument extends DocumentCandidate, DocumentEvidence {
  /** How far, and why no further. */
  readonly relied: Freshness;
  /** Day of its last change as an ISO 8601 date, where the document or its history says so. */
  readonly changed?: string | undefined;
}

/** What documents bring into a bundle. */
export interface GatheredDocuments {
  /** Those with a place, as they are shown: linked ones first, each group best first. */
  readonly candidates: readonly PassageCandidate[];
  /** Those without, best first. */
  readonly omitted: readonly Omission[];
  /** What to tell the reader. */
  readonly notes: readonly Note[];
}

/** What {@link gatherDocuments} needs next to the documents. */
export interface GatherDocumentsOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** What may not be served. */
  readonly visibility: Visibility;
  /** How documents are scored. */
  readonly settings: TaskSettings;
  /** How many there may be, and how much they may cost. */
  readonly plan: TaskPlan;
  /** Whether each comes with the tree that its score is made of. */
  readonly explain: boolean;
  /** Returns what a candidate costs as it is rendered. */
  readonly cost: (candidate: PassageCandidate) => number;
  /** Masks what is secret of a whole document, before it is cut; see `withMasks()`. */
  readonly mask: MaskText;
}

/** What each reason is for a reader. */
const REASON_WORDS: Readonly<Record<DocumentReason, string>> = {
  linked: "the issue names it",
  bm25: "words of the issue",
  embedding: "near the issue in meaning",
  // deno-lint-ignore camelcase -- the name that noface's records have
  maybe_outdated: "may be outdated",
  // deno-lint-ignore camelcase -- the name that noface's records have
  embeddings_unavailable: "",
};

/** Nothing could be compared by meaning. */
const NO_EMBEDDINGS: Note = {
  code: "embeddings_unavailable",
  message: "Documents are ranked by words alone as there are no vectors to compare",
};

/** Scores the documents of an issue, and gives those that its plan has room for a place. */
export function gatherDocuments(
  documents: readonly WeighedDocument[],
  found: Pick<FoundDocuments, "embedded" | "notes">,
  options: Omit<GatherDocumentsOptions, "mask">,
): Promise<GatheredDocuments> {
  return withMasks((mask) => gatherMasked(documents, found, { ...options, mask }));
}

function gatherMasked(
  documents: readonly WeighedDocument[],
  found: Pick<FoundDocuments, "embedded" | "notes">,
  { settings, plan, cost, ...options }: GatherDocumentsOptions,
): GatheredDocuments {
  const scored = scoreDocuments(documents, { settings, embedded: found.embedded });
  const { kept, dropped } = cutIrrelevant(scored, settings);
  const opened = new Map<string, PassageCandidate>();
  const candidateOf = (document: ScoredDocument<WeighedDocument>) => {
    const { path } = document.document;
    const known = opened.get(path) ?? toCandidate(document, options);
    if (known !== undefined) opened.set(path, known);
    return known;
  };
  const filled = fillDocuments(kept, {
    plan,
    cost: (document) => {
      const candidate = candidateOf(document);
      // What can not be read any more has no place.
      return candidate === undefined ? Infinity : cost(candidate);
    },
  });
  const omit = (document: ScoredDocument<WeighedDocument>, reason: Omission["reason"]) => {
    const candidate = candidateOf(document);
    if (candidate !== undefined) return omitLines(candidate, { tokens: cost(candidate), reason });
    // Of what can not be read any more there are no lines to name.
    const lines = { path: document.document.path, startLine: 1, endLine: 1 };
    return omitLines(lines, { tokens: 0, reason });
  };
  const shown = filled.taken.map(({ document }) => document).sort(compareShownDocuments);
  return {
    candidates: shown.flatMap((document) => candidateOf(document) ?? []),
    omitted: [
      ...filled.left.map(({ document, reason }) => omit(document, reason)),
      ...dropped.map((document) => omit(document, "relevance")),
    ],
    notes: found.embedded || documents.length === 0 ? found.notes : [...found.notes, NO_EMBEDDINGS],
  };
}

function toCandidate(
  scored: ScoredDocument<WeighedDocument>,
  { root, visibility, explain, mask }: Omit<GatherDocumentsOptions, "settings" | "plan" | "cost">,
): PassageCandidate | undefined {
  const { document: { path, relied, changed }, score, reasons } = scored;
  const read = readDesignDocument(path, { root, visibility, mask });
  // One without a line below its front matter has nothing to show.
  if (read === undefined || read.body.trim() === "") return undefined;
  const remarks = [
    changed === undefined ? "" : `Changed ${changed}.`,
    relied.value < 1 ? `${OUTDATED_NOTE}.` : "",
  ].filter((remark) => remark !== "");
  return {
    ...toHead(read),
    score,
    role: "document",
    freshness: relied.value,
    ...(remarks.length === 0 ? {} : { remark: remarks.join(" ") }),
    reasons: [...reasons.map((reason) => REASON_WORDS[reason]), ...relied.reasons]
      .filter((reason) => reason !== ""),
    ...(explain ? { explanation: explainDocument(scored) } : {}),
  };
}

/**
 * Returns the beginning of a document without its front matter, or all of it when it is short. A line
 * that is shown only in part does not count, unless there is no other.
 */
export function toHead(
  document: DesignDocument,
): Omit<PassageCandidate, "score"> {
  const { path, title, text, body, original } = document;
  const head = cutDocument(body.trimEnd());
  const { startLine, endLine } = rangeOfHead(document, head);
  const range = {
    path,
    ...detectLanguage(path, text),
    startLine,
    endLine,
    symbol: title,
    document: toSource(text, original),
  };
  return head.cut ? { ...range, instead: { form: "snippet", text: head.text } } : range;
}

/** Returns the lines that {@link toHead} shows, and the next one when it leaves something out. */
export function rangeOfHead(
  { body, bodyLine }: Pick<DesignDocument, "body" | "bodyLine">,
  { cut, lastWholeLine }: DocumentHead = cutDocument(body.trimEnd()),
): DocumentBeginning {
  return {
    startLine: bodyLine,
    endLine: bodyLine + Math.max(lastWholeLine, 1) - 1,
    ...(cut ? { nextLine: bodyLine + lastWholeLine } : {}),
  };
}
