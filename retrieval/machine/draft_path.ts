import { listNames, lstatOrUndefined } from "./file_info.ts";
import { basename, dirname } from "./paths.ts";

const UUID_REGEXP = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A draft is put in its place within moments: one that is older was left by a process that was killed, in milliseconds. */
const STALE_MS = 60_000;

/**
 * Returns a path beside a file for what is to take its place: its own with a UUID behind. What killed processes have
 * left there for the same file is removed.
 */
export function draftPath(path: string): string {
  removeStaleDrafts(dirname(path), `${basename(path)}.`);
  return `${path}.${crypto.randomUUID()}`;
}

/** Removes the old files of a folder whose names are a UUID behind `start`, which only we give. */
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
      // Another process has removed it, or it may not be removed: it does no harm.
    }
  }
}

/**
 * Writes a file whole or not at all: a draft beside it takes its place, through nothing that stands there.
 *
 * @throws What the system says; the file is as before then, and no draft is left.
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
