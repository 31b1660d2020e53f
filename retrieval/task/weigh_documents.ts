import type { Note, TaskSettings } from "@dossier/core";
import {
  cutIrrelevant,
  type Freshness,
  measureFreshness,
  scoreDocuments,
} from "@dossier/core/plan";
import type { AnswerState } from "../answering_index.ts";
import { readDesignDocument } from "../documents/design_document.ts";
import { type DocumentCandidate, DocumentFinder } from "../documents/document_finder.ts";
import { FreshnessReader } from "../documents/freshness_reader.ts";
import type { WeighedDocument } from "./gather_documents.ts";

/** The documents that an issue may need. */
export interface FoundTaskDocuments {
  /** In no order that counts. */
  readonly documents: readonly DocumentCandidate[];
  /** Whether there are vectors to compare. */
  readonly embedded: boolean;
  /** What to tell the reader. */
  readonly notes: readonly Note[];
}

/** What {@link findTaskDocuments} goes by. */
export interface FindOptions {
  /** Where documents are. */
  readonly settings: TaskSettings;
  /** Says which paths may be found. */
  readonly isWanted: (path: string) => boolean;
}

/** What {@link weighDocuments} goes by. */
export interface WeighOptions {
  /** How documents are scored, and after how many days they may be out of date. */
  readonly settings: TaskSettings;
  /** How many documents can be shown: no more need be weighed than could be among them. */
  readonly count: number;
}

const MILLISECONDS_DIGITS = "T".length + "00:00:00.000Z".length;

/** A document that nothing speaks against. */
const FRESH: Freshness = { value: 1, label: "fresh", symbols: 1, age: 1, reasons: [] };

/** Returns the documents that an issue may need, without what it takes to weigh them. */
export async function findTaskDocuments(
  { asked, indexed: { store, root }, exclusions }: AnswerState,
  { settings, isWanted }: FindOptions,
): Promise<FoundTaskDocuments> {
  if (settings.maxContextDocs === 0) return { documents: [], embedded: false, notes: [] };
  const finder = new DocumentFinder(store);
  const { candidates, embedded, notes } = await finder.find({
    ...asked,
    root,
    exclusions,
    settings,
    isServed: isWanted,
  });
  return { documents: candidates, embedded, notes };
}

/**
 * Returns the documents with how far each can be relied on.
 *
 * Freshness never raises a score, so once there are as many as can be shown whose scores are final and
 * above what the next could have at best, the rest need not be looked at; they count as fresh, which puts
 * none of them before those.
 */
export async function weighDocuments(
  { documents, embedded }: FoundTaskDocuments,
  { indexed: { store, root, history }, exclusions }: AnswerState,
  { settings, count }: WeighOptions,
): Promise<readonly WeighedDocument[]> {
  const fresh = documents.map((document) => toWeighed(document, FRESH));
  if (count === 0) return fresh;
  const reader = new FreshnessReader(store, {
    source: { root, pinned: history },
    exclusions,
    staleDays: settings.staleDays,
    now: Date.now,
  });
  const weighed = new Map<string, WeighedDocument>();
  const options = { settings, embedded };
  for (;;) {
    const all = fresh.map((document) => weighed.get(document.path) ?? document);
    const { kept } = cutIrrelevant(scoreDocuments(all, options), settings);
    const wanted = kept.slice(0, count).map(({ document }) => document)
      .filter(({ path }) => !weighed.has(path));
    if (wanted.length === 0) return all;
    for (const document of await weigh(wanted)) weighed.set(document.path, document);
  }

  async function weigh(wanted: readonly WeighedDocument[]): Promise<WeighedDocument[]> {
    const read = wanted.map((document) => ({
      document,
      text: readDesignDocument(document.path, { root, exclusions }),
    }));
    const dated = read.flatMap(({ document: { id }, text }) =>
      text === undefined ? [] : [{ ...text, id }]
    );
    const evidence = await reader.read(dated);
    return wanted.map((document) => {
      const found = evidence.get(document.id);
      if (found === undefined) return document;
      const relied = measureFreshness(found, settings.staleDays);
      // The time of a file differs from one clone to the next.
      return found.dated === "file"
        ? toWeighed(document, relied)
        : { ...toWeighed(document, relied), changed: toDay(found.lastUpdated) };
    });
  }
}

function toWeighed(document: DocumentCandidate, relied: Freshness): WeighedDocument {
  return { ...document, relied, freshness: relied.value };
}

/** Returns the day of a time as an ISO 8601 date. */
function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, -MILLISECONDS_DIGITS);
}
