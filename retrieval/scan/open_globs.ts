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
 */
export async function openGlobs(globs: readonly string[]): Promise<PathMatcher> {
  const { default: picomatch } = await import("picomatch");
  const whole = globs.map((glob) => glob.replace(/^\.?\//, "").replace(/\/$/, "/**"));
  const matchesName = picomatch(whole.filter((glob) => !glob.includes("/")), { dot: true });
  const matchesPath = picomatch(whole.filter((glob) => glob.includes("/")), { dot: true });
  return (path) => matchesName(path.slice(path.lastIndexOf("/") + 1)) || matchesPath(path);
}
