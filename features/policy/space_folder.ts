import { isItemId, type Space } from "./core/mod.ts";
import { stemOf } from "@dossier/core/text";
import {
  decodeFile,
  isUnicode,
  listEntries,
  lstatOrUndefined,
  readPlainFileAsync,
} from "@dossier/retrieval/machine";
import type { PolicyForm } from "./policy_form.ts";

/** Maximum number of bytes of a profile or knowledge item; larger files are rejected. */
export const MAX_ITEM_BYTES: number = 1024 * 1024;

/** Deeper folders are not searched, and further files not listed; a note reports both. */
const MAX_DEPTH = 32;
const MAX_FILES = 100_000;

/** The text of a file, or half a sentence with the reason and the fix why it is not read. */
export type FolderText =
  | { readonly kind: "text"; readonly text: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly message: string };

/** Metadata of a file, known without reading it. */
export interface FileStat {
  /** Changes when the content changes. */
  readonly stamp: string;
  /** Time of the last change, in milliseconds since 1970. */
  readonly changedAt: number;
  /** In bytes. */
  readonly size: number;
}

/** A folder of one space in one form. */
export interface SpaceFolder {
  readonly space: Space;
  readonly form: PolicyForm;
  /** Absolute path; undefined for the folder that comes with the program. */
  readonly path?: string;
  /** Sentences on entries that were skipped in the lists so far. */
  readonly notes: readonly string[];
  /** Returns the path of a file for messages: relative to the project, else absolute. */
  displayPath(path: string): string;
  /** Returns the text of a file, or undefined when there is none. */
  read(path: string): Promise<FolderText | undefined>;
  /** Returns the metadata of a file; undefined when it is missing. */
  stat(path: string): FileStat | undefined;
  /** Returns the ids of all items below a folder, sorted. */
  list(folder: string): readonly string[];
  /**
   * Returns the paths of the files below a folder, relative to it and sorted.
   *
   * @param hidden Names of folders that are not searched, and of files, without extension, that are
   * omitted.
   */
  listFiles(folder: string, hidden: ReadonlySet<string>): readonly string[];
}

/** The extension of profiles and of knowledge. */
export const ITEM_EXTENSION = ".md";

/** The path and the space of a folder on disk. */
interface DiskFolder extends Pick<SpaceFolder, "space" | "form"> {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path that symbolic links must not leave. */
  readonly below: string;
}

/** Returns a folder on disk. No symbolic link is followed below `below`. */
export function openDiskFolder({ space, form, path, below }: DiskFolder): SpaceFolder {
  const shown = space === "project" ? form.folder : path;
  const skipped = new Set<string>();
  const list = (folder: string, hidden?: ReadonlySet<string>) =>
    walk(`${path}/${folder}`, {
      hidden,
      onSkip: (below, reason) =>
        skipped.add(`"${shown}/${folder}/${below}" is skipped as ${reason}`),
    });
  return {
    get notes() {
      return [...skipped];
    },
    space,
    form,
    path,
    displayPath: (file) => `${shown}/${file}`,
    async read(file) {
      const read = await readPlainFileAsync(`${path}/${file}`, { below, maxBytes: MAX_ITEM_BYTES });
      if (read.kind === "bytes") return toText(read.bytes);
      return read.reason === "missing" ? undefined : { kind: "refused", message: read.message };
    },
    stat: (file) => statFile(`${path}/${file}`),
    list: (folder) => toIds(list(folder)),
    listFiles: list,
  };
}

/** Returns a folder in memory: texts by their paths. */
export function openTextFolder(
  texts: ReadonlyMap<string, string>,
  { space, form, name }: Pick<SpaceFolder, "space" | "form"> & { readonly name: string },
): SpaceFolder {
  const pathsBelow = (folder: string) =>
    [...texts.keys()].filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1)).sort();
  return {
    space,
    form,
    notes: [],
    displayPath: (file) => `${name}/${file}`,
    read(file) {
      const text = texts.get(file);
      if (text === undefined) return Promise.resolve(undefined);
      return Promise.resolve({ kind: "text", text, bytes: new TextEncoder().encode(text) });
    },
    stat(file) {
      const text = texts.get(file);
      return text === undefined ? undefined : { stamp: file, changedAt: 0, size: text.length };
    },
    list: (folder) => toIds(pathsBelow(folder)),
    listFiles: (folder, hidden) =>
      pathsBelow(folder).filter((path) =>
        !path.split("/").some((part) => hidden.has(stemOf(part)))
      ),
  };
}

function toText(bytes: Uint8Array<ArrayBuffer>): FolderText {
  const read = decodeFile(bytes);
  const { text } = read;
  if (!/[\0\ufffd]/.test(text) && isUnicode(read)) return { kind: "text", text, bytes };
  return { kind: "refused", message: "it is not UTF-8 text: save it as UTF-8 text" };
}

function statFile(path: string): FileStat | undefined {
  const info = lstatOrUndefined(path);
  if (info === undefined) return undefined;
  const { dev, ino, size, mtime, ctime } = info;
  const times = [mtime, ctime].map((time) => time?.getTime() ?? Infinity);
  return { stamp: [dev, ino, size, ...times].join(), changedAt: Math.max(...times), size };
}

/** Options of {@link walk}. */
interface WalkOptions {
  /** Names of folders that are not searched and of files that are not listed. @default none */
  readonly hidden?: ReadonlySet<string> | undefined;
  /** Called with a skipped path, and half a sentence with the reason. */
  readonly onSkip: (below: string, reason: string) => void;
}

/**
 * Returns the paths of the files below a folder; symbolic links are not followed, hidden names not
 * searched.
 */
function walk(folder: string, { hidden = new Set(), onSkip }: WalkOptions): readonly string[] {
  const paths: string[] = [];
  const visit = (below: string, depth: number) => {
    for (const { name, isFile, isDirectory } of listEntries(`${folder}/${below}`)) {
      if (hidden.has(isDirectory ? name : stemOf(name))) continue;
      if (!isFile && !isDirectory) continue;
      if (paths.length >= MAX_FILES) {
        onSkip("", `more than ${MAX_FILES} files are in it: the first ones are listed`);
        return;
      }
      if (isFile) paths.push(`${below}${name}`);
      else if (depth < MAX_DEPTH) visit(`${below}${name}/`, depth + 1);
      else {onSkip(
          `${below}${name}`,
          `it is more than ${MAX_DEPTH} folders deep: move it to a higher folder`,
        );}
    }
  };
  if (lstatOrUndefined(folder)?.isDirectory) visit("", 0);
  return paths.sort();
}

/** Returns the ids of the items among paths, sorted; invalid ids are omitted. */
function toIds(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.endsWith(ITEM_EXTENSION))
    .map((path) => path.slice(0, -ITEM_EXTENSION.length)).filter(isItemId).sort();
}

/** A file below a folder of policies. */
interface PlacedFile {
  readonly folder: SpaceFolder;
  /** Path below the folder. */
  readonly path: string;
}

/** Files that are read for a list within its limit of bytes. */
export interface FittingFiles<File> {
  has(file: File): boolean;
  /** Half a sentence with the reason why others are not read. */
  readonly reason: string;
}

/**
 * Returns the files that are read for a list, in order, with at most so many bytes together;
 * smaller files after one that is too large are still included. A file over the limit of an item
 * counts nothing, as it is rejected unread.
 */
export function fitFiles<File extends PlacedFile>(
  files: readonly File[],
  maxBytes: number,
): FittingFiles<File> {
  const fitting = new Set<File>();
  let bytes = 0;
  for (const file of files) {
    const { size = 0 } = file.folder.stat(file.path) ?? {};
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
