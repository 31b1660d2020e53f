import { openLineHistory } from "../../commits/mod.ts";
import { readDocument } from "../../tree/mod.ts";
import type { ChangeTree } from "./list_removed_mentions.ts";

/** A document, the files that it is about, and the commits that these are compared with. */
export interface ComparedFiles {
  /** Path of the document. */
  readonly document: string;
  /** Paths of the files. */
  readonly files: readonly string[];
  /** The commit for whose tree the document was written. */
  readonly since: string;
  /** The newest commit. */
  readonly tip: string;
}

/** What has changed since a document was written, in commits or out of them. */
export interface MeasuredChange {
  /** Changed lines of its files as a share of the lines that they had and have, from 0 to 1. */
  readonly share: number;
  /** Whether the document itself is other than in the newest commit. */
  readonly isEdited: boolean;
}

/** How long git may take to read files, in milliseconds: hundreds take 50. */
const MAX_MS = 2000;

const DECODER = new TextDecoder();
const LINE_END_REGEXP = /\r?\n/;

/** Compares the files of the tree, as they are now, with those of a commit; undefined when git can not tell. */
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
  // One that knows none of them has failed, or knows nothing that can be compared.
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

/** Returns the text of a file as git would read it, whatever its encoding is. */
function readNow(path: string, { source: { root }, visibility }: ChangeTree): string | undefined {
  const read = readDocument(root, path, visibility);
  return read.kind === "text" ? DECODER.decode(read.bytes) : undefined;
}

function toLines(text = ""): readonly string[] {
  const lines = text.split(LINE_END_REGEXP);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Returns how many lines are only in one of two texts, each as often as it is there; moved lines are in both. */
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
