import type { PassageSource } from "@dossier/core";
import { BoundedMap } from "../machine/mod.ts";
import type { ReadableDocument } from "./read_document.ts";

/** Most that is kept, in about bytes: the texts of some thousand files. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** About what a line takes beside its characters, in bytes. */
const LINE_BYTES = 40;

/**
 * A file that was touched less than this before it was looked at may be changed once more without a sign:
 * the times of file systems are as coarse as two seconds, in milliseconds.
 */
export const RACY_MS = 2000;

/** The lines of a file, and what they were read from. */
interface ShelvedSource {
  readonly source: PassageSource;
  readonly hash: string;
  readonly file: ReadableDocument;
  /** About what it takes in memory. */
  readonly bytes: number;
}

/**
 * The lines of files that passages were cut from, each for as long as its file is the same by all that
 * the disk says of it. A warm engine cuts most passages from files that it has read before.
 */
export class SourceShelf {
  readonly #now: () => number;
  readonly #sources = new BoundedMap<string, ShelvedSource>({
    limit: MAX_KEPT_BYTES,
    weigh: ({ bytes }) => bytes,
  });

  /** Makes an empty shelf with a clock in milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns the lines of a file and the hash of its bytes, if they are known of the file as it is. */
  find(path: string, file: ReadableDocument): Pick<ShelvedSource, "source" | "hash"> | undefined {
    const known = this.#sources.get(path);
    return known !== undefined && isSame(known.file, file) ? known : undefined;
  }

  /** Keeps the lines of a file that was looked at before it was read, unless it has just been touched. */
  keep(
    path: string,
    { file, source, hash, length }: Pick<ShelvedSource, "file" | "source" | "hash"> & {
      /** Length of the text. */
      readonly length: number;
    },
  ): void {
    if (file.touched > this.#now() - RACY_MS) return;
    const bytes = length + source.lines.length * LINE_BYTES;
    this.#sources.set(path, { file, source, hash, bytes });
  }
}

function isSame(a: ReadableDocument, b: ReadableDocument): boolean {
  return a.size === b.size && a.modified === b.modified && a.touched === b.touched &&
    a.inode === b.inode;
}
