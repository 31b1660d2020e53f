/** Words for replaced files, also at the end of a name: `api-old`. */
const OLD_WORDS = "old|archived?|legacy|deprecated|obsolete|outdated|bak";

/** Whole names of folders with replaced files: `versioned_docs`. */
const OLD_NAMES = "previous|backup|versioned[-_]docs|first-edition|second-edition";

/** Names of folders, and parts of file names, that mark replaced files. */
const OLD_REGEXP = new RegExp(`^(?:(?:.*[-_])?(?:${OLD_WORDS})|${OLD_NAMES})$`, "i");

/** Versions as names of folders: `v1`, `2.x`, `version-10.x`, `2018-edition`. */
const VERSION_REGEXP = /^(?:v|version[-_]?)?(\d+(?:[._]\d+)*)(?:[._]x|-edition)?$/i;

const NUMBER_REGEXP = /\bv?(\d+(?:\.\d+)*)(?:\.x)?\b/gi;
/** Separators in lower-case text; classes of all of Unicode take long to compile. */
const NOT_WORD_REGEXP = /[^a-z\d\u0080-\uffff]+/g;

/** Minimum number of characters of a folder name that a question may mean. */
const MIN_NAME = 3;

/**
 * Returns true when a path belongs to a newer version than another one. The names of the folders in
 * which the paths differ are compared; undefined when they show no order.
 */
export function isNewerPath(path: string, other: string): boolean | undefined {
  const [own, others] = [listDistinctSegments(path, other), listDistinctSegments(other, path)];
  const [version, otherVersion] = [versionOf(own), versionOf(others)];
  if (version !== undefined && otherVersion !== undefined) {
    const order = compareVersions(version, otherVersion);
    if (order !== 0) return order > 0;
  }
  const [isOld, isOtherOld] = [own.some(isOldName), others.some(isOldName)];
  if (isOld !== isOtherOld) return isOtherOld;
  // A path without a version belongs to the current one.
  const [has, otherHas] = [version !== undefined, otherVersion !== undefined];
  return has === otherHas ? undefined : otherHas;
}

/**
 * Returns true when a question names a folder or a version that only the first of two paths has.
 */
export function questionNamesPath(question: string, path: string, other: string): boolean {
  const words = ` ${question.toLowerCase().replace(NOT_WORD_REGEXP, " ")} `;
  const numbers = new Set([...question.matchAll(NUMBER_REGEXP)].map(([, number]) => number));
  return listDistinctSegments(path, other).some((segment) => {
    const version = VERSION_REGEXP.exec(segment)?.[1];
    if (version !== undefined) return numbers.has(version);
    const name = segment.toLowerCase().replace(NOT_WORD_REGEXP, " ").trim();
    return name.length >= MIN_NAME && words.includes(` ${name} `);
  });
}

function isOldName(segment: string): boolean {
  return segment.split(".").some((part) => OLD_REGEXP.test(part));
}

/** Returns the numbers of the first folder whose name is a version; undefined without one. */
function versionOf(segments: readonly string[]): readonly number[] | undefined {
  for (const segment of segments) {
    const version = VERSION_REGEXP.exec(segment)?.[1];
    if (version !== undefined) return version.split(/[._]/).map(Number);
  }
  return undefined;
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1);
}

function listDistinctSegments(path: string, other: string): readonly string[] {
  const others = new Set(other.split("/"));
  return path.split("/").filter((segment) => !others.has(segment));
}
