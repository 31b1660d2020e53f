import type { IndexReader } from "../index/mod.ts";
import type { SyntaxFile } from "./syntax_file.ts";

/** UTF-16 units of all parsed files that are kept for later answers: a tree takes up to 100 times its text in memory. */
const MAX_KEPT_LENGTH = 3_000_000;

/** A parsed file with what frees its tree. */
interface KeptFile {
  readonly file: SyntaxFile;
  readonly free: () => void;
  /** Answers that use it now. */
  users: number;
}

const caches = new WeakMap<IndexReader, TreeCache>();

/**
 * Parsed files of a tree, for as long as they are the same. A file that an answer uses is never freed, so that no node
 * outlives its tree; of the others those are that were used the longest ago.
 */
export class TreeCache {
  /** By path and hash, those used the longest ago first. */
  readonly #files = new Map<string, KeptFile>();
  #length = 0;

  /** Returns the parsed files that answers from an index share. */
  static of(reader: IndexReader): TreeCache {
    return caches.getOrInsertComputed(reader, () => new TreeCache());
  }

  /** Returns a parsed file and marks it as used until it is released. */
  take(path: string, hash: string): SyntaxFile | undefined {
    const key = keyOf({ path, hash });
    const kept = this.#files.get(key);
    if (kept === undefined) return undefined;
    this.#files.delete(key);
    this.#files.set(key, kept);
    kept.users++;
    return kept.file;
  }

  /** Keeps a parsed file, which is used until it is released. */
  keep(file: SyntaxFile, free: () => void): void {
    this.#files.set(keyOf(file), { file, free, users: 1 });
    this.#length += file.text.length;
  }

  /** Releases files, and frees what is too much. */
  release(files: Iterable<SyntaxFile>): void {
    for (const file of files) {
      const kept = this.#files.get(keyOf(file));
      if (kept !== undefined) kept.users--;
    }
    for (const [key, { file, free, users }] of this.#files) {
      if (this.#length <= MAX_KEPT_LENGTH) return;
      if (users > 0) continue;
      this.#files.delete(key);
      this.#length -= file.text.length;
      free();
    }
  }
}

function keyOf({ path, hash }: Pick<SyntaxFile, "path" | "hash">): string {
  return `${path}\0${hash}`;
}
