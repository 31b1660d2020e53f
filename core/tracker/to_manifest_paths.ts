/** Longest path on Linux, in bytes. */
const MAX_PATH_LENGTH = 4096;

const BETWEEN_REGEXP = /[,\r\n]/;

/** Marks of a list item before a path. */
const ITEM_REGEXP = /^(?:[-*+]|\d{1,9}[.)])\s+/;

/** A path in backticks or quotes, with or without a remark; a name may begin with such a pair. */
const QUOTED_REGEXP = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)')(?=$|[\s:,;([])/;

/** A remark behind a path. */
const REMARK_REGEXP = /\s+(?:\(|#|-{1,2}\s|[\u2013\u2014]).*$/s;

/** The end of most file names, and of folders with a slash. */
const NAME_END_REGEXP = /(?:\.[a-z]\w*|\/)$/i;

/** Entries that say that a list is empty. */
const NOTHING_REGEXP = /^(?:[-*+.]|\.{3}|\(?none\)?|n\/a)?$/i;

/** `./` in front of a path. */
const HERE_REGEXP = /^(?:\.\/+)+/;

/**
 * Returns the paths of a list, each once, in order, without quotes, `./`, remarks and list marks. Entries
 * that are not text or too long for a path are ignored.
 *
 * In a list of texts a name keeps the white space around it, as some names have it.
 *
 * @param value A list of texts, or a text with commas or line ends between paths.
 */
export function toManifestPaths(value: unknown): readonly string[] {
  const paths = typeof value === "string"
    ? value.split(BETWEEN_REGEXP).flatMap(toItemPath)
    : Array.isArray(value)
    ? value.filter((item) => typeof item === "string").flatMap(toPath)
    : [];
  return [...new Set(paths)];
}

/** Returns the path of a list item, or nothing. */
export function toItemPath(line: string): readonly string[] {
  return toPath(line.trim().replace(ITEM_REGEXP, ""));
}

function toPath(written: string): readonly string[] {
  const text = written.trim();
  if (written.length > MAX_PATH_LENGTH || NOTHING_REGEXP.test(text)) return [];
  const [, ...quoted] = QUOTED_REGEXP.exec(text) ?? [];
  const inner = quoted.find((part) => part !== undefined);
  // A bare name may have white space around it.
  const path = inner ?? withoutRemark(written);
  const named = path.trim().replace(HERE_REGEXP, "");
  if (NOTHING_REGEXP.test(named)) return [];
  return [path === path.trim() ? named : path];
}

/** Returns a path without a remark behind it; `a (1).ts` and `notes - draft.md` have none. */
function withoutRemark(text: string): string {
  const before = text.replace(REMARK_REGEXP, "");
  return NAME_END_REGEXP.test(before) || !NAME_END_REGEXP.test(text.trimEnd()) ? before : text;
}
