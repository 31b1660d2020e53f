import { lstatOrUndefined } from "../machine/mod.ts";
import { checkGlob } from "./check_glob.ts";

/** Flag `s` is set, as a name may contain a line break. */
const OPTIONS = { dot: true, flags: "s" };

const WILDCARD_REGEXP = /[*?]/;
/** Other characters with a meaning in globs, which may also occur in names. */
const SPECIAL_REGEXP = /[()[\]{}!+@"\\|]/g;
/**
 * Parentheses that are no group of a glob: they contain no bar, and the character before them has
 * no special meaning. They are meant literally.
 */
const PARENTHESES_REGEXP = /(?<![?*+@!\\])\(([^()|]*)\)/g;
/** Start of a negated class, as gitignore and shells write it. */
const NEGATED_CLASS_REGEXP = /(?<!\\)\[!/g;
const EXCLUDING_REGEXP = /^!(?=[^(])/;
const ANCHOR_REGEXP = /^\.?\//;

/** Returns true when there is a file or a folder at a path. */
type PathCheck = (path: string) => boolean;

/**
 * Returns the check of existing paths for {@link openGlobs}.
 *
 * @param root Absolute path.
 */
export function createPathCheck(root: string): PathCheck {
  return (path) => lstatOrUndefined(`${root}/${path}`) !== undefined;
}

/** Returns the paths that {@link openGlobs} may check: those that globs name, and their folders. */
export function listGlobPaths(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => [glob, glob.replace(EXCLUDING_REGEXP, "")]).flatMap((glob) => {
    const names = toNames(glob);
    return [glob, ...names.map((_, at) => names.slice(0, at + 1).join("/"))];
  });
}

/**
 * Returns a test for paths relative to the root. A path passes when it matches at least one glob,
 * and none of the globs that begin with `!`.
 *
 * A glob without a slash is matched against the file's name in any folder, and one with a slash
 * against the whole path. One that ends in a slash, or in a name without `*` and `?`, also matches
 * everything below that folder. Names that start with a dot match like others.
 *
 * A glob also matches literally, even with special characters: `app/(shop)/[id]/*` matches files in
 * the folder with that name. When that folder exists, the glob matches no other. Otherwise brackets
 * and braces have their meaning too.
 *
 * The library is imported on demand: most runs have no glob, and loading it takes longer than they
 * do.
 *
 * @param exists Returns true for existing files and folders; see {@link createPathCheck}. @default
 * none exists
 * @throws {RetrievalError} `invalid-glob` when a glob has more than 4,096 characters, or could
 * match a path in very many ways; see {@link checkGlob}.
 */
export async function openGlobs(
  globs: readonly string[],
  exists: PathCheck = () => false,
): Promise<(path: string) => boolean> {
  const { default: picomatch } = await import("picomatch");
  const open = (written: readonly string[]) => {
    const read = written.map((glob) => parseGlob(glob, exists));
    const match = (isWanted: (glob: ParsedGlob) => boolean) =>
      picomatch(read.filter(isWanted).flatMap(({ patterns }) => patterns), OPTIONS);
    const matchesName = match(({ isName }) => isName);
    const matchesPath = match(({ isName }) => !isName);
    const holdsName = match(({ isName, isFolder }) => isName && isFolder);
    const holdsPath = match(({ isName, isFolder }) => !isName && isFolder);
    const hasFolder = read.some(({ isFolder }) => isFolder);
    return (written: string) => {
      const path = written.normalize();
      return matchesName(nameOf(path)) || matchesPath(path) || hasFolder &&
          foldersOf(path).some((folder) => holdsName(nameOf(folder)) || holdsPath(folder));
    };
  };
  const isExcluding = (glob: string) => EXCLUDING_REGEXP.test(glob) && !exists(glob);
  const { including = [], excluding = [] } = Object.groupBy(
    globs,
    (glob) => isExcluding(glob) ? "excluding" : "including",
  );
  const includes = open(including);
  if (excluding.length === 0) return includes;
  const excludes = open(excluding.map((glob) => glob.slice(1)));
  return (path) => (including.length === 0 || includes(path)) && !excludes(path);
}

/** Glob as the library needs it. */
interface ParsedGlob {
  /** Patterns for all of its meanings. */
  readonly patterns: readonly string[];
  /** True when it is matched against names, in any folder. */
  readonly isName: boolean;
  /** True when it may name a folder, and matches everything below it. */
  readonly isFolder: boolean;
}

function parseGlob(written: string, exists: PathCheck): ParsedGlob {
  const names = toNames(written);
  const firstWildcard = names.findIndex((name) => WILDCARD_REGEXP.test(name));
  let known = firstWildcard < 0 ? names.length : firstWildcard;
  while (known > 0 && !exists(names.slice(0, known).join("/"))) known--;
  const literal = names.map(escapeSpecial);
  const openPattern = names.slice(known).join("/")
    .replace(PARENTHESES_REGEXP, "\\($1\\)").replace(NEGATED_CLASS_REGEXP, "[^");
  const fullPattern = [...literal.slice(0, known), ...(known < names.length ? [openPattern] : [])]
    .join("/");
  checkGlob(known > 0 ? fullPattern : written);
  return {
    patterns: [...new Set([fullPattern, literal.join("/")])].map((pattern) => pattern.normalize()),
    isName: names.length === 1 && !ANCHOR_REGEXP.test(written),
    isFolder: !WILDCARD_REGEXP.test(names.at(-1)!),
  };
}

/** Returns the names of a glob. A final slash becomes a name that matches everything below. */
function toNames(glob: string): string[] {
  return glob.replace(ANCHOR_REGEXP, "").replace(/\/$/, "/**").split("/");
}

function escapeSpecial(text: string): string {
  return text.replaceAll(SPECIAL_REGEXP, "\\$&");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the folders of a path, the outermost first. */
function foldersOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
