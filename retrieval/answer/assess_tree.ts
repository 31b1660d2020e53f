import type { BundleIndex, Note } from "@dossier/core";
import type { QueryStrength } from "@dossier/core/rank";
import { findFiles, findParts, QUERY_FILES, type SearchOptions } from "../search/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import type { AnsweringIndex } from "./answering_index.ts";
import { askQuery, checkQuery } from "./ask_query.ts";

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

/**
 * Returns how strongly a tree speaks to a text, and the parts of files that answer it best.
 *
 * @throws {ContextError} As `answer()`.
 */
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
      ...{ asked, embedder, root, visibility, sources },
    });
    const pointers = ranked.slice(0, limit).map(async ({ file: { path }, part, worth }) => {
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
