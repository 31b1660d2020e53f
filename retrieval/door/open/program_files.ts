import { IS_BUNDLED, listEntries, lstatOrUndefined } from "../../machine/mod.ts";

/** Folders of the sources of the program, and the files that determine its packages. */
const SOURCES = ["core", "retrieval", "features", "server", "cli", "imports.json", "deno.lock"];

const TEST_REGEXP = /_test\.tsx?$/;

/**
 * Files of a program in their state at the time of construction. A running process keeps the
 * modules that it has loaded, and loads further modules when it needs them.
 */
export class ProgramFiles {
  readonly #paths: readonly string[];
  readonly #stamps: readonly string[];

  /** @param paths Absolute paths. */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#stamps = paths.map(fileStamp);
  }

  /** Returns true when no file has changed. This takes 3 ms for 1,300 files. */
  areUnchanged(): boolean {
    return this.#paths.every((path, at) => fileStamp(path) === this.#stamps[at]);
  }
}

/** Returns the absolute paths of the files of this program: sources, a bundle or an executable. */
export function listProgramFiles(): readonly string[] {
  if (Deno.build.standalone) return [Deno.execPath()];
  const folder = import.meta.dirname ?? "";
  // All loaded files of a bundle are in one folder.
  if (IS_BUNDLED) {
    return listEntries(folder).filter(({ isFile }) => isFile).map(({ name }) =>
      `${folder}/${name}`
    );
  }
  const root = folder.replace(/\/retrieval\/door\/open$/, "");
  return SOURCES.flatMap((name) => listFiles(`${root}/${name}`));
}

/** Returns a file, or all files below a folder, without tests. */
function listFiles(path: string): readonly string[] {
  if (lstatOrUndefined(path)?.isDirectory !== true) return TEST_REGEXP.test(path) ? [] : [path];
  return listEntries(path).flatMap(({ name }) => listFiles(`${path}/${name}`));
}

/** Returns a text that changes when a file is written or replaced. */
function fileStamp(path: string): string {
  const { ino, size, mtime } = lstatOrUndefined(path) ?? {};
  return `${ino} ${size} ${mtime?.getTime()}`;
}
