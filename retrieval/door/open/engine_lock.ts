import { acquireIndexLock } from "../../machine/mod.ts";
import { announcementFolder } from "../warm_engine.ts";

/** The file beside announcements that the one process holds locked which is there for other commands. */
const LOCK_FILE = "warm.lock";

/** Only the owner may look into the folder. */
const FOLDER_MODE = 0o700;

/**
 * Returns the right to be the process that is there for commands of a tree; undefined when another one has it. The
 * system gives it back when its holder dies.
 */
export async function acquireEngineLock(
  root: string,
  cache: string,
): Promise<Disposable | undefined> {
  const folder = await announcementFolder(root, cache);
  Deno.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  return await acquireIndexLock(`${folder}/${LOCK_FILE}`, { waitMs: 0 });
}
