import type { Note } from "@dossier/core";
import {
  type AskedQuery,
  DEFAULT_SEARCH_LIMIT,
  fileHit,
  findCandidates,
  findFiles,
  findParts,
  type FoundFile,
  partHit,
  QUERY_FILES,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from "../search/mod.ts";
import { maskSymbols, maskValue } from "../secrets/mod.ts";
import type { Lease } from "../lease/mod.ts";
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
    const { asked, names, notes } = await askQuery(text, lease, options);
    const find = options.by === "file" ? findBestFiles : findBestParts;
    const found = await lease.runStep("rank", () => find(asked, options, lease));
    return {
      query,
      ...(names && { names: await maskValue(names) }),
      index: lease.index,
      results: await maskSymbols(found.hits),
      notes: [
        ...distinctNotes(await maskValue([...lease.notes, ...notes])),
        ...noteWithoutWords(found.hits, { ...options, ...asked, index: lease.index }),
        ...found.notes,
      ],
    };
  });
}

/**
 * Returns the best parts of as many files as a question is answered with, ranked against each other; where
 * these have fewer than are wanted, those of as many further files behind them, and so on: what comes first
 * is the same whatever the limit. A score is comparable among the parts of as many files.
 */
async function findBestParts(
  asked: AskedQuery,
  { limit = DEFAULT_SEARCH_LIMIT, filter, disabled, explain }: SearchOptions,
  { indexed: { reader, root }, embedder, visibility, sources }: Lease,
): Promise<Found> {
  const hits: SearchHit[] = [];
  const changed: FoundFile[] = [];
  const seen = new Set<string>();
  let isMore = true;
  for (let files = QUERY_FILES; isMore; files += QUERY_FILES) {
    const found = await findFiles(reader, asked, { filter, disabled, visibility, limit: files });
    const others = found.files.filter(({ path }) => !seen.has(path));
    const parts = await findParts(reader, { ...found, files: others, limit: QUERY_FILES }, {
      ...{ asked, embedder, disabled, explain, root, visibility, sources },
    });
    const wanted = parts.ranked.slice(0, limit - hits.length);
    hits.push(...wanted.map((part) => partHit(part, parts.read.get(part.file.path)!.file)));
    changed.push(...parts.changed);
    for (const { path } of others) seen.add(path);
    isMore = hits.length < limit && found.files.length >= files;
  }
  return { hits, notes: noteChanged(changed) };
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
