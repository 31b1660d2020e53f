import {
  listNames,
  lstatOrUndefined,
  textHash,
  VERSION,
  writeWhole,
} from "@dossier/retrieval/machine";

/** A server of this user on the loopback address that hooks of a tree may ask, as a file announces it. */
export interface HookServer {
  /** Of the program: another one may tell something else. */
  readonly version: string;
  readonly port: number;
  /** What a hook says first, so that the server knows it. */
  readonly asks: string;
  /** What the server says then, so that the hook knows it: somebody else may have its port by now. */
  readonly answers: string;
  /** Id of the process that has started it. */
  readonly hostProcess: number;
  /** When it was announced, in milliseconds since 1970. */
  readonly time: number;
  /** Absolute path of the file. */
  readonly path: string;
}

/** Folder of the user's cache: unlike the state of a tree, nothing in it comes with a clone. */
const FOLDER = "dossier/servers";

/** Characters of the hashes that name a root's folder and a server's file: 64 bits. */
const NAME_LENGTH = 16;

/** Most servers of a tree that are looked at: each window of a host has one. */
const MAX_SERVERS = 16;

/** Only the owner may read the file and look into its folder. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS_MODE = 0o077;

/** Announces a server to the hooks of a tree. */
export async function announceHookServer(
  root: string,
  cache: string,
  server: Pick<HookServer, "port" | "asks" | "answers">,
): Promise<void> {
  const path = await fileOf(root, cache, server);
  Deno.mkdirSync(await folderOf(root, cache), { recursive: true, mode: FOLDER_MODE });
  const text = JSON.stringify({
    version: VERSION,
    hostProcess: Deno.ppid,
    time: Date.now(),
    ...server,
  });
  writeWhole(path, text, { mode: FILE_MODE });
}

/** Removes the announcement of a server. */
export async function withdrawHookServer(
  root: string,
  cache: string,
  server: Pick<HookServer, "asks">,
): Promise<void> {
  Deno.removeSync(await fileOf(root, cache, server));
  try {
    Deno.removeSync(await folderOf(root, cache));
  } catch {
    // There are others.
  }
}

/**
 * Returns the servers of a tree that this user has announced in this version, any of which may have ended: first that
 * of the same host's process, then the newest.
 */
export async function findHookServers(root: string, cache: string): Promise<HookServer[]> {
  const folder = await folderOf(root, cache);
  return listNames(folder).filter((name) => name.endsWith(".json")).slice(0, MAX_SERVERS)
    .flatMap((name) => readAnnouncement(`${folder}/${name}`))
    .sort((a, b) => Number(isOurs(b)) - Number(isOurs(a)) || b.time - a.time);
}

/** Returns whether a server was started by the process that has started this one. */
function isOurs({ hostProcess }: Pick<HookServer, "hostProcess">): boolean {
  return hostProcess === Deno.ppid;
}

function readAnnouncement(path: string): HookServer[] {
  const found = lstatOrUndefined(path);
  if (found?.isFile !== true || ((found.mode ?? 0) & OTHERS_MODE) !== 0) return [];
  if (found.uid !== Deno.uid()) return [];
  try {
    const { version, port, asks, answers, time, hostProcess } = Object(
      JSON.parse(Deno.readTextFileSync(path)),
    );
    const isWhole = version === VERSION && Number.isInteger(port) && Number.isInteger(time) &&
      Number.isInteger(hostProcess) &&
      typeof asks === "string" && typeof answers === "string";
    return isWhole ? [{ version, port, asks, answers, time, hostProcess, path }] : [];
  } catch {
    return [];
  }
}

async function folderOf(root: string, cache: string): Promise<string> {
  return `${cache}/${FOLDER}/${(await textHash(root)).slice(0, NAME_LENGTH)}`;
}

async function fileOf(
  root: string,
  cache: string,
  { asks }: Pick<HookServer, "asks">,
): Promise<string> {
  return `${await folderOf(root, cache)}/${(await textHash(asks)).slice(0, NAME_LENGTH)}.json`;
}
