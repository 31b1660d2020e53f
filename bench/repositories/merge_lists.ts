/** Result of one repository. */
export interface MergedHit {
  readonly repository: string;
  readonly score: number;
}

/** Merges the lists of several repositories, each best first. */
export type MergeLists = <Hit extends MergedHit>(lists: readonly (readonly Hit[])[]) => Hit[];

/** Ways to merge the separate answers of repositories. */
export const MERGES: Readonly<Record<string, MergeLists>> = {
  /** Order by the raw scores. */
  "raw scores": (lists) => lists.flat().sort((a, b) => b.score - a.score),
  /** Order by the scores as shares of the best of each repository. */
  "shares of the best": (lists) =>
    lists.flatMap((list) =>
      list.map((hit) => ({ hit, share: hit.score / Math.max(list[0]!.score, Number.MIN_VALUE) }))
    ).sort((a, b) => b.share - a.share).map(({ hit }) => hit),
  /** Order with all first results before all second ones. */
  interleaved: (lists) => {
    const longest = Math.max(0, ...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []))
      .flat();
  },
};
