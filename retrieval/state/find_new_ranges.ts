import type { LineRange } from "@dossier/core";
import { type KnownLines, newRanges } from "@dossier/core/pack";
import type { HeldPassage } from "./held_passages.ts";
import { splitLineKeys, toLineKeys } from "./line_keys.ts";

/** Lines of a file that might be given. */
export interface WantedLines {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Number of the first one, 1-based. */
  readonly startLine: number;
  /** The lines. */
  readonly lines: readonly string[];
  /** Whether they go to the end of the file. */
  readonly isFileEnd: boolean;
}

/**
 * Returns which of some lines to give to a session that holds others of their file, or an earlier state of
 * it; undefined when all of them are to be given.
 *
 * What it holds is what it was given of the file as it is now, and of the state before that: of older
 * states nobody can say what was put in their place.
 *
 * @param held What the session was given; see `heldPassages()`.
 * @param fileHash SHA-256 of the file as it is now.
 */
export function findNewRanges(
  held: readonly HeldPassage[],
  { path, startLine, lines, isFileEnd }: WantedLines,
  fileHash: string,
): readonly LineRange[] | undefined {
  const given = held.filter((passage) => passage.path === path && passage.keys !== undefined);
  const others = given.filter((passage) => passage.fileHash !== fileHash);
  const [before] = others.toSorted((a, b) => b.record - a.record);
  if (before === undefined) return undefined;
  const current = given.filter((passage) =>
    passage.fileHash === fileHash && passage.record > before.record
  );
  const third = others.filter((passage) => passage.fileHash !== before.fileHash);
  const since = lastOf([
    ...third,
    ...given.filter((passage) => passage.fileHash === fileHash && passage.record <= before.record),
  ]);
  const older = others.filter((passage) =>
    passage.fileHash === before.fileHash && passage.record > since
  );
  return newRanges({ startLine, keys: splitLineKeys(toLineKeys(lines)) }, {
    current: current.map(toKnown),
    older: older.map(toKnown).sort((a, b) => a.startLine - b.startLine),
    isFileEnd,
  });
}

function lastOf(passages: readonly HeldPassage[]): number {
  return passages.reduce((last, { record }) => Math.max(last, record), 0);
}

function toKnown({ startLine, keys = "" }: HeldPassage): KnownLines {
  return { startLine, keys: splitLineKeys(keys) };
}
