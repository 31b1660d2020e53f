import type { Note } from "@dossier/core";
import {
  type AskedQuery,
  DEFAULT_SEARCH_LIMIT,
  fileHit,
  findCandidates,
  findFiles,
  findParts,
  partHit,
  QUERY_FILES,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from "../search/mod.ts";
import { maskSymbols } from "../secrets/mod.ts";
import type { Lease } from "../sources/mod.ts";
import { noteChanged, noteWithoutWords } from "../sources/ranking/mod.ts";
import type { AnsweringIndex } from "./answering_index.ts";
import { askQuery, checkQuery } from "./ask_query.ts";
import { distinctNotes } from "./engine_notes.ts";

/** What a query finds, and what there is to say of it. */
interface Found {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  readonly notes: readonly Note[];
}

/**
 * Returns the best parts of files for a query, or the best files, with their scores.
 *
 * @throws {ContextError} As `answer()`.
 */
export async function searchTree(
  query: string,
  options: SearchOptions,
  index: AnsweringIndex,
): Promise<SearchResult> {
  const text = checkQuery(query, options);
  return await index.lease(options, async (lease) => {
    const { asked, notes } = await askQuery(text, lease, options);
    const find = options.by === "file" ? findBestFiles : findBestParts;
    const found = await lease.runStep("rank", () => find(asked, options, lease));
    return {
      query,
      index: lease.index,
      results: await maskSymbols(found.hits),
      notes: [
        ...distinctNotes([...lease.notes, ...notes]),
        ...noteWithoutWords(found.hits, { ...options, ...asked, index: lease.index }),
        ...found.notes,
      ],
    };
  });
}

async function findBestParts(
  asked: AskedQuery,
  { limit = DEFAULT_SEARCH_LIMIT, filter, disabled, explain }: SearchOptions,
  { indexed: { reader, root }, embedder, visibility, sources }: Lease,
): Promise<Found> {
  const found = await findFiles(reader, asked, {
    ...{ filter, disabled, visibility },
    // Of few files not many parts are about anything that is asked for.
    limit: Math.max(limit, QUERY_FILES),
  });
  const { ranked, read, changed } = await findParts(reader, found, {
    ...{ asked, embedder, disabled, explain, root, visibility, sources },
  });
  return {
    hits: ranked.slice(0, limit).map((part) => partHit(part, read.get(part.file.path)!.file)),
    notes: noteChanged(changed),
  };
}

async function findBestFiles(
  asked: AskedQuery,
  { limit, filter, disabled, explain }: SearchOptions,
  { indexed: { reader, root }, visibility, sources }: Lease,
): Promise<Found> {
  const files = await findCandidates(reader, asked, {
    ...{ limit, filter, disabled, explain, isByFile: true, root, visibility, sources },
  });
  return { hits: files.map(fileHit), notes: [] };
}
