/** Returns the folder that the user called from, which `deno task` changes and keeps in `INIT_CWD`. */
export function callerFolder(): string {
  return Deno.env.get("INIT_CWD") || Deno.cwd();
}

/** Returns `path` as an absolute path, seen from the folder `from`. */
export function toAbsolutePath(path: string, from: string = callerFolder()): string {
  return path.startsWith("/") ? path : `${from}/${path}`;
}

/** Returns the user's cache folder by the XDG base directory rules; undefined without a home. */
export function cacheFolder(): string | undefined {
  const cache = Deno.env.get("XDG_CACHE_HOME");
  if (cache?.startsWith("/")) return cache;
  const home = Deno.env.get("HOME");
  return home ? `${home}/.cache` : undefined;
}
