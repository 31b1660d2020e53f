import type { PlannedFile } from "./plan_refresh.ts";
import type { FileReadings } from "./read_files.ts";

/** Most files that are read and hashed together; hashing runs on other threads. */
const MAX_GROUP_FILES = 32;

/** Bytes of files from which on no further ones are read with them: they take some 100 ms to index. */
const MAX_GROUP_BYTES = 512 * 1024;

/** Has files read in their order, a few groups of them before they are asked for. */
export class ReadAhead {
  readonly #read: (files: readonly PlannedFile[]) => Promise<FileReadings>;
  readonly #files: readonly PlannedFile[];
  readonly #groups: number;
  readonly #pending: { readonly files: number; readonly readings: Promise<FileReadings> }[] = [];
  #next = 0;

  /**
   * @param options.groups How many groups are being read at a time, at least 1.
   */
  constructor(
    files: readonly PlannedFile[],
    { read, groups }: {
      readonly read: (files: readonly PlannedFile[]) => Promise<FileReadings>;
      readonly groups: number;
    },
  ) {
    this.#read = read;
    this.#files = files;
    this.#groups = groups;
  }

  /** Returns what was found in the next files, and how many these are; there must be some. */
  async next(): Promise<{ readonly files: number; readonly readings: FileReadings }> {
    while (this.#pending.length < this.#groups && this.#next < this.#files.length) {
      const files = nextGroup(this.#files, this.#next);
      const readings = this.#read(files);
      // It is thrown when it is its turn.
      readings.catch(() => {});
      this.#pending.push({ files: files.length, readings });
      this.#next += files.length;
    }
    const { files, readings } = this.#pending.shift()!;
    return { files, readings: await readings };
  }
}

/** Returns the files to be read next, from number `start` on. */
function nextGroup(files: readonly PlannedFile[], start: number): readonly PlannedFile[] {
  let end = start;
  for (let bytes = 0; bytes < MAX_GROUP_BYTES && end < start + MAX_GROUP_FILES; end++) {
    bytes += files[end]?.size ?? Infinity;
  }
  return files.slice(start, end);
}
