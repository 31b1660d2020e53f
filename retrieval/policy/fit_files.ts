import { MAX_ITEM_BYTES, type SpaceFolder } from "./space_folder.ts";

/** A file below a folder of policies. */
interface PlacedFile {
  readonly folder: SpaceFolder;
  /** Path below the folder. */
  readonly path: string;
}

/** Files that are read for one list. */
export interface FittingFiles<File> {
  has(file: File): boolean;
  /** Half a sentence that says why others are not read. */
  readonly reason: string;
}

/**
 * Returns those of some files that are read for a list, in their order: as many as have at most so many bytes
 * together; a smaller one behind one that is too large is among them. What is too large by itself counts nothing, as
 * it is refused unread.
 */
export function fitFiles<File extends PlacedFile>(
  files: readonly File[],
  maxBytes: number,
): FittingFiles<File> {
  const fitting = new Set<File>();
  let bytes = 0;
  for (const file of files) {
    const { size = 0 } = file.folder.look(file.path) ?? {};
    const read = size > MAX_ITEM_BYTES ? 0 : size;
    if (bytes + read > maxBytes) continue;
    bytes += read;
    fitting.add(file);
  }
  const reason =
    `all files of its kind may have at most ${maxBytes} bytes together, and those before it have ` +
    `${bytes}: remove some, or make them shorter`;
  return { has: (file) => fitting.has(file), reason };
}
