/**
 * Finds the files that an agent's own text mentions. Dilution is measured by them.
 *
 * Agents write a path in many ways: relative to the root, absolute in a tool call, after `./` or
 * after the `a/` and `b/` of a diff, with a line number after it, with backslashes, escaped in
 * JSON, or only its last part. All of these mention the file. `lib/src/a.ts` does not mention
 * `src/a.ts`, and `a.ts` mentions it only when no other file has this name.
 *
 * @module
 */

/** File that may be mentioned. */
export interface MentionTarget {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Slug that links use for it, when it is a document. */
  readonly slug?: string | undefined;
}

/** Tree whose files a text may mention. */
export interface MentionOptions {
  /**
   * Absolute path of the root. Without it, any absolute path that ends like the path of the file
   * mentions it.
   */
  readonly root?: string | undefined;
  /** Other files of the tree, which the last part of a path may refer to as well. */
  readonly others?: readonly string[] | undefined;
}

/** Runs of characters that paths may have; `:`, `=` and `#` end a path. */
const TOKEN_REGEXP = /[^\s"'`<>|()[\]{},;:=#*?“”‘’«»]+/g;
/** Maximum length of a path: `PATH_MAX` of Linux. */
const MAX_PATH_LENGTH = 4096;
const UNSEARCHED_REGEXP = /[\s"'`<>|()[\]{},;:=#*?“”‘’«»\\]/;
const ESCAPES_REGEXP = /\\+[nrt]/;
const BACKSLASHES_REGEXP = /\\+/g;
const SURROUNDING_REGEXP = /^@+|[.!…]+$/g;
const ABSOLUTE_REGEXP = /^(?:\/|~)/;
const DRIVE_REGEXP = /^[A-Za-z]:|[\\/]+$/g;

/** Prefixes of a path relative to the root: none, the folder itself, a side of a diff. */
const ROOT_PREFIXES: ReadonlySet<string> = new Set(["", "./", "a/", "b/"]);

const NAME_CHARACTER_REGEXP = /[\p{L}\p{N}_-]/u;
const PLAIN_WORD_REGEXP = /^\p{L}+$/u;
const MARK_REGEXP = /["'`[]/;

/**
 * Returns the paths of the targets that a text mentions, by path or by slug.
 *
 * A slug that is a plain word (`auth`) counts only in brackets, quotes or backticks.
 *
 * @param text The text of an agent with its tool calls.
 */
export function findMentioned(
  text: string,
  targets: readonly MentionTarget[],
  options: MentionOptions = {},
): ReadonlySet<string> {
  const named = namedPaths(text, [...new Set(targets.map(({ path }) => path))], options);
  const mentioned = targets.filter(({ path, slug }) =>
    named.has(path) ||
    UNSEARCHED_REGEXP.test(path) && occurs(text, path, isNameBoundary) ||
    slug !== undefined && slug !== "" && namesSlug(text, slug)
  );
  return new Set(mentioned.map(({ path }) => path));
}

/**
 * Returns the key of a path. {@link findMentioned} finds a path only in texts that contain its key,
 * and compares it only with other files that have the same key.
 */
export function mentionKey(path: string): string {
  return UNSEARCHED_REGEXP.test(path) ? "" : fileName(path);
}

/** Returns the keys of the paths that a text may mention. */
export function mentionKeys(text: string): ReadonlySet<string> {
  const keys = new Set([""]);
  for (const token of tokensOf(text)) {
    for (const spelling of spellingsOf(token)) keys.add(fileName(spelling));
  }
  return keys;
}

function namedPaths(
  text: string,
  paths: readonly string[],
  { root, others = [] }: MentionOptions,
): ReadonlySet<string> {
  const byName = Map.groupBy(paths, fileName);
  const otherFiles = Map.groupBy(new Set(others).difference(new Set(paths)), fileName);
  const named = new Set<string>();
  for (const token of tokensOf(text)) {
    for (const spelling of spellingsOf(token)) {
      const name = fileName(spelling);
      const known = byName.get(name);
      if (known === undefined) continue;
      const path = resolve(spelling, { known, otherFiles: otherFiles.get(name) ?? [], root });
      if (path !== undefined) named.add(path);
    }
  }
  return named;
}

/** Returns the runs of characters of a text that may be paths, each once. */
function tokensOf(text: string): ReadonlySet<string> {
  return new Set(text.match(TOKEN_REGEXP)?.filter(({ length }) => length <= MAX_PATH_LENGTH));
}

/**
 * Returns the possible paths of a token; with backslashes, the Windows path and the pieces between
 * escapes.
 */
function spellingsOf(token: string): readonly string[] {
  const raw = token.includes("\\")
    ? [token.replace(BACKSLASHES_REGEXP, "/"), ...token.split(ESCAPES_REGEXP)]
    : [token];
  return raw.map((spelling) => spelling.replace(SURROUNDING_REGEXP, ""));
}

/** Returns the target that a spelling refers to, when only one file fits. */
function resolve(
  spelling: string,
  { known, otherFiles, root }: {
    readonly known: readonly string[];
    readonly otherFiles: readonly string[];
    readonly root: string | undefined;
  },
): string | undefined {
  const files = [...known, ...otherFiles];
  const [whole] = files.filter((path) => isWholePath(spelling, path, root))
    .sort((a, b) => b.length - a.length);
  const ends = whole !== undefined || ABSOLUTE_REGEXP.test(spelling)
    ? []
    : files.filter((path) => path.endsWith(`/${spelling}`));
  const path = whole ?? (ends.length === 1 ? ends[0] : undefined);
  return path !== undefined && known.includes(path) ? path : undefined;
}

/** Returns true when only the root precedes the path in a spelling. */
function isWholePath(spelling: string, path: string, root: string | undefined): boolean {
  if (!spelling.endsWith(path)) return false;
  const prefix = spelling.slice(0, spelling.length - path.length);
  if (ROOT_PREFIXES.has(prefix)) return true;
  if (!ABSOLUTE_REGEXP.test(prefix) || !prefix.endsWith("/")) return false;
  return root === undefined || isRoot(prefix, root);
}

/** Returns true when a prefix is the root; after `~` only the rest of the root can be compared. */
function isRoot(prefix: string, root: string): boolean {
  const folder = `${root.replace(DRIVE_REGEXP, "").replace(BACKSLASHES_REGEXP, "/")}/`;
  const home = prefix.startsWith("~");
  return home ? folder.endsWith(prefix.slice(1)) : folder === prefix;
}

function namesSlug(text: string, slug: string): boolean {
  return occurs(
    text,
    slug,
    PLAIN_WORD_REGEXP.test(slug)
      ? (before, after) => MARK_REGEXP.test(before) && isNameBoundary("", after)
      : isNameBoundary,
  );
}

function isNameBoundary(before: string, after: string): boolean {
  return !NAME_CHARACTER_REGEXP.test(before) && !NAME_CHARACTER_REGEXP.test(after);
}

/** Returns true when a text contains a part whose neighbouring characters satisfy `fits`. */
function occurs(
  text: string,
  part: string,
  fits: (before: string, after: string) => boolean,
): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (fits(text.charAt(at - 1), text.charAt(at + part.length))) return true;
  }
  return false;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
