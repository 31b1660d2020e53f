import { dirname, fileIdentity, VERSION, writeWhole } from "../../machine/mod.ts";
import { announcementPath, hashSettings, PROGRAM_PLACE, type WarmEngine } from "../warm_engine.ts";

/** What an engine says of itself; the rest is known of the process. */
export type Announced = Pick<WarmEngine, "port" | "asks" | "answers" | "commands" | "name">;

/** Only the owner may read the file and look into its folder. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Announces an engine to the callers of a tree. */
export async function announceEngine(
  root: string,
  cache: string,
  announced: Announced,
): Promise<void> {
  const path = await announcementPath(root, cache, announced);
  Deno.mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const engine: Omit<WarmEngine, "path"> = {
    version: VERSION,
    program: PROGRAM_PLACE,
    root,
    identity: fileIdentity(root) ?? "",
    settings: await hashSettings(),
    process: Deno.pid,
    hostProcess: Deno.ppid,
    time: Date.now(),
    ...announced,
  };
  writeWhole(path, JSON.stringify(engine), { mode: FILE_MODE });
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
