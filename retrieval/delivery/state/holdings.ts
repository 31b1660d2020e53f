import { createHash } from "node:crypto";
import type { LineRange } from "@dossier/core";
import { listGaps, overlapsLines } from "@dossier/core/fragment";
import { type KnownLines, listNewRanges } from "@dossier/core/pack";
import {
  createHeldCheck,
  type HeldCandidate,
  type HeldPassage,
  listHeldRanges,
} from "./held_passages.ts";

/** Lines of a file that may be delivered. */
export interface CandidateLines {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Number of the first line, 1-based. */
  readonly startLine: number;
  readonly lines: readonly string[];
  /** True when they include the last line of the file. */
  readonly isFileEnd: boolean;
}

/** New part of some lines. */
export interface NewLines {
  /** Ranges of new lines, in order. */
  readonly ranges: readonly LineRange[];
  /**
   * True when the file has changed since other lines were delivered. The ranges then include lines
   * around the changes.
   */
  readonly isChanged: boolean;
}

/** Passages that a session has. */
export interface Holdings {
  /**
   * Returns true when the session has a passage, or all its lines from an unchanged file. The hash
   * of the file is looked up when it is not given.
   */
  readonly isHeld: (
    passage: Omit<HeldCandidate, "fileHash"> & Partial<Pick<HeldCandidate, "fileHash">>,
  ) => Promise<boolean>;
  /**
   * Returns those of the lines that the session does not have, or `undefined` when all lines must
   * be delivered.
   */
  readonly findNew: (wanted: CandidateLines) => Promise<NewLines | undefined>;
}

/**
 * Returns the holdings of a session by its passages.
 *
 * @param fileHash Returns the SHA-256 of the current state of a file.
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
 * Returns the lines to deliver to a session that has other lines of the file, or an earlier state
 * of it, or `undefined` when all lines must be delivered.
 *
 * Only passages of the current and of the previous state of the file are used. It is unknown what
 * replaced the lines of older states.
 *
 * @param held Passages of the session; see `listHeldPassages()`.
 * @param fileHash SHA-256 of the current state of the file.
 */
function findNewRanges(
  held: readonly HeldPassage[],
  candidate: CandidateLines,
  fileHash: string,
): NewLines | undefined {
  const { path, startLine, lines, isFileEnd } = candidate;
  const samePath = held.filter((passage) => passage.path === path && passage.keys !== undefined);
  const others = samePath.filter((passage) => passage.fileHash !== fileHash);
  const [before] = others.toSorted((a, b) => b.record - a.record);
  if (before === undefined) return findRemainingLines(held, candidate, fileHash);
  const current = samePath.filter((passage) =>
    passage.fileHash === fileHash && passage.record > before.record
  );
  const third = others.filter((passage) => passage.fileHash !== before.fileHash);
  const since = lastOf([
    ...third,
    ...samePath.filter((passage) =>
      passage.fileHash === fileHash && passage.record <= before.record
    ),
  ]);
  const older = others.filter((passage) =>
    passage.fileHash === before.fileHash && passage.record > since
  );
  const ranges = listNewRanges({ startLine, keys: splitLineKeys(toLineKeys(lines)) }, {
    current: joinLines(current),
    older: joinLines(older),
    reachesFileEnd: isFileEnd,
  });
  // Even when all changes must be delivered, the session may have lines of the current state.
  return ranges === undefined
    ? findRemainingLines(held, candidate, fileHash)
    : { ranges, isChanged: true };
}

/**
 * Returns the lines that were not delivered yet, when other lines of the current state of the file
 * were; `undefined` when none were.
 */
function findRemainingLines(
  held: readonly HeldPassage[],
  { path, startLine, lines }: CandidateLines,
  fileHash: string,
): NewLines | undefined {
  const ofFile = held.filter((passage) => passage.path === path);
  const before = lastOf(ofFile.filter((passage) => passage.fileHash !== fileHash));
  const ranges = listHeldRanges(ofFile.filter(({ record }) => record > before), { fileHash });
  const range = { startLine, endLine: startLine + lines.length - 1 };
  const isHeld = ranges.some((other) => overlapsLines(other, range));
  return isHeld ? { ranges: listGaps(range, ranges), isChanged: false } : undefined;
}

function lastOf(passages: readonly HeldPassage[]): number {
  return passages.reduce((last, { record }) => Math.max(last, record), 0);
}

/** Returns the lines of passages of one state of a file, with neighbouring passages joined. */
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

/**
 * Number of bytes of the hash of a line. Among a million different lines, the probability that two
 * have the same key is 1 in 500.
 */
const KEY_BYTES = 6;

/** Number of characters of a key in base64. */
const KEY_LENGTH = KEY_BYTES * 8 / 6;

/** Returns keys of lines, in base64 without separators; equal lines have equal keys. */
export function toLineKeys(lines: readonly string[]): string {
  return lines.map((line) =>
    createHash("sha256").update(line).digest().subarray(0, KEY_BYTES).toString("base64")
  ).join("");
}

function splitLineKeys(keys: string): string[] {
  return keys.match(new RegExp(`.{${KEY_LENGTH}}`, "g")) ?? [];
}
