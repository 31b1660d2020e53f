import type { HostPlace } from "../input/invoked_place.ts";
import { findProgram } from "./find_program.ts";
import { type Host, inHome } from "./host.ts";
import { HOSTS } from "./known_hosts.ts";

/** A host that is used on this machine or in this project. */
export interface FoundHost {
  readonly host: Host;
  /** By what it was found, for people. */
  readonly signs: readonly string[];
}

/** Returns the hosts that are there, by their files in the project and the home and by their programs; none is run. */
export function findHosts(place: HostPlace): readonly FoundHost[] {
  return HOSTS.map((host) => ({ host, signs: listSigns(host, place) }))
    .filter(({ signs }) => signs.length > 0);
}

function listSigns({ signs }: Host, place: HostPlace): readonly string[] {
  const ofHome = place.home === undefined ? [] : signs.home.map((path) => inHome(path, place));
  return [
    ...signs.project.filter((path) => exists(`${place.project}/${path}`)),
    ...ofHome.filter(exists).map((path) => path.replace(`${place.home}/`, "~/")),
    ...signs.programs.filter(findProgram).map((name) => `${name} on PATH`),
  ];
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
