import type { Note, TaskPlan, TaskSettings } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import {
  cutIrrelevant,
  fillDocuments,
  type Freshness,
  measureFreshness,
  scoreDocuments,
} from "@dossier/core/plan";
import type { AskedQuery } from "../../search/mod.ts";
import type { Lease } from "../context_source.ts";
import { readDesignDocument } from "./design_document.ts";
import { type DocumentCandidate, findDesignDocuments } from "./find_design_documents.ts";
import { readFreshness } from "./read_freshness.ts";
import type { GatheredDocuments, WeighedDocument } from "./gather_documents.ts";

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
export interface FindTaskDocumentsOptions {
  /** The task as words and as a vector. */
  readonly asked: AskedQuery;
  /** Where documents are. */
  readonly settings: TaskSettings;
  /** What may be found. */
  readonly visibility: Visibility;
}

/** What {@link weighDocuments} goes by. */
export interface WeighOptions {
  /** How documents are scored, and after how many days they may be out of date. */
  readonly settings: TaskSettings;
  /** How many can be shown: no more need be weighed than could be among them. */
  readonly plan: TaskPlan;
  /** Gives those a place that fit. */
  readonly gather: (documents: readonly WeighedDocument[]) => Promise<GatheredDocuments>;
}

const MILLISECONDS_DIGITS = "T".length + "00:00:00.000Z".length;

/** A document that nothing speaks against. */
const FRESH: Freshness = { value: 1, label: "fresh", symbols: 1, age: 1, reasons: [] };

/** Returns the documents that an issue may need, without what it takes to weigh them. */
export async function findTaskDocuments(
  { indexed: { reader, root } }: Lease,
  { asked, settings, visibility }: FindTaskDocumentsOptions,
): Promise<FoundTaskDocuments> {
  if (settings.maxContextDocs === 0) return { documents: [], embedded: false, notes: [] };
  const { candidates, embedded, notes } = await findDesignDocuments(reader, {
    ...asked,
    root,
    visibility,
    settings,
  });
  return { documents: candidates, embedded, notes };
}

/**
 * Returns the documents that have a place, each with how far it can be relied on.
 *
 * Freshness never raises a score. So a document that gets no place while it counts as fresh gets none,
 * and only those with a place need be looked at; what these then lose may give it to others.
 */
export async function weighDocuments(
  { documents, embedded }: FoundTaskDocuments,
  { indexed: { reader: index, root, history }, visibility }: Lease,
  { settings, plan, gather }: WeighOptions,
): Promise<GatheredDocuments> {
  const fresh = documents.map((document) => toWeighed(document, FRESH));
  const freshness = {
    source: { root, pinned: history },
    visibility,
    staleDays: settings.staleDays,
    now: Date.now,
  };
  const weighed = new Map<string, WeighedDocument>();
  const listUnweighed = (paths: ReadonlySet<string>) =>
    fresh.filter(({ path }) => paths.has(path) && !weighed.has(path));
  for (;;) {
    const all = fresh.map((document) => weighed.get(document.path) ?? document);
    // What they cost is known only when they are read: first as if they cost nothing.
    let wanted = listUnweighed(choosePaths(all));
    if (wanted.length === 0) {
      const gathered = await gather(all);
      wanted = listUnweighed(new Set(gathered.candidates.map(({ path }) => path)));
      if (wanted.length === 0) return gathered;
    }
    for (const document of await weigh(wanted)) weighed.set(document.path, document);
  }

  function choosePaths(all: readonly WeighedDocument[]): ReadonlySet<string> {
    const { kept } = cutIrrelevant(scoreDocuments(all, { settings, embedded }), settings);
    const { taken } = fillDocuments(kept, { plan, cost: () => 0 });
    return new Set(taken.map(({ document }) => document.document.path));
  }

  async function weigh(wanted: readonly WeighedDocument[]): Promise<WeighedDocument[]> {
    const read = wanted.map((document) => ({
      document,
      text: readDesignDocument(document.path, { root, visibility }),
    }));
    const dated = read.flatMap(({ document: { id }, text }) =>
      text === undefined ? [] : [{ ...text, id }]
    );
    const evidence = await readFreshness(index, dated, freshness);
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
