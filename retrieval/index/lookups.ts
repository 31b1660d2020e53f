import {
  chunkSpansOf,
  createTermCounter,
  type DefiningDocument,
  type DocumentFacts,
  type Evidence,
  filterNamesInCode,
  findDocumentsDefining,
  findMissingNames,
  gatherEvidence,
  type GatherEvidenceRequest,
  gatherMeaning,
  type IndexView,
  listMentioningDocuments,
  type MentioningDocument,
  type QueryVector,
  type TermCount,
  type TermCounter,
  type TermCounts,
} from "@dossier/core/rank";
import type { DocumentFilter, IndexReader } from "./index_reader.ts";
import { BoundedMap } from "../machine/mod.ts";
import { listGlobPaths, openGlobs } from "../tree/mod.ts";

// Questions to an index beyond its rows: pure functions of core over its numbers, for every store.

/** Query for which evidence is gathered, with the documents that may be proposed. */
export interface EvidenceRequest extends Omit<GatherEvidenceRequest, "matches"> {
  /**
   * Filter, applied before the best are selected, so that it does not reduce the number of results.
   */
  readonly filter?: DocumentFilter | undefined;
  /** Returns true when the document at a path may be proposed; applied like the filter. */
  readonly isAllowed?: ((path: string) => boolean) | undefined;
}

/** Returns the evidence of an index for a query, from which files and chunks are ranked. */
export async function readEvidence(
  index: IndexReader,
  { filter, isAllowed, ...request }: EvidenceRequest,
): Promise<Evidence> {
  const existing = await findExistingPaths(index, listGlobPaths(filter?.paths ?? []));
  const exists = (path: string) => existing.has(path);
  const matches = await openDocumentMatcher(filter, { isAllowed, exists });
  const readsVectors = request.vector !== undefined;
  return await index.withView((view) => gatherEvidence(view, { ...request, matches }), {
    readsVectors,
  });
}

/** Returns the paths, of those passed, that have a document or are a folder with documents. */
async function findExistingPaths(
  index: IndexReader,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const documents = await index.findDocuments(paths);
  return new Set([...documents.keys(), ...await index.listNonEmptyFolders(paths)]);
}

/** Returns the names that occur in no chunk. */
export async function listMissingNames(
  index: IndexReader,
  names: readonly string[],
): Promise<readonly string[]> {
  return names.length === 0 ? [] : await index.withView((view) => findMissingNames(view, names));
}

/** Returns the names that occur in no chunk of any of the indexes. */
export async function listNamesMissingInAll(
  indexes: readonly IndexReader[],
  names: readonly string[],
): Promise<readonly string[]> {
  let missing = names;
  for (const index of indexes) missing = await listMissingNames(index, missing);
  return missing;
}

/** Returns the names that occur in the code, in any case and with any separators. */
export function listNamesInCode(
  index: IndexReader,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  return index.withView((view) => filterNamesInCode(view, names));
}

/** Returns the documents that define each name, in code unit order of their paths. */
export function findDefiningDocuments(
  index: IndexReader,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly DefiningDocument[]>> {
  return index.withView((view) =>
    new Map(names.map((name) => [name, findDocumentsDefining(view, name)]))
  );
}

/**
 * Returns the chunks that contain each name as a whole, by document in the order of the paths.
 *
 * @param options.isNamed True to return only chunks that define the name, or are in a definition
 * with that name.
 */
export function findMentioningDocuments(
  index: IndexReader,
  names: readonly string[],
  options: { readonly isNamed: boolean },
): Promise<ReadonlyMap<string, readonly MentioningDocument[]>> {
  return index.withView((view) =>
    new Map(names.map((name) => [name, listMentioningDocuments(view, name, options)]))
  );
}

/** Term counts of some documents in one state of an index. */
interface CountedTerms {
  readonly ids: readonly number[];
  readonly counter: TermCounter;
  readonly counts: BoundedMap<string, TermCount>;
}

/**
 * Last counts of each state of an index. Tasks request the same documents again and again, and
 * frequent terms, which occur in all of them, take longest to count.
 */
const LAST_COUNTED = new WeakMap<IndexView, CountedTerms>();

/** Maximum size of the cached counts of an index, in approximate bytes. */
const MAX_CACHED_COUNT_BYTES = 2 * 1024 * 1024;

/** Approximate size of a term with its counts, and of each document that contains it, in bytes. */
const TERM_BYTES = 200;
const OCCURRENCE_BYTES = 16;

/** Returns the number of occurrences of each term in the bodies of some documents. */
export function countDocumentTerms(
  index: IndexReader,
  ids: readonly number[],
  terms: readonly string[],
): Promise<TermCounts> {
  return index.withView((view) => {
    const known = LAST_COUNTED.get(view);
    const isKnown = known?.ids.length === ids.length && known.ids.every((id, at) => id === ids[at]);
    const counted = isKnown ? known : openCountedTerms(view, ids);
    LAST_COUNTED.set(view, counted);
    const { counter, counts } = counted;
    const count = (term: string) => {
      const cached = counts.get(term);
      if (cached !== undefined) return cached;
      const found = counter.count(term);
      counts.set(term, found);
      return found;
    };
    return { lengths: counter.lengths, terms: terms.map(count) };
  });
}

function openCountedTerms(view: IndexView, ids: readonly number[]): CountedTerms {
  const sizeOf = ({ documentIndexes }: TermCount) =>
    TERM_BYTES + documentIndexes.length * OCCURRENCE_BYTES;
  return {
    ids,
    counter: createTermCounter(view, ids),
    counts: new BoundedMap({ limit: MAX_CACHED_COUNT_BYTES, sizeOf }),
  };
}

/**
 * Returns the cosine of a query and the nearest chunk of each document, at least 0; undefined when
 * the index has no vectors of the query's model.
 */
export function scoreDocumentMeaning(
  index: IndexReader,
  { numbers, fingerprint }: QueryVector,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number> | undefined> {
  return index.withView((view) => {
    if (view.model !== fingerprint) return undefined;
    const { documents, firstChunks } = view.files;
    const files = ids.map((id) => documents.indexOf(id)).filter((file) => file !== -1)
      .sort((a, b) => a - b);
    const cosines = view.compareChunks(numbers, chunkSpansOf(view.files, files));
    const scores = gatherMeaning(cosines, firstChunks, files)?.files.scores;
    return new Map(files.map((file) => [documents[file]!, scores?.[file] ?? 0]));
  }, { readsVectors: true });
}

/** Returns true when a document passes a filter. */
export type DocumentMatcher = (document: DocumentFacts) => boolean;

/**
 * Returns the matcher of a filter; undefined when the filter accepts all documents.
 *
 * @param isAllowed Returns true when the document at a path may pass. @default all documents may
 * @param exists Returns true when there is a document at a path, or in a folder at the path; see
 * {@link openGlobs}.
 */
export async function openDocumentMatcher(
  filter: DocumentFilter = {},
  { isAllowed, exists }: {
    readonly isAllowed?: ((path: string) => boolean) | undefined;
    readonly exists?: (path: string) => boolean;
  } = {},
): Promise<DocumentMatcher | undefined> {
  const checks: DocumentMatcher[] = [];
  const { paths, languages, kind, pathsOfAnyKind } = filter;
  if (kind !== undefined) {
    checks.push((document) =>
      document.kind === kind || pathsOfAnyKind?.has(document.path) === true
    );
  }
  if (languages !== undefined && languages.length > 0) {
    const names = new Set(languages.map((language) => language.toLowerCase()));
    checks.push((document) => names.has(document.language));
  }
  if (paths !== undefined && paths.length > 0) {
    const matchesPath = await openGlobs(paths, exists);
    checks.push(({ path }) => matchesPath(path));
  }
  if (isAllowed !== undefined) checks.push(({ path }) => isAllowed(path));
  if (checks.length === 0) return undefined;
  return (document) => checks.every((check) => check(document));
}
