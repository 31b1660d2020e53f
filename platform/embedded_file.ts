import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Folder in which Bun shows the files inside of an executable. */
const EMBEDDED_FOLDER = "/$bunfs/";

/** Suffix of the folder, inside of the executable, that contains a file in pieces. */
export const PIECES_SUFFIX = ".pieces";

/**
 * Size of each piece but the last, in bytes. A question needs a thousand rows of 256 bytes from all
 * over the table of words, and with pieces of 64 KiB it would copy nearly the whole table.
 */
export const PIECE_BYTES: number = 8 * 1024;

/** Name of the file beside the pieces with their total size. */
export const SIZE_FILE = "size";

/**
 * Returns the path of a file that an executable contains in pieces; undefined for any other file.
 */
export function findEmbedded(path: string | URL): string | undefined {
  const name = typeof path === "string" ? path : fileURLToPath(path);
  if (!name.startsWith(EMBEDDED_FOLDER)) return undefined;
  return statSync(name + PIECES_SUFFIX, { throwIfNoEntry: false }) === undefined ? undefined : name;
}

/** Returns the total size of a file in pieces, in bytes. */
export function embeddedSize(path: string): number {
  return Number(readFileSync(`${path}${PIECES_SUFFIX}/${SIZE_FILE}`, "utf8"));
}

/** Returns the path of a piece, by its 0-based index. */
export function piecePath(path: string, index: number): string {
  return `${path}${PIECES_SUFFIX}/${index}`;
}

/**
 * Open file inside of the executable. Bun reads such a file only as a whole, which takes 60 ms for
 * 12 MB, so it is stored in pieces. Pieces that were read are cached.
 */
export class EmbeddedFile implements Disposable {
  readonly #path: string;
  readonly #size: number;
  readonly #pieces = new Map<number, Uint8Array>();
  #position = 0;

  constructor(path: string) {
    this.#path = path;
    this.#size = embeddedSize(path);
  }

  readSync(buffer: Uint8Array): number | null {
    const index = Math.floor(this.#position / PIECE_BYTES);
    const start = this.#position % PIECE_BYTES;
    const length = Math.min(buffer.length, PIECE_BYTES - start, this.#size - this.#position);
    if (length <= 0) return null;
    const piece = this.#pieces.getOrInsertComputed(
      index,
      () => readFileSync(piecePath(this.#path, index)),
    );
    buffer.set(piece.subarray(start, start + length));
    this.#position += length;
    return length;
  }

  seekSync(offset: number): number {
    return this.#position = offset;
  }

  statSync(): { readonly size: number; readonly isFile: true } {
    return { size: this.#size, isFile: true };
  }

  close(): void {
    this.#pieces.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
