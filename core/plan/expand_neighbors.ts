/** A document that another one links to. */
export interface Neighbor {
  /** Its name in links. */
  readonly slug: string;
  /** Number of links from the start, at least 1. */
  readonly depth: number;
  /** The document whose link was followed. */
  readonly from: string;
}

/** Options of {@link expandNeighbors}. */
export interface NeighborOptions {
  /** Most links in a chain; 0 for none. */
  readonly depth: number;
  /** Returns the slugs that a document links to; none when it does not exist. */
  readonly linksOf: (slug: string) => readonly string[];
}

/**
 * Returns the documents that `slugs` link to, nearest first and in the order of the links. Each comes
 * once, without the documents of `slugs`.
 *
 * @example
 * ```ts
 * import { expandNeighbors } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const links: Readonly<Record<string, readonly string[]>> = { a: ["b"], b: ["c", "a"] };
 * const linksOf = (slug: string) => links[slug] ?? [];
 * assert.deepEqual(expandNeighbors(["a"], { depth: 1, linksOf }), [
 *   { slug: "b", depth: 1, from: "a" },
 * ]);
 * ```
 */
export function expandNeighbors(
  slugs: readonly string[],
  { depth, linksOf }: NeighborOptions,
): readonly Neighbor[] {
  const met = new Set(slugs);
  const found: Neighbor[] = [];
  let edge = [...met];
  for (let step = 1; step <= depth && edge.length > 0; step++) {
    const next: string[] = [];
    for (const from of edge) {
      for (const slug of linksOf(from)) {
        if (met.has(slug)) continue;
        met.add(slug);
        next.push(slug);
        found.push({ slug, depth: step, from });
      }
    }
    edge = next;
  }
  return found;
}
