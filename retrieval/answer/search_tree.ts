import type { BundleIndex, Note, PassageSource } from "@dossier/core";
import { formatPath } from "@dossier/core/fragment";
import { EMBEDDER_FAILED } from "../embed/mod.ts";
import {
  type CacheableResult,
  DEFAULT_SEARCH_LIMIT,
  fileHit,
  findCandidatesInAll,
  findFiles,
  findFilesInAll,
  findParts,
  findPartsInAll,
  type FoundFile,
  type JoinOptions,
  partHit,
  QUERY_FILES,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from "../search/mod.ts";
import { maskSymbols, maskValue } from "../secrets/mod.ts";
import { type SearchedTrees, toSearchedTree } from "../lease/mod.ts";
import { noteChanged, noteWithoutWords } from "../sources/ranking/mod.ts";
import type { AnsweringIndex } from "./answering_index.ts";
import { checkQuery, prepareQuery } from "./prepare_query.ts";
import { distinctNotes } from "./engine_notes.ts";
import type { QueryStrength } from "@dossier/core/rank";

/** Search results with notes. */
interface Found extends Pick<CacheableResult<unknown>, "read"> {
  /** Results, best first. */
  readonly hits: readonly SearchHit[];
  readonly notes: readonly Note[];
}

/** Approximate memory of a result with and without its explanation, in bytes. */
const HIT_BYTES = { explained: 8000, plain: 600 };

/** Returns the best parts of files, or the best files, for a query, with their scores. */
export async function searchTree(
  query: string,
  options: SearchOptions,
  index: AnsweringIndex,
): Promise<SearchResult> {
  const text = checkQuery(query, options);
  return await index.lease(options, async (lease) => {
    const { limit, by, filter, disabled, explain = false } = options;
    const key = ["search", text.text, text.names, limit, by, filter, disabled, explain];
    const { embeddedQuery, names, results, notes, found } = await lease.reuse(key, async () => {
      const { embeddedQuery, names, notes } = await prepareQuery(text, lease, options);
      const tree = toSearchedTree(lease, embeddedQuery, options);
      const { read, ...found } = await lease.runStep("rank", () => findBest([tree], options));
      const results = await maskSymbols(found.hits);
      const hasFailed = notes.some(({ code }) => code === EMBEDDER_FAILED);
      return {
        value: { embeddedQuery, names: names && await maskValue(names), results, notes, found },
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
        ...noteWithoutWords(found.hits, { ...options, ...embeddedQuery, index: lease.index }),
        ...found.notes,
      ],
    };
  });
}

/** Returns the best parts, or the best files, of some trees. */
export function findBest(
  trees: SearchedTrees,
  options: SearchOptions,
  join?: JoinOptions,
): Promise<Found> {
  return options.by === "file"
    ? findBestFiles(trees, options, join)
    : findBestParts(trees, options, join);
}

/**
 * Returns the best parts of the number of files for a question, ranked against each other. When
 * they have fewer parts than the limit, the next files are added in groups of the same size. So the
 * first results are the same for any limit. Scores are comparable among the parts of one group of
 * files.
 */
async function findBestParts(
  trees: SearchedTrees,
  { limit = DEFAULT_SEARCH_LIMIT, disabled, explain }: SearchOptions,
  join: JoinOptions | undefined,
): Promise<Found> {
  const hits: SearchHit[] = [];
  const changed: FoundFile[] = [];
  const seen = new Set<string>();
  const read = new Map<string, PassageSource>();
  let isMore = true;
  for (let files = QUERY_FILES; isMore; files += QUERY_FILES) {
    const found = await findFilesInAll(trees, { disabled, limit: files }, join);
    const others = found.files.filter((file) => !seen.has(formatPath(file)));
    const parts = await findPartsInAll(trees, { ...found, files: others, limit: QUERY_FILES }, {
      disabled,
      explain,
      limit: limit - hits.length,
    });
    hits.push(
      ...parts.ranked.map((part) => partHit(part, parts.read.get(formatPath(part.file))!.file)),
    );
    for (const [key, { source }] of parts.read) read.set(key, source);
    changed.push(...parts.changed);
    for (const file of others) seen.add(formatPath(file));
    isMore = hits.length < limit && found.files.length >= files;
  }
  return { hits, notes: noteChanged(changed), read: changed.length === 0 ? read : undefined };
}

async function findBestFiles(
  trees: SearchedTrees,
  { limit, disabled, explain }: SearchOptions,
  join: JoinOptions | undefined,
): Promise<Found> {
  const options = { limit, disabled, explain, isByFile: true };
  const files = await findCandidatesInAll(trees, options, join);
  return { hits: files.map(fileHit), notes: [], read: undefined };
}

/** Part of a file: its location and its declaration. */
export interface Pointer {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /**
   * Its signature or heading, with the first sentence of its comment on a second line; empty for a
   * block.
   */
  readonly head: string;
  /** Probability that it is needed, if the text is about the tree, from 0 to 1. */
  readonly chance: number;
}

/** Strength of the evidence in a tree for a text, and the best parts of files. */
export interface Assessment {
  /** Strength of the evidence; `undefined` for a text without words. */
  readonly strength: QueryStrength | undefined;
  /** Results, best first. */
  readonly pointers: readonly Pointer[];
  /** State of the index. */
  readonly index: BundleIndex;
  /** Notes, for example about the state of the index. */
  readonly notes: readonly Note[];
}

/** Options of {@link assessTree}. */
export type AssessOptions = Pick<
  SearchOptions,
  "limit" | "names" | "refresh" | "maxRefreshMs" | "signal"
>;

/** Default number of pointers. */
const DEFAULT_POINTERS = 10;

/** Returns the strength of the evidence in a tree for a text, and the best parts of files. */
export async function assessTree(
  query: string,
  { limit = DEFAULT_POINTERS, ...options }: AssessOptions,
  index: AnsweringIndex,
): Promise<Assessment> {
  const text = checkQuery(query, options);
  return await index.lease(options, async (lease) => {
    const { embeddedQuery, notes } = await prepareQuery(text, lease, options);
    const { indexed: { reader, root }, embedder, visibility, sources } = lease;
    const found = await findFiles(reader, embeddedQuery, { visibility, limit: QUERY_FILES });
    const { ranked } = await findParts(reader, found, {
      embeddedQuery,
      embedder,
      limit,
      root,
      visibility,
      sources,
    });
    const pointers = ranked.map(async ({ file: { path }, part, needProbability }) => {
      const { startLine, endLine, head } = part;
      return {
        path,
        startLine,
        endLine,
        head: await maskValue(head, path),
        chance: needProbability,
      };
    });
    return {
      strength: found.strength,
      pointers: await Promise.all(pointers),
      index: lease.index,
      notes: [...lease.notes, ...notes],
    };
  });
}
