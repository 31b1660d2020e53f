import { parsePrintedNames } from "@dossier/core/printed-names";
import { lstatOrUndefined, readPlainTextAsync, writeAtomically } from "../machine/mod.ts";

/** Maximum number of cached files. Older questions are rarely asked again. */
const MAX_CACHED_FILES = 200;

/**
 * Maximum size of a file in bytes. Thirty names of 200 characters take less, however they are
 * escaped.
 */
const MAX_CACHED_BYTES = 64 * 1024;

/** Files of the cache, and temporary files of incomplete writes. */
const CACHED_FILE_REGEXP = /^[\da-f]{64}\.json(?:\.[\da-f-]{36})?$/;

/**
 * Returns the cached names for a question; undefined when there are none, or something else is at
 * their path.
 *
 * @param state Absolute path of the state folder, in which no link is followed.
 * @param key SHA-256 of the request, hexadecimal.
 */
export async function readCachedNames(
  state: string,
  key: string,
): Promise<readonly string[] | undefined> {
  const path = `${folderOf(state)}/${key}.json`;
  const read = await readPlainTextAsync(path, { below: state, maxBytes: MAX_CACHED_BYTES });
  if (read.kind === "refused") return undefined;
  const names = parseCached(read.text);
  return names.length === 0 ? undefined : names;
}

/**
 * Caches names for a question, and removes the oldest files beyond 200. Other files in the way are
 * not changed.
 */
export function cacheNames(state: string, key: string, names: readonly string[]): void {
  const folder = folderOf(state);
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!lstatOrUndefined(folder)?.isDirectory) return;
    writeAtomically(`${folder}/${key}.json`, `${JSON.stringify({ names })}\n`, { mode: 0o600 });
    removeOldest(folder);
  } catch {
    // The answer does not depend on the cache.
  }
}

function folderOf(state: string): string {
  return `${state}/names`;
}

/**
 * The author of the tree may have made the file, so it is read as carefully as the output of a
 * program.
 */
function parseCached(text: string): readonly string[] {
  try {
    const { names }: { readonly names?: unknown } = JSON.parse(text) ?? {};
    return Array.isArray(names) ? parsePrintedNames(names.map(String).join("\n")) : [];
  } catch {
    return [];
  }
}

function removeOldest(folder: string): void {
  const files = [...Deno.readDirSync(folder)]
    .filter(({ name, isFile }) => isFile && CACHED_FILE_REGEXP.test(name))
    .map(({ name }) => ({ name, time: Number(Deno.lstatSync(`${folder}/${name}`).mtime) }))
    .sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
  for (const { name } of files.slice(MAX_CACHED_FILES)) Deno.removeSync(`${folder}/${name}`);
}
