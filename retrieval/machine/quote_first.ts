/** How many paths a note about many names: notes share the budget with what was found. */
const NAMED_PATHS = 3;

/** Returns the first paths in double quotes and how many more there are. */
export function quoteFirst(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED_PATHS).map((path) => `"${path}"`).join(", ");
  return paths.length > NAMED_PATHS ? `${named} and ${paths.length - NAMED_PATHS} more` : named;
}
