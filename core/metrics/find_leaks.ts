/**
 * Returns the paths that should never have been given, each once and in order: the number that must be 0.
 *
 * @param paths Paths of whatever was given or listed.
 * @param isExcluded Whether a rule leaves a path out.
 */
export function findLeaks(
  paths: readonly string[],
  isExcluded: (path: string) => boolean,
): readonly string[] {
  return [...new Set(paths)].filter(isExcluded);
}
