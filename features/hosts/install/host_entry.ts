import type { ServerFile } from "../core/hosts/mod.ts";
import { relative } from "node:path";
import { nameRoots, type ServedRoot, splitRoot } from "@dossier/retrieval/served-roots";
import { BUNDLE_ENTRY, bundleFlags } from "@dossier/retrieval/program";
import { permissionFlags, type PermissionSet } from "@dossier/retrieval/permissions";
import type { HostEntry } from "./config_format.ts";
import type { GuideOptions } from "./guide_text.ts";

/** The program, and the trees that it serves. */
export interface EntryOptions extends GuideOptions {
  /** Absolute path of the runtime, or of the program when it is one binary. */
  readonly executable: string;
  /** Absolute path of the main module; undefined when the program is one binary. */
  readonly main: string | undefined;
  /** The trees, by their real paths; empty for that of the folder in which the host starts it. */
  readonly roots: readonly ServedRoot[];
  /** The user's cache folder, with the index of a root that cannot be written. */
  readonly cache: string | undefined;
  /** Options of the hook's command. @default none */
  readonly hookSwitches?: readonly HookSwitch[] | undefined;
  /**
   * Absolute path of the project whose team commits the entry: the program is called by its name,
   * without paths of one machine. @default an entry for one person and this machine
   */
  readonly project?: string | undefined;
}

/** Name of the program on the PATH of a team's members. */
export const PROGRAM_NAME = "dossier";

/** Path of the main module below the folder of the program. */
const MAIN_REGEXP = /^(.*)\/cli\/main\.ts$/s;

/** The program as one binary, by its usual name. */
const BINARY_REGEXP = /(?:^|[\\/])dossier(?:\.exe)?$/;

const ROOT_REGEXP = /^--root=(.+)$/s;

/** npx's cache of programs, which may be cleared. */
const NPX_REGEXP = /[\\/]_npx[\\/]/;

/** Folders that are written in a tree and in the user's cache. */
const OWN_FOLDER = ".dossier";
const CACHE_FOLDER = "dossier";

const WRITE_FLAG = "--allow-write";

/** Name of the command that serves MCP. */
const COMMAND = "mcp";

/** Returns the MCP entry of a host. */
export function serverEntry(
  { members, isList = false, folder }: Pick<ServerFile, "members" | "isList" | "folder">,
  options: EntryOptions,
): HostEntry {
  const { roots, project } = options;
  const written = project === undefined
    ? roots.map((root) => formatRoot(root, roots))
    : formatSharedRoots(roots, project, folder);
  const named = written.flatMap((root) => ["--root", root]);
  const [command, ...args] = buildCommandLine(COMMAND, named, options);
  return isList ? { ...members, command: [command, ...args] } : { ...members, command, args };
}

/**
 * Returns the command line of a command of this program, with only the permissions that it needs.
 */
export function buildCommandLine(
  command: PermissionSet,
  more: readonly string[],
  { executable, main, project, ...options }: EntryOptions,
): readonly string[] {
  if (project !== undefined) return [PROGRAM_NAME, command, ...more];
  const runtime = main === undefined ? [] : runtimeArguments(command, main, options);
  return [executable, ...runtime, command, ...more];
}

/** The parts of an entry of dossier. */
export interface EntryParts {
  /** Path or name of the runtime, or of the program when it is one binary. */
  readonly command: string;
  /** Path of the main module; undefined when the program is one binary. */
  readonly main?: string;
  /** The folders of its trees; empty for that of the folder in which the host starts it. */
  readonly roots: readonly string[];
}

/**
 * Returns the parts of an MCP entry that starts this program, including one of another folder or
 * version; undefined for other entries.
 */
export function findEntryParts({ command, args }: HostEntry): EntryParts | undefined {
  if (typeof command !== "string" && !Array.isArray(command)) return undefined;
  return findStartedParts([command, args ?? []].flat().map(String), COMMAND);
}

/**
 * Returns the parts of a command line that runs a command of this program, including one of another
 * folder or version; undefined for other commands.
 */
export function findStartedParts(
  [program = "", ...words]: readonly string[],
  command: string,
): EntryParts | undefined {
  const place = words.indexOf(command);
  const roots = listRoots(words.slice(place + 1));
  if (place === 0) {
    const isOurs = program === findBinary() || BINARY_REGEXP.test(program);
    return isOurs ? { command: program, roots } : undefined;
  }
  const main = words[place - 1] ?? "";
  const isOurs = MAIN_REGEXP.test(main) || main.endsWith(`/${BUNDLE_ENTRY}`);
  return isOurs ? { command: program, main, roots } : undefined;
}

/**
 * Returns true for an entry that starts this program, including one of another folder or version.
 */
export function isOwnEntry(entry: HostEntry): boolean {
  return findEntryParts(entry) !== undefined;
}

/** Returns the first of several files that is in the cache of npm. */
export function findInNpmCache(...files: readonly (string | undefined)[]): string | undefined {
  return files.find((file) => file !== undefined && NPX_REGEXP.test(file));
}

/** Returns the folders of the `--root` options. */
function listRoots(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const written = words[index - 1] === "--root" ? word : ROOT_REGEXP.exec(word)?.[1];
    return written === undefined ? [] : [splitRoot(written).folder];
  });
}

/** Returns the program when it is one binary, which may have any name. */
function findBinary(): string | undefined {
  return Deno.build.standalone ? Deno.execPath() : undefined;
}

/**
 * Returns a tree as a value of `--root`: with its name when that is not the default one of the
 * path.
 */
function formatRoot({ name, path }: ServedRoot, roots: readonly ServedRoot[]): string {
  const usual = nameRoots(roots.map((root) => root.path)).find((root) => root.path === path);
  return usual?.name === name ? path : `${name}=${path}`;
}

/**
 * Returns trees in the form for members of a team: none for the project alone, in which hosts start
 * servers.
 */
function formatSharedRoots(
  roots: readonly ServedRoot[],
  project: string,
  folder: string | undefined,
): readonly string[] {
  const [first, ...others] = roots.map((root) => formatRoot(root, roots));
  if (others.length === 0 && first === project) return folder === undefined ? [] : [folder];
  return roots.map((root) => {
    const own = folder ?? ".";
    const path = root.path === project ? own : relative(project, root.path);
    return formatRoot(root, roots) === root.path ? path : `${root.name}=${path}`;
  });
}

function runtimeArguments(
  command: PermissionSet,
  main: string,
  { roots, cache }: Pick<EntryOptions, "roots" | "cache">,
): string[] {
  const folder = MAIN_REGEXP.exec(main)?.[1];
  const locked = folder === undefined
    ? bundleFlags(command)
    : [`--config=${folder}/deno.json`, `--lock=${folder}/deno.lock`, "--frozen"];
  const writable = [
    ...roots.map(({ path }) => `${path}/${OWN_FOLDER}`),
    ...(cache === undefined ? [] : [`${cache}/${CACHE_FOLDER}`]),
  ];
  // Writing is limited to known trees; but the list cannot contain a comma.
  const isNarrow = roots.length > 0 && !writable.some((path) => path.includes(","));
  const granted = permissionFlags(command).map((flag) =>
    flag === WRITE_FLAG && isNarrow ? `${WRITE_FLAG}=${writable.join(",")}` : flag
  );
  return ["run", "--quiet", ...locked, "--no-prompt", ...granted, main];
}

/** Options of the hook's command that disable something; `install-host` has the same names. */
export const HOOK_SWITCHES = ["no-search-notes", "quiet"] as const;

/** The name of one of them. */
export type HookSwitch = typeof HOOK_SWITCHES[number];
