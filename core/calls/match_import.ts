import { isFolderStem, normaliseName, stemOf } from "../text/file_keys.ts";
import type { ImportedModule } from "../language/profile.ts";

/**
 * How well an import names a file: 3 is the file itself, 2 the folder it is in, 1 a folder above it,
 * whose module may hand on what the file defines, and 0 something else.
 */
export type ImportMatch = 0 | 1 | 2 | 3;

/** Folders of programs that their modules' names leave out. */
const FILLERS: ReadonlySet<string> = new Set(["src", "lib", "source", "sources", "include"]);

/** A file's path as modules name it. */
export interface ModulePlace {
  /** Names of the folders from the root, brought to one spelling. */
  readonly folders: readonly string[];
  /** The same with that of the file, unless it stands for its folder. */
  readonly file: readonly string[];
  /** Names of the folders for modules that do not start from the file that imports them. */
  readonly outerFolders: readonly string[];
  /** The same with that of the file. */
  readonly outerFile: readonly string[];
}

/**
 * Returns a path as modules name it.
 *
 * @param path Path with `/`.
 * @param root Name of the root folder, which may be that of the module of the files in it.
 */
export function modulePlace(path: string, root = ""): ModulePlace {
  const segments = path.split("/");
  const stem = stemOf(segments.pop() ?? "");
  const folders = segments.map(normalise);
  const name = isFolderStem(stem) ? [] : [normalise(stem)];
  const named = folders.filter((segment) => !FILLERS.has(segment));
  const outerFolders = named.length === 0 && root !== "" ? [normalise(root)] : named;
  const outerFile = [...outerFolders, ...name.filter((segment) => !FILLERS.has(segment))];
  return { folders, file: [...folders, ...name], outerFolders, outerFile };
}

/** Spellings of names met so far: there are few, and each is compared with many. */
const NORMALISED = new Map<string, string>();

/** Names that are remembered. */
const MAX_NORMALISED = 10_000;

function normalise(name: string): string {
  if (NORMALISED.size >= MAX_NORMALISED) NORMALISED.clear();
  return NORMALISED.getOrInsertComputed(name, normaliseName);
}

/**
 * Returns how well an import names a file.
 *
 * @param module The import, in a file whose folders are `from`.
 * @param target The file that may be meant.
 */
export function matchImport(
  { path, up }: Pick<ImportedModule, "path" | "up">,
  from: ModulePlace,
  target: ModulePlace,
): ImportMatch {
  const named = path.map(normalise);
  if (up !== undefined) {
    const base = [...from.folders.slice(0, Math.max(0, from.folders.length - up)), ...named];
    if (isSame(base, target.file)) return 3;
    if (isSame(base, target.folders)) return 2;
    return base.length > 0 && startsWith(target.folders, base) ? 1 : 0;
  }
  // "@acme/server" is the package "server" of whoever publishes it.
  const wanted = named.filter((segment, i) =>
    !FILLERS.has(segment) && !(i === 0 && segment.startsWith("@") && named.length > 1)
  );
  if (wanted.length === 0) return 0;
  const { outerFile: file, outerFolders: folders } = target;
  // Of a file the name alone is not enough: "os.path" is no file "path" of the tree.
  if (endsAlike(file, wanted) && (file.length > 1 || wanted.length === 1)) return 3;
  if (endsAlike(folders, wanted)) return 2;
  const last = wanted.at(-1);
  const isAbove = folders.some((folder, i) =>
    folder === last && endsAlike(folders.slice(0, i + 1), wanted)
  );
  return isAbove ? 1 : 0;
}

/** Returns whether one of two lists ends with all of the other. */
function endsAlike(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  if (length === 0) return false;
  for (let i = 1; i <= length; i++) if (a[a.length - i] !== b[b.length - i]) return false;
  return true;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && startsWith(a, b);
}

function startsWith(list: readonly string[], start: readonly string[]): boolean {
  return start.every((segment, i) => list[i] === segment);
}
