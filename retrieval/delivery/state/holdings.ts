import { type HeldCandidate, type HeldPassage, holdsPassage } from "./held_passages.ts";
import type { NewLines, WantedLines } from "./find_new_ranges.ts";

/** What a session was given. */
export interface Holdings {
  /**
   * Returns whether that has a passage, or all its lines from a file that is still the same; whose hash is
   * looked up where it is not given.
   */
  readonly isHeld: (
    passage: Omit<HeldCandidate, "fileHash"> & Partial<Pick<HeldCandidate, "fileHash">>,
  ) => Promise<boolean>;
  /** Returns which of some lines are new to it; undefined when all are to be given. */
  readonly findNew: (wanted: WantedLines) => Promise<NewLines | undefined>;
}

/**
 * Returns what passages say that a session holds.
 *
 * @param fileHash Returns the SHA-256 of a file as it is now.
 */
export function openHoldings(
  held: readonly HeldPassage[],
  fileHash: (path: string) => string | Promise<string>,
): Holdings {
  const isHeld = holdsPassage(held);
  const paths = new Set(held.map(({ path }) => path));
  return {
    isHeld: async (passage) =>
      paths.has(passage.path) &&
      isHeld({ ...passage, fileHash: passage.fileHash ?? await fileHash(passage.path) }),
    async findNew(wanted) {
      if (!paths.has(wanted.path)) return undefined;
      // Imported only here: most files are not given again.
      const { findNewRanges } = await import("./find_new_ranges.ts");
      return findNewRanges(held, wanted, await fileHash(wanted.path));
    },
  };
}
