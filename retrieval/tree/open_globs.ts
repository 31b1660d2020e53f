import { lstatOrUndefined } from "../machine/mod.ts";
import { checkGlob } from "./check_glob.ts";

/** With the flag `s`, as a name may hold a line break. */
const OPTIONS = { dot: true, flags: "s" };

const WILDCARD_REGEXP = /[*?]/;
/** What has a meaning in a glob besides, and may be a letter of a name. */
const SPECIAL_REGEXP = /[()[\]{}!+@"\\|]/g;
/** Parentheses are letters without a bar in them, and without a mark in front that makes a group of them. */
const PARENTHESES_REGEXP = /(?<![?*+@!\\])\(([^()|]*)\)/g;
/** The start of a class of what is not to match, as gitignore and shells write it. */
const NEGATED_CLASS_REGEXP = /(?<!\\)\[!/g;
const EXCLUDING_REGEXP = /^!(?=[^(])/;
const ANCHOR_REGEXP = /^\.?\//;

/** Says whether there is a file or a folder at a path. */
type PathCheck = (path: string) => boolean;

/** Returns what tells {@link openGlobs} which files and folders there are. @param root Absolute path. */
export function createPathCheck(root: string): PathCheck {
  return (path) => lstatOrUndefined(`${root}/${path}`) !== undefined;
}

/** Returns the paths that {@link openGlobs} may ask about: those that globs name, and the folders on the way. */
export function listGlobPaths(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => [glob, glob.replace(EXCLUDING_REGEXP, "")]).flatMap((glob) => {
    const names = toNames(glob);
    return [glob, ...names.map((_, at) => names.slice(0, at + 1).join("/"))];
  });
}

/**
 * Returns a function that says whether a path relative to the root matches globs: one of them, and none of those
 * that begin with `!`.
 *
 * A glob without a slash is matched against the file's name in any folder, one with a slash against the whole
 * path. One that ends in a slash, or in a name without `*` and `?`, stands for all that is below that folder as
 * well. Names that start with a dot match like others.
 *
 * A path matches as it is written, whatever its marks mean in a glob: `app/(shop)/[id]/*` is for the folder of
 * that name. Where there is that folder, the glob means no other; else brackets and braces mean a choice as well.
 *
 * The library is imported here: most runs have no glob, and loading it takes longer than they do.
 *
 * @param exists Which files and folders there are; see {@link createPathCheck}. @default none is known
 * @throws {RetrievalError} `invalid-glob` when a glob has more than 4,096 characters or could match a path in
 * very many ways; see {@link checkGlob}.
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

/** A glob as the library takes it. */
interface ParsedGlob {
  /** All that it may mean. */
  readonly patterns: readonly string[];
  /** Whether it is matched against names, in any folder. */
  readonly isName: boolean;
  /** Whether it may name a folder for all that is below. */
  readonly isFolder: boolean;
}

function parseGlob(written: string, exists: PathCheck): ParsedGlob {
  const names = toNames(written);
  const firstOpen = names.findIndex((name) => WILDCARD_REGEXP.test(name));
  let known = firstOpen < 0 ? names.length : firstOpen;
  while (known > 0 && !exists(names.slice(0, known).join("/"))) known--;
  const literal = names.map(escapeSpecial);
  const rest = names.slice(known).join("/")
    .replace(PARENTHESES_REGEXP, "\\($1\\)").replace(NEGATED_CLASS_REGEXP, "[^");
  const meant = [...literal.slice(0, known), ...(known < names.length ? [rest] : [])].join("/");
  checkGlob(known > 0 ? meant : written);
  return {
    patterns: [...new Set([meant, literal.join("/")])].map((pattern) => pattern.normalize()),
    isName: names.length === 1 && !ANCHOR_REGEXP.test(written),
    isFolder: !WILDCARD_REGEXP.test(names.at(-1)!),
  };
}

/** Returns the names that a glob is made of; one of a folder stands for all below it. */
function toNames(glob: string): string[] {
  return glob.replace(ANCHOR_REGEXP, "").replace(/\/$/, "/**").split("/");
}

function escapeSpecial(text: string): string {
  return text.replaceAll(SPECIAL_REGEXP, "\\$&");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the folders that a path is in, the outermost first. */
function foldersOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
