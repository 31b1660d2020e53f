import {
  fileIdentity,
  listNames,
  lstatOrUndefined,
  textHash,
  VERSION,
} from "../machine/light/mod.ts";

/**
 * Announcement of a process of this user that has the index of a tree open and answers on the
 * loopback address.
 */
export interface WarmEngine {
  /** Version of the program, as another one may answer differently. */
  readonly version: string;
  /** Location of the program, as another clone may differ in the same version. */
  readonly program: string;
  readonly port: number;
  /** First line of a caller, by which the engine recognizes it. */
  readonly asks: string;
  /**
   * Response of the engine, by which the caller recognizes it: another process may have its port by
   * now.
   */
  readonly answers: string;
  /** Real path of the tree, and a text that changes when another folder replaces it. */
  readonly root: string;
  readonly identity: string;
  /** Names of commands that it answers. */
  readonly commands: readonly string[];
  /** Hash of values that the engine and the commands must share; see {@link hashSettings}. */
  readonly settings: string;
  /** Command that runs the engine, and its process id. */
  readonly name: string;
  readonly process: number;
  /** Id of the parent process. */
  readonly hostProcess: number;
  /** Time of the announcement, in milliseconds since 1970. */
  readonly time: number;
  /** Absolute path of the announcement. */
  readonly path: string;
}

/** Folder in the user's cache. Unlike the state of a tree, it is never part of a clone. */
const FOLDER = "dossier/servers";

/** Number of characters of the hashes that name a root's folder and an engine's file: 64 bits. */
const NAME_LENGTH = 16;

/** Maximum number of engines of a tree that are tried, as each window of a host has one. */
const MAX_ENGINES = 16;

/** Mode bits with permissions for other users. */
const OTHERS_MODE = 0o077;

/** Location of this program. */
export const PROGRAM_LOCATION = import.meta.url;

/**
 * Environment variables that answers depend on. `PATH` is not included: it determines which git is
 * run, and terminals and editors rarely have the same. Variables that only affect how an answer is
 * printed are sent with each request.
 */
export const SETTING_VARIABLES: readonly string[] = [
  ...["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA"],
  ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"],
  ...["DOSSIER_MEMORY_URL", "DOSSIER_MEMORY_ORGANIZATION", "DOSSIER_MEMORY_PROJECT"],
  "DOSSIER_OPENSEARCH",
];

/**
 * Returns the engines of a tree that were announced by this user and this version. The engine with
 * the same parent process comes first, then the newest. Any of them may have ended.
 *
 * @param root Real path.
 */
export async function findEngines(root: string, cache: string): Promise<WarmEngine[]> {
  const folder = await announcementFolder(root, cache);
  return listAnnouncements(folder).flatMap((path) => readAnnouncement(path, root))
    .sort((a, b) => Number(hasSameHost(b)) - Number(hasSameHost(a)) || b.time - a.time)
    .slice(0, MAX_ENGINES);
}

/** Returns the paths of the announcements in a folder. */
export function listAnnouncements(folder: string): readonly string[] {
  return listNames(folder).filter((name) => name.endsWith(".json"))
    .map((name) => `${folder}/${name}`);
}

/**
 * Returns true when an engine gives the same answers as this process: it has the same program and
 * settings, and its tree was not replaced by another folder.
 */
export async function isInterchangeable(engine: WarmEngine): Promise<boolean> {
  return engine.program === PROGRAM_LOCATION && engine.identity === fileIdentity(engine.root) &&
    engine.settings === await hashSettings();
}

/**
 * Returns a hash of all values that answers of this process depend on besides the request and the
 * tree: environment variables and permissions.
 *
 * @throws {Deno.errors.NotCapable} Without the permission to read the user id.
 */
export async function hashSettings(): Promise<string> {
  const variables = SETTING_VARIABLES.map(readVariable);
  const may = (name: "ffi" | "env" | "net") =>
    Deno.permissions.querySync({ name }).state === "granted";
  // A database or a cluster of a team may be at any address.
  const isTeam = ["DOSSIER_MEMORY_URL", "DOSSIER_OPENSEARCH"]
    .some((name) => (readVariable(name) ?? "") !== "");
  const allowed = [may("ffi"), may("env"), isTeam && may("net")];
  return await textHash(JSON.stringify([Deno.uid(), Deno.version.deno, variables, allowed]));
}

/** Returns the value of an environment variable; null when it is not set, or may not be read. */
function readVariable(name: string): string | null {
  try {
    return Deno.env.get(name) ?? null;
  } catch {
    return null;
  }
}

/** Returns true when an engine has the same parent process as this one. */
function hasSameHost({ hostProcess }: Pick<WarmEngine, "hostProcess">): boolean {
  return hostProcess === Deno.ppid;
}

function readAnnouncement(path: string, root: string): WarmEngine[] {
  const found = lstatOrUndefined(path);
  if (found?.isFile !== true || ((found.mode ?? 0) & OTHERS_MODE) !== 0) return [];
  try {
    if (found.uid !== Deno.uid()) return [];
    const read = Object(JSON.parse(Deno.readTextFileSync(path)));
    const isWhole = ["port", "time", "process", "hostProcess"]
      .every((name) => Number.isInteger(read[name])) &&
      ["program", "asks", "answers", "identity", "settings", "name"]
        .every((name) => typeof read[name] === "string") &&
      Array.isArray(read.commands);
    return isWhole && read.version === VERSION && read.root === root ? [{ ...read, path }] : [];
  } catch {
    return [];
  }
}

/** Returns the folder with the announcements of engines of a tree. */
export async function announcementFolder(root: string, cache: string): Promise<string> {
  return `${cache}/${FOLDER}/${(await textHash(root)).slice(0, NAME_LENGTH)}`;
}

/** Returns the path of an engine's announcement for a tree. */
export async function announcementPath(
  root: string,
  cache: string,
  { asks }: Pick<WarmEngine, "asks">,
): Promise<string> {
  return `${await announcementFolder(root, cache)}/${
    (await textHash(asks)).slice(0, NAME_LENGTH)
  }.json`;
}
