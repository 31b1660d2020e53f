/** Returns what is at a path, a link itself being what is there; undefined for nothing. */
export function pathInfo(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (isMissing) return undefined;
    throw error;
  }
}
