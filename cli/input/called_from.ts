/** Returns the folder that the user called from. */
export function calledFrom(): string {
  return Deno.env.get("INIT_CWD") || Deno.cwd();
}

/** Returns `path` as an absolute path, seen from the folder `from`. */
export function absolute(path: string, from: string): string {
  return path.startsWith("/") ? path : `${from}/${path}`;
}

/** Returns the user's cache folder by the XDG base directory rules; undefined without a home. */
export function cacheFolder(): string | undefined {
  const cache = Deno.env.get("XDG_CACHE_HOME");
  if (cache !== undefined && cache.startsWith("/")) return cache;
  const home = Deno.env.get("HOME");
  return home === undefined || home === "" ? undefined : `${home}/.cache`;
}

/** Returns Codex's own folder where the user has named one, seen from the folder that was called from. */
export function codexFolder(): string | undefined {
  const folder = Deno.env.get("CODEX_HOME") || undefined;
  return folder === undefined ? undefined : absolute(folder, calledFrom());
}
