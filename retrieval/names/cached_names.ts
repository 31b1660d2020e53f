import { parsePrintedNames } from "@dossier/core/printed-names";
import { lstatOrUndefined, readPlainTextAsync, writeAtomically } from "../machine/mod.ts";

/** Most files that are kept; more questions are seldom asked again. */
const MAX_CACHED_FILES = 200;

/** Thirty names of 200 characters have less, however they are escaped. */
const MAX_CACHED_BYTES = 64 * 1024;

/** Our files, and what is left of one that was not written to its end. */
const CACHED_FILE_REGEXP = /^[\da-f]{64}\.json(?:\.[\da-f-]{36})?$/;

/**
 * Returns the names that were kept for a question; undefined when there are none, or something else is in their place.
 *
 * @param state Absolute path of the state folder; no link is followed in it.
 * @param key SHA-256 of what was asked, hexadecimal.
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

/** Keeps names for a question and removes the oldest beyond 200. What stands in the way is left as it is. */
export function cacheNames(state: string, key: string, names: readonly string[]): void {
  const folder = folderOf(state);
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!lstatOrUndefined(folder)?.isDirectory) return;
    writeAtomically(`${folder}/${key}.json`, `${JSON.stringify({ names })}\n`, { mode: 0o600 });
    removeOldest(folder);
  } catch {
    // The answer does not need it.
  }
}

function folderOf(state: string): string {
  return `${state}/names`;
}

/** Whoever made the tree may have made the file: it is read as carefully as what a program prints. */
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
