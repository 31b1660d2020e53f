import { log2 } from "@dossier/core/math";
import { RetrievalError } from "../machine/mod.ts";

/**
 * Maximum length of a glob in characters. No path on Linux is longer (PATH_MAX). picomatch accepts
 * up to 65,536, but V8 rejects the regular expressions of some shorter globs.
 */
const MAX_GLOB_CHARACTERS = 4096;

/**
 * Maximum number of ways in which a glob may match a path, in bits. picomatch creates regular
 * expressions, which try all ways when none matches. Four `*` in a name of 64 characters give
 * 635,376 ways.
 */
const MAX_CHOICE_BITS = 24;

/**
 * Number of bits for a `*` that shares its name with others, as names rarely exceed 64 characters.
 */
const STAR_BITS = 6;

/** Number of characters of a glob that an error shows. */
const SHOWN_CHARACTERS = 80;

/** Group that may match repeatedly: `+(…)`, `*(…)`, `(…)+` and `{…}+`. */
const REPEATED_GROUP_REGEXP = /[+*]\(|[)}]\+/;
/** Pattern of variable length: one or more `*`, a repeated class, or a negated group. */
const STAR_REGEXP = /\*+|\]\+|!\(/g;
/** The same in a glob with parentheses, in which `+` repeats the pattern before it. */
const STAR_OR_PLUS_REGEXP = /\*+|\+|!\(/g;
const GROUP_REGEXP = /[({]/g;
const ALTERNATIVE_REGEXP = /[,|]/g;
/** Characters that may change where a group begins or ends. */
const MASKING_REGEXP = /[\\"[\]]/;

/**
 * Checks that a glob is short and matches a path in few ways, so that no path takes long. Escaped
 * characters count too, which errs on the safe side.
 *
 * @throws {RetrievalError} `invalid-glob`.
 */
export function checkGlob(glob: string): void {
  if (glob.length > MAX_GLOB_CHARACTERS) {
    throw new RetrievalError(
      "invalid-glob",
      `Cannot match paths with a glob as it must have at most ${MAX_GLOB_CHARACTERS} characters: ` +
        `current value has ${glob.length}`,
    );
  }
  // picomatch removes quotes, so that the patterns around them become adjacent.
  if (
    REPEATED_GROUP_REGEXP.test(glob.replaceAll('"', "")) || countChoiceBits(glob) > MAX_CHOICE_BITS
  ) {
    const shown = glob.length > SHOWN_CHARACTERS ? `${glob.slice(0, SHOWN_CHARACTERS)}…` : glob;
    throw new RetrievalError(
      "invalid-glob",
      "Cannot match paths with a glob as it must not match a path in too many ways: current value is " +
        `"${shown}"; use fewer "*" in one name, fewer groups, and no repeated groups`,
    );
  }
}

/**
 * Returns the base-2 logarithm of the approximate number of ways to match a path.
 *
 * A single `*` in a name has one way. So has the first `**` that is a whole name, as it is tried
 * only once for each name of a path. With several of them, each may end anywhere. From a group at
 * most one alternative is chosen, however groups are nested.
 */
function countChoiceBits(glob: string): number {
  const groups = count(glob, GROUP_REGEXP);
  const names = splitNames(glob, groups);
  const globstars = names.filter((name) => name === "**").length;
  const star = glob.includes("(") ? STAR_OR_PLUS_REGEXP : STAR_REGEXP;
  const stars = names.filter((name) => name !== "**").map((name) => count(name, star))
    .filter((ownStars) => ownStars > 1).reduce((sum, ownStars) => sum + ownStars, 0);
  // Alternatives give the most ways when they are distributed equally among the groups.
  const sets = Math.max(groups, 1);
  const alternatives = (count(glob, ALTERNATIVE_REGEXP) + 2 * groups) / sets;
  return STAR_BITS * (stars + Math.max(globstars - 1, 0)) +
    sets * log2(Math.max(alternatives, 1));
}

/**
 * Returns the parts of a glob that each match one name. A glob with a slash that may be in a group
 * is one part.
 */
function splitNames(glob: string, groups: number): readonly string[] {
  if (groups === 0) return glob.split("/");
  if (MASKING_REGEXP.test(glob)) return [glob];
  const names = [""];
  let depth = 0;
  for (const char of glob) {
    if (char === "{" || char === "(") depth++;
    else if (char === "}" || char === ")") depth = Math.max(depth - 1, 0);
    if (char === "/" && depth === 0) names.push("");
    else names.push(names.pop() + char);
  }
  return names;
}

function count(text: string, found: RegExp): number {
  return text.match(found)?.length ?? 0;
}
