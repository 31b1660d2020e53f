import { isFolderStem, normaliseName, stemOf } from "../text/file_keys.ts";

/** What a built file was made from, as far as its path tells. */
export interface BuiltFrom {
  /** Folders below the root of the package, and the name of the file without its ending. */
  readonly names: readonly string[];
  /** Name of the package without its scope; undefined outside of `node_modules`. */
  readonly project: string | undefined;
}

/** Folders that bundlers and compilers write to. */
const BUILT_FOLDER_REGEXP = /^(?:dist|build|out|lib|cjs|esm?|umd|bundles?|\.next|\.output)$/;

/** Endings of JavaScript; other languages do not run what was built by such names. */
const SCRIPT_REGEXP = /\.[cm]?jsx?$/;

/** Endings of what JavaScript is made from. */
const SOURCE_REGEXP = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** What bundlers put between the name of a file and its ending: kinds of builds, and hashes. */
const BUILD_REGEXP = /(?:\.(?:min|prod|production|development|browser|node|cjs|esm?|umd|bundle))+$/;
const HASH_REGEXP = /[-.](?=[\w-]*[A-Z\d])[\w-]{8}$/;

/** A file of the same folders and name; one of the same name in the package; one of the same name. */
const FOLDERS_MATCH = 0.9;
const PROJECT_MATCH = 0.8;
const NAME_MATCH = 0.5;

/**
 * Returns what a built file was made from, or undefined for a path that no bundler or compiler has written:
 * of `node_modules/swr/dist/infinite/index.mjs` the file `infinite/index` of `swr`.
 *
 * @param segments Segments of its path.
 */
export function findBuiltFrom(segments: readonly string[]): BuiltFrom | undefined {
  const name = segments.at(-1) ?? "";
  if (!SCRIPT_REGEXP.test(name)) return undefined;
  const modules = segments.lastIndexOf("node_modules");
  const isScoped = segments[modules + 1]?.startsWith("@");
  const inside = modules < 0 ? 0 : modules + (isScoped ? 3 : 2);
  const built = segments.findIndex((segment, i) =>
    i >= inside && BUILT_FOLDER_REGEXP.test(segment)
  );
  if (built < 0) return undefined;
  const folders = segments.slice(built + 1, -1).filter((folder) =>
    !BUILT_FOLDER_REGEXP.test(folder) && folder !== "src"
  );
  const stem = stemOf(name).replace(BUILD_REGEXP, "").replace(HASH_REGEXP, "");
  const project = modules < 0 ? undefined : segments[inside - 1];
  return stem === "" ? undefined : { names: [...folders, stem], project };
}

/** Returns how surely a path of the tree is what a built file was made from, from 0 to 1. */
export function matchBuiltFrom({ names, project }: BuiltFrom, path: string): number {
  if (!SOURCE_REGEXP.test(path)) return 0;
  const folders = path.split("/").map(normaliseName);
  folders.push(normaliseName(stemOf(path.slice(path.lastIndexOf("/") + 1))));
  folders.splice(-2, 1);
  const wanted = names.map(normaliseName);
  if (!wanted.every((name, i) => name === folders[folders.length - wanted.length + i])) return 0;
  if (wanted.length > 1) return FOLDERS_MATCH;
  const isInProject = project !== undefined && folders.includes(normaliseName(project));
  if (isInProject) return PROJECT_MATCH;
  return isFolderStem(names[0]!) ? 0 : NAME_MATCH;
}
