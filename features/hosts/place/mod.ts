/**
 * The paths of the files of hosts: in a project, in the home, or in a folder that a variable names.
 *
 * @module
 */

import { UsageError } from "@dossier/retrieval/operation";
import { HOSTS } from "../core/hosts/mod.ts";

/** The folders with the configurations of hosts. */
export interface HostPlace extends HostHomes {
  /** Absolute path of the project. */
  readonly project: string;
}

/** The user's folders of hosts. */
export interface HostHomes {
  /** Absolute path of the user's home. */
  readonly home?: string | undefined;
  /** Absolute paths of folders outside of the home, by their names there, such as `.codex`. */
  readonly hostFolders?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the folders with the configurations of hosts: a project, the home, and the folders that
 * variables name.
 */
export function hostPlace(project: string): HostPlace {
  // `deno task` changes the current folder, and stores the original one here.
  const from = Deno.env.get("INIT_CWD") || Deno.cwd();
  const folders = HOSTS.flatMap(({ folder }) => {
    const written = folder && Deno.env.get(folder.variable);
    if (!written) return [];
    return [[folder.name, written.startsWith("/") ? written : `${from}/${written}`]];
  });
  return {
    project,
    home: Deno.env.get("HOME") || undefined,
    hostFolders: Object.fromEntries(folders),
  };
}

/**
 * Returns a path in the home, or in the folder that replaces one there.
 *
 * @throws {UsageError} Without a home.
 */
export function resolveInHome(path: string, { home, hostFolders = {} }: HostHomes): string {
  const [folder = "", ...names] = path.split("/");
  const moved = hostFolders[folder];
  if (moved !== undefined) return [moved, ...names].join("/");
  if (home !== undefined && home !== "") return `${home === "/" ? "" : home}/${path}`;
  throw new UsageError("Cannot find the configuration: set HOME");
}
