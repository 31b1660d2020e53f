import type { PlannedFile } from "./plan_refresh.ts";
import type { FileReadings } from "./read_files.ts";

/** Maximum number of files that are read and hashed together. Hashing runs on other threads. */
const MAX_GROUP_FILES = 32;

/**
 * Maximum number of bytes of a group of files, exceeded by the last one: they take about 100 ms to
 * index.
 */
const MAX_GROUP_BYTES = 512 * 1024;

/** Reads files in order, several groups ahead of the caller. */
export class ReadAhead {
  readonly #read: (files: readonly PlannedFile[]) => Promise<FileReadings>;
  readonly #files: readonly PlannedFile[];
  readonly #groups: number;
  readonly #pending: { readonly files: number; readonly readings: Promise<FileReadings> }[] = [];
  #next = 0;

  /** @param options.groups Number of groups that are read at a time, at least 1. */
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

  /** Returns the content of the next files, and their number. At least one file must remain. */
  async next(): Promise<{ readonly files: number; readonly readings: FileReadings }> {
    while (this.#pending.length < this.#groups && this.#next < this.#files.length) {
      const files = nextGroup(this.#files, this.#next);
      const readings = this.#read(files);
      // The caller receives the error when it awaits this group.
      readings.catch(() => {});
      this.#pending.push({ files: files.length, readings });
      this.#next += files.length;
    }
    const { files, readings } = this.#pending.shift()!;
    return { files, readings: await readings };
  }
}

/** Returns the next group of files, starting at index `start`. */
function nextGroup(files: readonly PlannedFile[], start: number): readonly PlannedFile[] {
  let end = start;
  for (let bytes = 0; bytes < MAX_GROUP_BYTES && end < start + MAX_GROUP_FILES; end++) {
    bytes += files[end]?.size ?? Infinity;
  }
  return files.slice(start, end);
}
