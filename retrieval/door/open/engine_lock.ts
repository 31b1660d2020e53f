import { acquireIndexLock } from "../../machine/mod.ts";
import { createAnnouncementFolder } from "./announce_engine.ts";

/** Lock file beside announcements, held by the one process that serves other commands. */
const LOCK_FILE = "warm.lock";

/**
 * Acquires the lock of the process that serves the commands of a tree, and returns it; undefined
 * when another process has it. The system releases it when its holder ends.
 */
export async function acquireEngineLock(
  root: string,
  cache: string,
): Promise<Disposable | undefined> {
  const folder = await createAnnouncementFolder(root, cache);
  return await acquireIndexLock(`${folder}/${LOCK_FILE}`, { waitMs: 0 });
}
