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

/** Larger files are no profiles and no knowledge, in bytes. */
export const MAX_ITEM_BYTES: number = 1024 * 1024;

/** Deeper folders are not looked into, and files beyond this many are not listed, which is told. */
const MAX_DEPTH = 32;
const MAX_FILES = 100_000;

/** The text of a file, or half a sentence with the mend that says why it is not read. */
export type FolderText =
  | { readonly kind: "text"; readonly text: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly message: string };

/** What a look at a file, without reading it, tells of it. */
export interface FileLook {
  /** Another when its content is. */
  readonly stamp: string;
  /** When it was last changed, in milliseconds since 1970. */
  readonly touched: number;
  /** In bytes. */
  readonly size: number;
}

/** A folder of one space in one form. */
export interface SpaceFolder {
  readonly space: Space;
  readonly form: PolicyForm;
  /** Absolute path; undefined for the one that comes with the program. */
  readonly path?: string;
  /** Sentences on what is not listed, of what was listed so far. */
  readonly notes: readonly string[];
  /** Returns how people are told of a file: relative to the project, else absolute. */
  describe(path: string): string;
  /** Returns the text of a file, or undefined when there is none. */
  read(path: string): Promise<FolderText | undefined>;
  /** Returns what tells a file from what it was before; undefined when there is none. */
  look(path: string): FileLook | undefined;
  /** Returns the ids of all items below a folder, sorted. */
  list(folder: string): readonly string[];
  /**
   * Returns the paths of the files below a folder, relative to it and sorted.
   *
   * @param hidden Names of folders that are not looked into, and of files, without extension, that are left out.
   */
  listFiles(folder: string, hidden: ReadonlySet<string>): readonly string[];
}

/** The extension of profiles and of knowledge. */
export const ITEM_EXTENSION = ".md";

/** Where a folder of the disk is, and whose. */
interface DiskPlace extends Pick<SpaceFolder, "space" | "form"> {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path that no link leads out of. */
  readonly below: string;
}

/** Returns a folder of the disk. No link is followed below `below`. */
export function openDiskFolder({ space, form, path, below }: DiskPlace): SpaceFolder {
  const shown = space === "project" ? form.folder : path;
  const passed = new Set<string>();
  const list = (folder: string, hidden?: ReadonlySet<string>) =>
    walk(`${path}/${folder}`, {
      hidden,
      pass: (below, reason) =>
        passed.add(`"${shown}/${folder}/${below}" is passed over as ${reason}`),
    });
  return {
    get notes() {
      return [...passed];
    },
    space,
    form,
    path,
    describe: (file) => `${shown}/${file}`,
    async read(file) {
      const read = await readPlainFileAsync(`${path}/${file}`, { below, maxBytes: MAX_ITEM_BYTES });
      if (read.kind === "bytes") return toText(read.bytes);
      return read.reason === "missing" ? undefined : { kind: "refused", message: read.message };
    },
    look: (file) => lookAt(`${path}/${file}`),
    list: (folder) => toIds(list(folder)),
    listFiles: list,
  };
}

/** Returns a folder that is held in memory: texts by their paths. */
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
    describe: (file) => `${name}/${file}`,
    read(file) {
      const text = texts.get(file);
      if (text === undefined) return Promise.resolve(undefined);
      return Promise.resolve({ kind: "text", text, bytes: new TextEncoder().encode(text) });
    },
    look(file) {
      const text = texts.get(file);
      return text === undefined ? undefined : { stamp: file, touched: 0, size: text.length };
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
  return { kind: "refused", message: "it is no text in UTF-8: write it as text" };
}

function lookAt(path: string): FileLook | undefined {
  const info = lstatOrUndefined(path);
  if (info === undefined) return undefined;
  const { dev, ino, size, mtime, ctime } = info;
  const times = [mtime, ctime].map((time) => time?.getTime() ?? Infinity);
  return { stamp: [dev, ino, size, ...times].join(), touched: Math.max(...times), size };
}

/** How a folder is walked. */
interface WalkOptions {
  /** Names that are not looked below, nor listed. @default none */
  readonly hidden?: ReadonlySet<string> | undefined;
  /** Gets what a limit keeps from being listed, and half a sentence that says why. */
  readonly pass: (below: string, reason: string) => void;
}

/** Returns the paths of the files below a folder; no link is followed, and none below a hidden name is looked for. */
function walk(folder: string, { hidden = new Set(), pass }: WalkOptions): readonly string[] {
  const paths: string[] = [];
  const visit = (below: string, depth: number) => {
    for (const { name, isFile, isDirectory } of listEntries(`${folder}/${below}`)) {
      if (hidden.has(isDirectory ? name : stemOf(name))) continue;
      if (!isFile && !isDirectory) continue;
      if (paths.length >= MAX_FILES) {
        pass("", `more than ${MAX_FILES} files are in it: the first ones are listed`);
        return;
      }
      if (isFile) paths.push(`${below}${name}`);
      else if (depth < MAX_DEPTH) visit(`${below}${name}/`, depth + 1);
      else pass(`${below}${name}`, `it is more than ${MAX_DEPTH} folders deep: move it up`);
    }
  };
  if (lstatOrUndefined(folder)?.isDirectory) visit("", 0);
  return paths.sort();
}

/** Returns the ids of the items among paths, sorted; names that no id has are left out. */
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
