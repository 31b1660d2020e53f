import { acquireIndexLock } from "../../machine/mod.ts";
import { createAnnouncementFolder } from "./announce_engine.ts";

/** The file beside announcements that the one process holds locked which is there for other commands. */
const LOCK_FILE = "warm.lock";

/**
 * Returns the right to be the process that is there for commands of a tree; undefined when another one has it. The
 * system gives it back when its holder dies.
 */
export async function acquireEngineLock(
  root: string,
  cache: string,
): Promise<Disposable | undefined> {
  const folder = await createAnnouncementFolder(root, cache);
  return await acquireIndexLock(`${folder}/${LOCK_FILE}`, { waitMs: 0 });
}
