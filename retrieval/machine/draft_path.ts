import { listNames, lstatOrUndefined } from "./file_info.ts";
import { basename, dirname } from "./paths.ts";

const UUID_REGEXP = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Age from which on a draft counts as left by a killed process, in milliseconds. A draft replaces
 * its file within moments.
 */
const STALE_MS = 60_000;

/**
 * Returns the path of a temporary file that will replace a file: the same path with a UUID
 * appended. Removes temporary files of the same file that killed processes left.
 */
export function draftPath(path: string): string {
  removeStaleDrafts(dirname(path), `${basename(path)}.`);
  return `${path}.${crypto.randomUUID()}`;
}

/** Removes old files of a folder whose names are `start` and a UUID, which only dossier creates. */
export function removeStaleDrafts(folder: string, start: string): void {
  for (const name of listNames(folder)) {
    if (!name.startsWith(start) || !UUID_REGEXP.test(name.slice(start.length))) continue;
    const path = `${folder}/${name}`;
    const found = lstatOrUndefined(path);
    const age = Date.now() - Number(found?.mtime ?? NaN);
    if (found?.isFile !== true || !(age > STALE_MS)) continue;
    try {
      Deno.removeSync(path);
    } catch {
      // Another process removed the file, or it may not be removed. It does no harm.
    }
  }
}

/**
 * Writes a file atomically: a temporary file beside it replaces it, so that no link at the path is
 * followed.
 *
 * @throws Errors of the system. The file is unchanged then, and no temporary file remains.
 */
export function writeAtomically(
  path: string,
  text: string,
  options: Pick<Deno.WriteFileOptions, "mode"> = {},
): void {
  const draft = draftPath(path);
  try {
    Deno.writeTextFileSync(draft, text, { ...options, createNew: true });
    Deno.renameSync(draft, path);
  } catch (error) {
    if (lstatOrUndefined(draft) !== undefined) Deno.removeSync(draft);
    throw error;
  }
}
