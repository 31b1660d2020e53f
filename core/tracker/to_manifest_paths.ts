/** No path on Linux is longer, in bytes. */
const MAX_PATH_LENGTH = 4096;

const BETWEEN_REGEXP = /[,\r\n]/;

/** Marks of a list item before a path. */
const ITEM_REGEXP = /^(?:[-*+]|\d{1,9}[.)])\s+/;

/** A path between backticks or quotes, whatever is said after it. */
const QUOTED_REGEXP = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)')/;

/** What is said of a path after it, in prose. */
const REMARK_REGEXP = /\s+(?:\(|#|-{1,2}\s|[\u2013\u2014]).*$/;

/** What stands in a list to say that it is empty. */
const NOTHING_REGEXP = /^(?:[-*+.]|\.{3}|\(?none\)?|n\/a)?$/i;

/** The folder itself before a path. */
const HERE_REGEXP = /^(?:\.\/+)+/;

/**
 * Returns the paths of a list, each once, in their order: without marks of list items, quotes, `./`
 * and remarks. What is no text in it is passed over, as is what is too long to be a path.
 *
 * @param value A list of texts, or a text with commas or line ends between the paths.
 */
export function toManifestPaths(value: unknown): readonly string[] {
  const items = typeof value === "string"
    ? value.split(BETWEEN_REGEXP)
    : Array.isArray(value)
    ? value.filter((item) => typeof item === "string")
    : [];
  const paths = items.map((item) => item.trim())
    .filter((item) => item.length <= MAX_PATH_LENGTH).map(toPath).filter((path) =>
      !NOTHING_REGEXP.test(path)
    );
  return [...new Set(paths)];
}

function toPath(item: string): string {
  const text = item.replace(ITEM_REGEXP, "");
  const [, ...quoted] = QUOTED_REGEXP.exec(text) ?? [];
  const path = quoted.find((part) => part !== undefined) ?? text.replace(REMARK_REGEXP, "");
  return path.trim().replace(HERE_REGEXP, "");
}
