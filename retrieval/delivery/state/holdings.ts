import { createHash } from "node:crypto";
import type { LineRange } from "@dossier/core";
import { listGaps, sharesLines } from "@dossier/core/fragment";
import { type KnownLines, newRanges } from "@dossier/core/pack";
import {
  createHeldCheck,
  type HeldCandidate,
  type HeldPassage,
  listGivenRanges,
} from "./held_passages.ts";

/** Lines of a file that might be given. */
export interface CandidateLines {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Number of the first one, 1-based. */
  readonly startLine: number;
  readonly lines: readonly string[];
  /** Whether they go to the end of the file. */
  readonly isFileEnd: boolean;
}

/** What to give of some lines. */
export interface NewLines {
  /** Some of them, in order. */
  readonly ranges: readonly LineRange[];
  /** Whether their file has changed since others were given; they have lines around them then. */
  readonly isChanged: boolean;
}

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
  readonly findNew: (wanted: CandidateLines) => Promise<NewLines | undefined>;
}

/**
 * Returns what passages say that a session holds.
 *
 * @param fileHash Returns the SHA-256 of a file as it is now.
 */
export function openHoldings(
  held: readonly HeldPassage[],
  fileHash: (path: string) => Promise<string>,
): Holdings {
  const isHeld = createHeldCheck(held);
  const paths = new Set(held.map(({ path }) => path));
  return {
    isHeld: async (passage) =>
      paths.has(passage.path) &&
      isHeld({ ...passage, fileHash: passage.fileHash ?? await fileHash(passage.path) }),
    async findNew(wanted) {
      if (!paths.has(wanted.path)) return undefined;
      return findNewRanges(held, wanted, await fileHash(wanted.path));
    },
  };
}

/**
 * Returns which of some lines to give to a session that holds others of their file, or an earlier state of
 * it; undefined when all of them are to be given.
 *
 * What it holds is what it was given of the file as it is now, and of the state before that: of older
 * states nobody can say what was put in their place.
 *
 * @param held What the session was given; see `listHeldPassages()`.
 * @param fileHash SHA-256 of the file as it is now.
 */
function findNewRanges(
  held: readonly HeldPassage[],
  wanted: CandidateLines,
  fileHash: string,
): NewLines | undefined {
  const { path, startLine, lines, isFileEnd } = wanted;
  const given = held.filter((passage) => passage.path === path && passage.keys !== undefined);
  const others = given.filter((passage) => passage.fileHash !== fileHash);
  const [before] = others.toSorted((a, b) => b.record - a.record);
  if (before === undefined) return findRemainingLines(held, wanted, fileHash);
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
  const ranges = newRanges({ startLine, keys: splitLineKeys(toLineKeys(lines)) }, {
    current: joinLines(current),
    older: joinLines(older),
    isFileEnd,
  });
  // Where it is best to tell the new state as a whole, what was given of that is known all the same.
  return ranges === undefined
    ? findRemainingLines(held, wanted, fileHash)
    : { ranges, isChanged: true };
}

/** Returns the lines that were not given of a file as it is now, when others were. */
function findRemainingLines(
  held: readonly HeldPassage[],
  { path, startLine, lines }: CandidateLines,
  fileHash: string,
): NewLines | undefined {
  const ofFile = held.filter((passage) => passage.path === path);
  const before = lastOf(ofFile.filter((passage) => passage.fileHash !== fileHash));
  const given = listGivenRanges(ofFile.filter(({ record }) => record > before), { fileHash });
  const range = { startLine, endLine: startLine + lines.length - 1 };
  const isHeld = given.some((other) => sharesLines(other, range));
  return isHeld ? { ranges: listGaps(range, given), isChanged: false } : undefined;
}

function lastOf(passages: readonly HeldPassage[]): number {
  return passages.reduce((last, { record }) => Math.max(last, record), 0);
}

/** Returns the lines of passages of one state of a file, those of neighbours in one. */
function joinLines(passages: readonly HeldPassage[]): readonly KnownLines[] {
  const byLine = new Map(
    passages.flatMap(({ startLine, keys = "" }) =>
      splitLineKeys(keys).map((key, at) => [startLine + at, key] as const)
    ),
  );
  const joined: { readonly startLine: number; readonly keys: string[] }[] = [];
  for (const [line, key] of [...byLine].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && line === last.startLine + last.keys.length) last.keys.push(key);
    else joined.push({ startLine: line, keys: [key] });
  }
  return joined;
}

/** Bytes of the hash of a line: among a million lines two that differ share a key once in 500 times. */
const KEY_BYTES = 6;

/** Characters of a key in base64. */
const KEY_LENGTH = KEY_BYTES * 8 / 6;

/** Returns keys of lines, in base64 and without anything between them; equal lines have equal keys. */
export function toLineKeys(lines: readonly string[]): string {
  return lines.map((line) =>
    createHash("sha256").update(line).digest().subarray(0, KEY_BYTES).toString("base64")
  ).join("");
}

function splitLineKeys(keys: string): string[] {
  return keys.match(new RegExp(`.{${KEY_LENGTH}}`, "g")) ?? [];
}
