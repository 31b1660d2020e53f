import { dirname, fileIdentity, VERSION, writeAtomically } from "../../machine/mod.ts";
import { LOOPBACK, removeAnnouncement } from "../connect_engine.ts";
import {
  announcementFolder,
  announcementPath,
  hashSettings,
  listAnnouncements,
  PROGRAM_LOCATION,
  type WarmEngine,
} from "../warm_engine.ts";

/** Values that an engine announces; the others are known from its process. */
export type EngineAnnouncement = Pick<
  WarmEngine,
  "port" | "asks" | "answers" | "commands" | "name"
>;

/** Modes that let only the owner read the file and its folder. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Returns the folder with the announcements of engines of a tree, and creates it when it is
 * missing.
 */
export async function createAnnouncementFolder(root: string, cache: string): Promise<string> {
  const folder = await announcementFolder(root, cache);
  Deno.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  return folder;
}

/** Announces an engine to the callers of a tree. */
export async function announceEngine(
  root: string,
  cache: string,
  announced: EngineAnnouncement,
): Promise<void> {
  await createAnnouncementFolder(root, cache);
  const path = await announcementPath(root, cache, announced);
  const engine: Omit<WarmEngine, "path"> = {
    version: VERSION,
    program: PROGRAM_LOCATION,
    root,
    identity: fileIdentity(root) ?? "",
    settings: await hashSettings(),
    process: Deno.pid,
    hostProcess: Deno.ppid,
    time: Date.now(),
    ...announced,
  };
  writeAtomically(path, JSON.stringify(engine), { mode: FILE_MODE });
}

/**
 * Removes announcements of a tree whose ports are not in use. Callers of another version neither
 * use nor remove them.
 */
export async function removeEndedEngines(root: string, cache: string): Promise<void> {
  for (const path of listAnnouncements(await announcementFolder(root, cache))) {
    try {
      const { port } = JSON.parse(Deno.readTextFileSync(path));
      (await Deno.connect({ hostname: LOOPBACK, port })).close();
    } catch (error) {
      if (error instanceof Deno.errors.ConnectionRefused) removeAnnouncement(path);
    }
  }
}

/** Removes the announcement of an engine. */
export async function withdrawEngine(
  root: string,
  cache: string,
  announced: Pick<WarmEngine, "asks">,
): Promise<void> {
  const path = await announcementPath(root, cache, announced);
  Deno.removeSync(path);
  try {
    Deno.removeSync(dirname(path));
  } catch {
    // The folder contains other announcements.
  }
}
