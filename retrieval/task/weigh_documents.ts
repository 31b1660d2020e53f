import type { Note, TaskSettings } from "@dossier/core";
import { measureFreshness } from "@dossier/core/plan";
import type { AnswerState } from "../answering_index.ts";
import { DocumentFinder } from "../documents/document_finder.ts";
import type { WeighedDocument } from "./gather_documents.ts";

/** The documents that an issue may need, and how far each can be relied on. */
export interface FoundTaskDocuments {
  /** In no order that counts. */
  readonly documents: readonly WeighedDocument[];
  /** Whether there are vectors to compare. */
  readonly embedded: boolean;
  /** What to tell the reader. */
  readonly notes: readonly Note[];
}

/** What {@link weighDocuments} goes by. */
export interface WeighOptions {
  /** Where documents are, and after how many days they may be out of date. */
  readonly settings: TaskSettings;
  /** Says which paths may be found. */
  readonly isWanted: (path: string) => boolean;
}

/** Returns the documents that an issue may need. */
export async function weighDocuments(
  { asked, indexed, exclusions }: AnswerState,
  { settings, isWanted }: WeighOptions,
): Promise<FoundTaskDocuments> {
  if (settings.maxContextDocs === 0) return { documents: [], embedded: false, notes: [] };
  const { store, root } = indexed;
  const found = await new DocumentFinder(store).find({
    ...asked,
    root,
    exclusions,
    settings,
    isServed: isWanted,
  });
  const documents = found.candidates.map((candidate): WeighedDocument => {
    const relied = measureFreshness(
      { symbols: 0, missing: [], ageDays: 0, commits: 0, changedShare: 0 },
      settings.staleDays,
    );
    return { ...candidate, relied, freshness: relied.value };
  });
  return { documents, embedded: found.embedded, notes: found.notes };
}
