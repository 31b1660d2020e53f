/** Document that another one links to. */
export interface Neighbor {
  /** Its name in links. */
  readonly slug: string;
  /** Document with the link. */
  readonly from: string;
}

/**
 * Returns the documents that `slugs` link to, nearest first and in the order of the links. Each is
 * listed once, without the documents of `slugs`.
 *
 * @param options.depth Maximum number of links in a chain; 0 for none.
 * @param options.linksOf Returns the slugs that a document links to; none when it does not exist.
 */
export function expandNeighbors(
  slugs: readonly string[],
  { depth, linksOf }: {
    readonly depth: number;
    readonly linksOf: (slug: string) => readonly string[];
  },
): readonly Neighbor[] {
  const visited = new Set(slugs);
  const found: Neighbor[] = [];
  let frontier = [...visited];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const next: string[] = [];
    for (const from of frontier) {
      for (const slug of linksOf(from)) {
        if (visited.has(slug)) continue;
        visited.add(slug);
        next.push(slug);
        found.push({ slug, from });
      }
    }
    frontier = next;
  }
  return found;
}
