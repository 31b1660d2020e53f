import type { Candidate } from "@dossier/core";

/** A chunk in two rankings of the same question. */
export interface RankedTwice {
  /** Path of its file relative to the root, with `/`. */
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** What names it. */
  readonly symbol?: string | undefined;
  /** Its place with all steps, 1-based, and its score; undefined where it is not among the best. */
  readonly before?: Placed | undefined;
  /** The same without the step. */
  readonly after?: Placed | undefined;
}

/** A place in a ranking. */
export interface Placed {
  /** 1-based. */
  readonly rank: number;
  /** The score. */
  readonly score: number;
}

/**
 * Returns the chunks of two rankings, each once: in the order of the second, and then those that are only
 * in the first.
 */
export function compareRankings(
  before: readonly Candidate[],
  after: readonly Candidate[],
): readonly RankedTwice[] {
  const chunks = new Map<string, RankedTwice>();
  const enter = (candidates: readonly Candidate[], side: "before" | "after") => {
    for (const [index, { path, startLine, endLine, symbol, score }] of candidates.entries()) {
      const key = JSON.stringify([path, startLine, endLine]);
      const known = chunks.get(key) ?? { path, startLine, endLine, symbol };
      chunks.set(key, { ...known, [side]: { rank: index + 1, score } });
    }
  };
  enter(after, "after");
  enter(before, "before");
  return [...chunks.values()];
}
