/** No path on Linux is longer, in bytes. */
const MAX_PATH_LENGTH = 4096;

const BETWEEN_REGEXP = /[,\r\n]/;

/** Marks of a list item before a path. */
const ITEM_REGEXP = /^(?:[-*+]|\d{1,9}[.)])\s+/;

/** A path between backticks or quotes, whatever is said after it; a name may begin with such a pair. */
const QUOTED_REGEXP = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)')(?=$|[\s:,;([])/;

/** What is said of a path after it, in prose. */
const REMARK_REGEXP = /\s+(?:\(|#|-{1,2}\s|[\u2013\u2014]).*$/s;

/** How most names of files end, and all of folders that say so. */
const NAME_END_REGEXP = /(?:\.[a-z]\w*|\/)$/i;

/** What stands in a list to say that it is empty. */
const NOTHING_REGEXP = /^(?:[-*+.]|\.{3}|\(?none\)?|n\/a)?$/i;

/** The folder itself before a path. */
const HERE_REGEXP = /^(?:\.\/+)+/;

/**
 * Returns the paths of a list, each once, in their order: without quotes, `./` and remarks, and of a text
 * without marks of list items. What is no text in it is passed over, as is what is too long to be a path.
 *
 * A name in a list of texts keeps the white space around it, which is a part of some.
 *
 * @param value A list of texts, or a text with commas or line ends between the paths.
 */
export function toManifestPaths(value: unknown): readonly string[] {
  const paths = typeof value === "string"
    ? value.split(BETWEEN_REGEXP).flatMap(toItemPath)
    : Array.isArray(value)
    ? value.filter((item) => typeof item === "string").flatMap(toPath)
    : [];
  return [...new Set(paths)];
}

/** Returns the path in a line of a list, without the mark of the item; none when it names nothing. */
export function toItemPath(line: string): readonly string[] {
  return toPath(line.trim().replace(ITEM_REGEXP, ""));
}

function toPath(written: string): readonly string[] {
  const text = written.trim();
  if (written.length > MAX_PATH_LENGTH || NOTHING_REGEXP.test(text)) return [];
  const [, ...quoted] = QUOTED_REGEXP.exec(text) ?? [];
  const inner = quoted.find((part) => part !== undefined);
  // What is just a name may have white space around it.
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
