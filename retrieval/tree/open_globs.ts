import { checkGlob } from "./check_glob.ts";

/** With the flag `s`, as a name may hold a line break. */
const OPTIONS = { dot: true, flags: "s" };

/**
 * Returns a function that says whether a path relative to the root matches one of the globs.
 *
 * A glob without a slash is matched against the file's name in any folder, one with a slash against
 * the whole path; one that ends in a slash stands for all that is below that folder. Names that start
 * with a dot match like others.
 *
 * The library is imported here: most runs have no glob, and loading it takes longer than they do.
 *
 * @throws {RetrievalError} `invalid-glob` when a glob has more than 4,096 characters or could match a path in
 * very many ways; see {@link checkGlob}.
 */
export async function openGlobs(globs: readonly string[]): Promise<(path: string) => boolean> {
  for (const glob of globs) checkGlob(glob);
  const { default: picomatch } = await import("picomatch");
  const whole = globs.map((glob) => glob.replace(/^\.?\//, "").replace(/\/$/, "/**"));
  const matchesName = picomatch(whole.filter((glob) => !glob.includes("/")), OPTIONS);
  const matchesPath = picomatch(whole.filter((glob) => glob.includes("/")), OPTIONS);
  return (path) => matchesName(path.slice(path.lastIndexOf("/") + 1)) || matchesPath(path);
}
