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

/** What an engine says of itself; the rest is known of the process. */
export type EngineAnnouncement = Pick<
  WarmEngine,
  "port" | "asks" | "answers" | "commands" | "name"
>;

/** Only the owner may read the file and look into its folder. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Returns the folder in which the engines of a tree are announced, made when it is missing. */
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

/** Removes what engines of a tree have left whose ports nobody has: callers of another version pass over it. */
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
    // There are others.
  }
}
