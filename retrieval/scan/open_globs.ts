import { RetrievalError } from "../errors.ts";

/**
 * Characters of the longest glob. No path of Linux is longer (PATH_MAX); picomatch takes no glob
 * above 65,536, and V8 not the regular expressions for some that are shorter.
 */
const MAX_GLOB_CHARACTERS = 4096;

/** With the flag `s`, as a name may hold a line break. */
const OPTIONS = { dot: true, flags: "s" };

/** Says whether a path matches one of some globs. */
export type PathMatcher = (path: string) => boolean;

/**
 * Returns a matcher for paths relative to the root.
 *
 * A glob without a slash is matched against the file's name in any folder, one with a slash against
 * the whole path; one that ends in a slash stands for all that is below that folder. Names that start
 * with a dot match like others.
 *
 * The library is imported here: most runs have no glob, and loading it takes longer than they do.
 *
 * @throws {RetrievalError} `invalid-glob` when a glob has more than 4,096 characters.
 */
export async function openGlobs(globs: readonly string[]): Promise<PathMatcher> {
  const tooLong = globs.find((glob) => glob.length > MAX_GLOB_CHARACTERS);
  if (tooLong !== undefined) {
    throw new RetrievalError(
      "invalid-glob",
      `Cannot match paths with a glob as it must have at most ${MAX_GLOB_CHARACTERS} characters: ` +
        `current value has ${tooLong.length}`,
    );
  }
  const { default: picomatch } = await import("picomatch");
  const whole = globs.map((glob) => glob.replace(/^\.?\//, "").replace(/\/$/, "/**"));
  const matchesName = picomatch(whole.filter((glob) => !glob.includes("/")), OPTIONS);
  const matchesPath = picomatch(whole.filter((glob) => glob.includes("/")), OPTIONS);
  return (path) => matchesName(path.slice(path.lastIndexOf("/") + 1)) || matchesPath(path);
}
