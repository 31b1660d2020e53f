import {
  fileIdentity,
  listNames,
  lstatOrUndefined,
  textHash,
  VERSION,
} from "../machine/light/mod.ts";

/**
 * A process of this user that has the index of a tree open and answers on the loopback address, as a file announces it.
 */
export interface WarmEngine {
  /** Of the program: another one may answer otherwise. */
  readonly version: string;
  /** Where the program lies: a clone may hold another one of the same version. */
  readonly program: string;
  readonly port: number;
  /** What a caller says first, so that the engine knows it. */
  readonly asks: string;
  /** What the engine says then, so that the caller knows it: somebody else may have its port by now. */
  readonly answers: string;
  /** Real path of the tree, and what tells it apart from another that takes its place. */
  readonly root: string;
  readonly identity: string;
  /** The names of commands that it answers. */
  readonly commands: readonly string[];
  /** What it and the commands must have in common; see {@link hashSettings}. */
  readonly settings: string;
  /** The command that runs it, and its process. */
  readonly name: string;
  readonly process: number;
  /** Id of the process that has started it. */
  readonly hostProcess: number;
  /** When it was announced, in milliseconds since 1970. */
  readonly time: number;
  /** Absolute path of the file. */
  readonly path: string;
}

/** Folder of the user's cache: unlike the state of a tree, nothing in it comes with a clone. */
const FOLDER = "dossier/servers";

/** Characters of the hashes that name a root's folder and an engine's file: 64 bits. */
const NAME_LENGTH = 16;

/** Most engines of a tree that are asked: each window of a host has one. */
const MAX_ENGINES = 16;

/** The bits of a file's mode that let others than its owner do anything with it. */
const OTHERS_MODE = 0o077;

/** Where this program lies. */
export const PROGRAM_LOCATION = import.meta.url;

/**
 * Variables that answers depend on. `PATH` is not among them: it says which git is run, and terminals and editors seldom
 * agree on it. Those that only say how an answer is printed are sent with each question.
 */
export const SETTING_VARIABLES: readonly string[] = [
  ...["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA"],
  ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"],
  ...["DOSSIER_MEMORY_URL", "DOSSIER_MEMORY_ORGANIZATION", "DOSSIER_MEMORY_PROJECT"],
  "DOSSIER_OPENSEARCH",
];

/**
 * Returns the engines of a tree that this user has announced in this version, any of which may have ended: first that
 * of the same host's process, then the newest.
 *
 * @param root Real path.
 */
export async function findEngines(root: string, cache: string): Promise<WarmEngine[]> {
  const folder = await announcementFolder(root, cache);
  return listAnnouncements(folder).flatMap((path) => readAnnouncement(path, root))
    .sort((a, b) => Number(hasSameHost(b)) - Number(hasSameHost(a)) || b.time - a.time)
    .slice(0, MAX_ENGINES);
}

/** Returns the paths of the files in a folder of announcements that announce an engine. */
export function listAnnouncements(folder: string): readonly string[] {
  return listNames(folder).filter((name) => name.endsWith(".json"))
    .map((name) => `${folder}/${name}`);
}

/**
 * Returns whether an engine gives what this process would give by itself: it is the same program, with the same
 * settings, and its tree was not replaced by another folder since.
 */
export async function isInterchangeable(engine: WarmEngine): Promise<boolean> {
  return engine.program === PROGRAM_LOCATION && engine.identity === fileIdentity(engine.root) &&
    engine.settings === await hashSettings();
}

/**
 * Returns a hash of what answers of this process depend on besides its question and its tree: variables, and what it may
 * do.
 *
 * @throws {Deno.errors.NotCapable} When it may not know who runs it.
 */
export async function hashSettings(): Promise<string> {
  const variables = SETTING_VARIABLES.map(readVariable);
  const may = (name: "ffi" | "env" | "net") =>
    Deno.permissions.querySync({ name }).state === "granted";
  // A database or a cluster of a team may be anywhere.
  const isTeam = ["DOSSIER_MEMORY_URL", "DOSSIER_OPENSEARCH"]
    .some((name) => (readVariable(name) ?? "") !== "");
  const allowed = [may("ffi"), may("env"), isTeam && may("net")];
  return await textHash(JSON.stringify([Deno.uid(), Deno.version.deno, variables, allowed]));
}

/** Returns the value of a variable; of one that this process may not read there is none to it. */
function readVariable(name: string): string | null {
  try {
    return Deno.env.get(name) ?? null;
  } catch {
    return null;
  }
}

/** Returns whether an engine was started by the process that has started this one. */
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

/** Returns the folder in which the engines of a tree are announced. */
export async function announcementFolder(root: string, cache: string): Promise<string> {
  return `${cache}/${FOLDER}/${(await textHash(root)).slice(0, NAME_LENGTH)}`;
}

/** Returns the path at which an engine is announced to the callers of a tree. */
export async function announcementPath(
  root: string,
  cache: string,
  { asks }: Pick<WarmEngine, "asks">,
): Promise<string> {
  return `${await announcementFolder(root, cache)}/${
    (await textHash(asks)).slice(0, NAME_LENGTH)
  }.json`;
}
