/**
 * Returns the folder from which the user called. `deno task` changes the current folder and keeps
 * this one in `INIT_CWD`.
 */
export function callerFolder(): string {
  return Deno.env.get("INIT_CWD") || Deno.cwd();
}

/** Returns `path` as an absolute path, resolved from the folder `from`. */
export function toAbsolutePath(path: string, from: string = callerFolder()): string {
  return path.startsWith("/") ? path : `${from}/${path}`;
}

/**
 * Returns the user's cache folder by the XDG base directory rules, or undefined without a home
 * folder.
 */
export function cacheFolder(): string | undefined {
  const cache = Deno.env.get("XDG_CACHE_HOME");
  if (cache?.startsWith("/")) return cache;
  const home = Deno.env.get("HOME");
  return home ? `${home}/.cache` : undefined;
}
