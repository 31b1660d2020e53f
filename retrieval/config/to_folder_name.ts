const TRAILING_SLASHES_REGEXP = /\/+$/;

/**
 * Returns an entry of a list of folders without the slash that may end it; undefined when it is a path
 * or nothing at all, as no folder is called that.
 */
export function toFolderName(entry: string): string | undefined {
  const name = entry.replace(TRAILING_SLASHES_REGEXP, "");
  return name === "" || name.includes("/") ? undefined : name;
}
