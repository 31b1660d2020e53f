import { type HostPlace, resolveInHome } from "../place/mod.ts";
import { HOST_SETUPS, type HostSetup } from "./host_setup.ts";

/** A host that is used on this machine or in this project. */
export interface FoundHost {
  readonly host: HostSetup;
  /** Signs of its use, for people. */
  readonly signs: readonly string[];
}

/**
 * Returns the hosts in use, by their files in the project and the home folder and by their
 * programs; no program is run.
 */
export function findHosts(place: HostPlace): readonly FoundHost[] {
  return HOST_SETUPS.map((host) => ({ host, signs: listSigns(host, place) }))
    .filter(({ signs }) => signs.length > 0);
}

function listSigns({ signs }: HostSetup, place: HostPlace): readonly string[] {
  const ofHome = place.home === undefined
    ? []
    : signs.home.map((path) => resolveInHome(path, place));
  return [
    ...signs.project.filter((path) => exists(`${place.project}/${path}`)),
    ...ofHome.filter(exists).map((path) => path.replace(`${place.home}/`, "~/")),
    ...signs.programs.filter(findProgram).map((name) => `${name} on PATH`),
  ];
}

const ANYBODY_MAY_RUN = 0o111;

/** Returns the path of a program on PATH, without running it; undefined when there is none. */
export function findProgram(name: string): string | undefined {
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((each) => each.startsWith("/"));
  return folders.map((folder) => `${folder}/${name}`).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & ANYBODY_MAY_RUN) !== 0;
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
