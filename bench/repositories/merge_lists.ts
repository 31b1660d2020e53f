/** A result of one repository. */
export interface MergedHit {
  readonly repository: string;
  readonly score: number;
}

/** Makes one list of the lists of several repositories, each best first. */
export type MergeLists = <Hit extends MergedHit>(lists: readonly (readonly Hit[])[]) => Hit[];

/** Ways to merge answers that each repository has given alone. */
export const MERGES: Readonly<Record<string, MergeLists>> = {
  /** By the scores as they are. */
  "raw scores": (lists) => lists.flat().sort((a, b) => b.score - a.score),
  /** By the scores as shares of the best of each repository. */
  "shares of the best": (lists) =>
    lists.flatMap((list) =>
      list.map((hit) => ({ hit, share: hit.score / Math.max(list[0]!.score, Number.MIN_VALUE) }))
    ).sort((a, b) => b.share - a.share).map(({ hit }) => hit),
  /** All first results, then all second ones. */
  interleaved: (lists) => {
    const longest = Math.max(0, ...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []))
      .flat();
  },
};
