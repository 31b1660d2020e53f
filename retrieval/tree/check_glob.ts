import { log2 } from "@dossier/core/math";
import { RetrievalError } from "../machine/mod.ts";

/**
 * Characters of the longest glob. No path of Linux is longer (PATH_MAX); picomatch takes no glob
 * above 65,536, and V8 not the regular expressions for some that are shorter.
 */
const MAX_GLOB_CHARACTERS = 4096;

/**
 * Ways to match one path that a glob may leave open, in bits: picomatch makes regular expressions, which
 * try them all where none matches. Four `*` in a name of 64 characters leave 635,376 ways.
 */
const MAX_CHOICE_BITS = 24;

/** What a `*` that shares its name with others counts, in bits: names are seldom above 64 characters. */
const STAR_BITS = 6;

/** Characters of a glob that an error shows. */
const SHOWN_CHARACTERS = 80;

/** A group that may match again and again: `+(…)`, `*(…)`, `(…)+` and `{…}+`. */
const REPEATED_GROUP_REGEXP = /[+*]\(|[)}]\+/;
/** What may run on: one or more `*`, a class that is repeated, and what is not to match. */
const STAR_REGEXP = /\*+|\]\+|!\(/g;
/** The same in a glob with parentheses, within which `+` repeats what is before it. */
const STAR_OR_PLUS_REGEXP = /\*+|\+|!\(/g;
const GROUP_REGEXP = /[({]/g;
const ALTERNATIVE_REGEXP = /[,|]/g;
/** What may end or begin a group at another place than it seems to. */
const MASKING_REGEXP = /[\\"[\]]/;

/**
 * Throws unless a glob is short and leaves few ways to match a path, so that no path takes long. It errs on
 * the safe side: what is escaped counts as well.
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
  // Quotes are dropped by picomatch, so that what is around them stands side by side.
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
 * Returns the logarithm to base 2 of about how many ways there are to match a path.
 *
 * A single `*` in a name leaves one way, and so does the first `**` that is all of a name, as each of the
 * names of a path is begun at once only; of several each may end anywhere. Of a group one alternative is
 * chosen or none, however groups are nested.
 */
function countChoiceBits(glob: string): number {
  const groups = count(glob, GROUP_REGEXP);
  const names = splitNames(glob, groups);
  const globstars = names.filter((name) => name === "**").length;
  const star = glob.includes("(") ? STAR_OR_PLUS_REGEXP : STAR_REGEXP;
  const stars = names.filter((name) => name !== "**").map((name) => count(name, star))
    .filter((ownStars) => ownStars > 1).reduce((sum, ownStars) => sum + ownStars, 0);
  // Alternatives leave the most ways when each group has as many of them.
  const sets = Math.max(groups, 1);
  const alternatives = (count(glob, ALTERNATIVE_REGEXP) + 2 * groups) / sets;
  return STAR_BITS * (stars + Math.max(globstars - 1, 0)) +
    sets * log2(Math.max(alternatives, 1));
}

/** Returns the parts of a glob that each match a name; all of it where a slash may be in a group. */
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
