import type { BundleIndex, Note, PassageSource } from "@dossier/core";
import { EMBEDDER_FAILED } from "../embed/mod.ts";
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
  type Reusable,
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
import type { QueryStrength } from "@dossier/core/rank";

/** What a query finds, and what there is to say of it. */
interface Found extends Pick<Reusable<unknown>, "read"> {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  readonly notes: readonly Note[];
}

/** About what a hit takes in memory with its explanation, and without, in bytes. */
const HIT_BYTES = { explained: 8000, plain: 600 };

/** Returns the best parts of files for a query, or the best files, with their scores. */
export async function searchTree(
  query: string,
  options: SearchOptions,
  index: AnsweringIndex,
): Promise<SearchResult> {
  const text = checkQuery(query, options);
  return await index.lease(options, async (lease) => {
    const { limit, by, filter, disabled, explain = false } = options;
    const key = ["search", text.text, text.names, limit, by, filter, disabled, explain];
    const { asked, names, results, notes, found } = await lease.reuse(key, async () => {
      const { asked, names, notes } = await askQuery(text, lease, options);
      const find = by === "file" ? findBestFiles : findBestParts;
      const { read, ...found } = await lease.runStep("rank", () => find(asked, options, lease));
      const results = await maskSymbols(found.hits);
      const hasFailed = notes.some(({ code }) => code === EMBEDDER_FAILED);
      return {
        value: { asked, names: names && await maskValue(names), results, notes, found },
        read: hasFailed ? undefined : read,
        bytes: HIT_BYTES[explain ? "explained" : "plain"] * (1 + results.length),
      };
    });
    return {
      query,
      ...(names && { names }),
      index: lease.index,
      results,
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
  const read = new Map<string, PassageSource>();
  let isMore = true;
  for (let files = QUERY_FILES; isMore; files += QUERY_FILES) {
    const found = await findFiles(reader, asked, { filter, disabled, visibility, limit: files });
    const others = found.files.filter(({ path }) => !seen.has(path));
    const parts = await findParts(reader, { ...found, files: others, limit: QUERY_FILES }, {
      asked,
      embedder,
      disabled,
      explain,
      limit: limit - hits.length,
      root,
      visibility,
      sources,
    });
    hits.push(...parts.ranked.map((part) => partHit(part, parts.read.get(part.file.path)!.file)));
    for (const [path, { source }] of parts.read) read.set(path, source);
    changed.push(...parts.changed);
    for (const { path } of others) seen.add(path);
    isMore = hits.length < limit && found.files.length >= files;
  }
  return { hits, notes: noteChanged(changed), read: changed.length === 0 ? read : undefined };
}

async function findBestFiles(
  asked: AskedQuery,
  { limit, filter, disabled, explain }: SearchOptions,
  { indexed: { reader, root }, visibility, sources }: Lease,
): Promise<Found> {
  const files = await findCandidates(reader, asked, {
    limit,
    filter,
    disabled,
    explain,
    isByFile: true,
    root,
    visibility,
    sources,
  });
  return { hits: files.map(fileHit), notes: [], read: undefined };
}

/** A part of a file, by its place and what it declares. */
export interface Pointer {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Its signature or heading, and on a second line the first sentence of its comment; empty for a block. */
  readonly head: string;
  /** The chance that it is needed, if the text is about the tree, from 0 to 1. */
  readonly chance: number;
}

/** How strongly a tree speaks to a text, and the parts of files that answer it best. */
export interface Assessment {
  /** Undefined for a text without words. */
  readonly strength: QueryStrength | undefined;
  /** Best first. */
  readonly pointers: readonly Pointer[];
  /** The state of the index that answered. */
  readonly index: BundleIndex;
  /** Notes on the answer, such as on the state of the index. */
  readonly notes: readonly Note[];
}

/** Options of {@link assessTree}. */
export type AssessOptions = Pick<
  SearchOptions,
  "limit" | "names" | "refresh" | "maxRefreshMs" | "signal"
>;

/** Pointers by default. */
const DEFAULT_POINTERS = 10;

/** Returns how strongly a tree speaks to a text, and the parts of files that answer it best. */
export async function assessTree(
  query: string,
  { limit = DEFAULT_POINTERS, ...options }: AssessOptions,
  index: AnsweringIndex,
): Promise<Assessment> {
  const text = checkQuery(query, options);
  return await index.lease(options, async (lease) => {
    const { asked, notes } = await askQuery(text, lease, options);
    const { indexed: { reader, root }, embedder, visibility, sources } = lease;
    const found = await findFiles(reader, asked, { visibility, limit: QUERY_FILES });
    const { ranked } = await findParts(reader, found, {
      asked,
      embedder,
      limit,
      root,
      visibility,
      sources,
    });
    const pointers = ranked.map(async ({ file: { path }, part, worth }) => {
      const { startLine, endLine, head } = part;
      return { path, startLine, endLine, head: await maskValue(head, path), chance: worth };
    });
    return {
      strength: found.strength,
      pointers: await Promise.all(pointers),
      index: lease.index,
      notes: [...lease.notes, ...notes],
    };
  });
}
