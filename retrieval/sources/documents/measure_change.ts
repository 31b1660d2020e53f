import { openLineHistory } from "../../commits/mod.ts";
import { readDocument } from "../../tree/mod.ts";
import type { ChangeTree } from "./list_removed_mentions.ts";

/** Document with its files, and the commits that they are compared with. */
export interface ComparedFiles {
  /** Path of the document. */
  readonly document: string;
  /** Paths of the files. */
  readonly files: readonly string[];
  /** Commit whose tree the document describes. */
  readonly since: string;
  /** Newest commit. */
  readonly tip: string;
}

/** Changes since a document was written, committed or not. */
export interface MeasuredChange {
  /** Changed lines of its files as a share of their old and new lines, from 0 to 1. */
  readonly share: number;
  /** True when the document differs from the newest commit. */
  readonly isEdited: boolean;
}

/** Time limit for git to read files, in milliseconds: hundreds take 50. */
const MAX_MS = 2000;

const DECODER = new TextDecoder();
const LINE_END_REGEXP = /\r?\n/;

/**
 * Compares the current files of the tree with those of a commit; returns `undefined` when git
 * fails.
 */
export async function measureChange(
  { document, files, since, tip }: ComparedFiles,
  place: ChangeTree,
): Promise<MeasuredChange | undefined> {
  const history = openLineHistory(place.source, AbortSignal.timeout(MAX_MS));
  if (history === undefined) return undefined;
  const [written, ...past] = await history.readFiles([
    { commit: tip, path: document },
    ...files.map((path) => ({ commit: since, path })),
  ]);
  // Without any of the files, git has failed, or there is nothing to compare.
  if ([written, ...past].every((text) => text === undefined)) return undefined;
  let changed = 0;
  let lines = 0;
  files.forEach((path, at) => {
    const [then, now] = [toLines(past[at]), toLines(readNow(path, place))];
    changed += countChanged(then, now);
    lines += then.length + now.length;
  });
  const isEdited = written !== undefined &&
    countChanged(toLines(written), toLines(readNow(document, place))) > 0;
  return { share: changed / Math.max(1, lines), isEdited };
}

/** Returns the text of a file as git would read it, in any encoding. */
function readNow(path: string, { source: { root }, visibility }: ChangeTree): string | undefined {
  const read = readDocument(root, path, visibility);
  return read.kind === "text" ? DECODER.decode(read.bytes) : undefined;
}

function toLines(text = ""): readonly string[] {
  const lines = text.split(LINE_END_REGEXP);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/**
 * Returns the number of lines that are only in one of two texts, counting repetitions; moved lines
 * are in both.
 */
function countChanged(then: readonly string[], now: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of then) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of now) {
    const count = left.get(line) ?? 0;
    if (count === 0) added++;
    else left.set(line, count - 1);
  }
  return added + left.values().reduce((sum, count) => sum + count, 0);
}
