/**
 * Functions for paths as in `node:path` for POSIX, which takes 5 ms to load.
 *
 * @module
 */

const TRAILING_REGEXP = /(?<=.)\/+$/;

/** Returns the folder of a path: `"/"` at the top, `"."` for a bare name. */
export function dirname(path: string): string {
  const whole = path.replace(TRAILING_REGEXP, "");
  const slash = whole.lastIndexOf("/");
  return slash < 0 ? "." : whole.slice(0, slash) || "/";
}

/** Returns the last name of a path. */
export function basename(path: string): string {
  const whole = path.replace(TRAILING_REGEXP, "");
  return whole.slice(whole.lastIndexOf("/") + 1);
}

/**
 * Returns the path of several parts, the first of which is absolute, without `.`, `..` and repeated
 * slashes.
 */
export function join(...parts: readonly string[]): string {
  const names: string[] = [];
  for (const name of parts.join("/").split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}
