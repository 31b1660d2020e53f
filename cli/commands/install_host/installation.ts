import { fileURLToPath } from "node:url";
import { findRoot } from "@dossier/retrieval/root";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { type HostPlace, hostPlace } from "@dossier/hosts/place";
import { calledFrom } from "../../input/invoked_place.ts";
import { type InvokedRoots, invokedRoots } from "../../input/served_roots.ts";
import {
  type EntryOptions,
  findFleeting,
  findProgram,
  HOOK_SWITCHES,
  HOST_PARTS,
  type HostPlan,
  type HostScope,
  type HostSetup,
  planHost,
  PROGRAM_NAME,
} from "@dossier/hosts/install";

/** What the user wants of hosts, and where. */
export interface Installation {
  readonly invocation: Invocation;
  readonly invoked: InvokedRoots;
  readonly place: HostPlace;
  readonly isRootGiven: boolean;
  readonly isDryRun: boolean;
  readonly isRemoval: boolean;
  /** Where a shell finds the program by its name. */
  readonly program: string | undefined;
  /** Whether it is in a project, and not in the home. */
  readonly isProject: boolean;
  /** Whether the project would be the usual place, but for the program, which has no name there. */
  readonly isWithoutName: boolean;
  /** Absolute path of the runtime, or of the program when it is one binary. */
  readonly executable: string;
  /** Absolute path of the main module; undefined when the program is one binary. */
  readonly main: string | undefined;
}

/**
 * Returns what the user wants.
 *
 * @throws {UsageError} For options that exclude each other, and for a tree that there is not.
 */
export function openInstallation(invocation: Invocation): Installation {
  if (invocation.has("project") && invocation.has("user")) {
    throw new UsageError("Cannot use --project with --user: choose one");
  }
  const invoked = invokedRoots(invocation);
  const isRootGiven = invocation.values("root").length > 0;
  // What is to be served is the project, wherever that is said from.
  const place = hostPlace(isRootGiven ? invoked.roots[0]!.path : findRoot(calledFrom()));
  const found = findProgram(PROGRAM_NAME);
  // What npx puts on PATH is there for as long as it runs.
  const program = findFleeting(found) === undefined ? found : undefined;
  const isScoped = invocation.has("project") || invocation.has("user");
  return {
    ...{ invocation, invoked, place, isRootGiven, program },
    isDryRun: invocation.has("dry-run"),
    isRemoval: invocation.has("remove"),
    isProject: isProject(place),
    isWithoutName: !isScoped && program === undefined && isProject(place),
    executable: Deno.execPath(),
    main: Deno.build.standalone ? undefined : fileURLToPath(Deno.mainModule),
  };
}

/**
 * Returns whose files of a host are meant: those that are named; or to remove all, and to enter the usual ones. The
 * project is that where a team can start the program by its name.
 */
export function listScopes(
  { invocation, isRemoval, isProject, program, place }: Installation,
  { scopes }: HostSetup,
): readonly HostScope[] {
  const named = (["project", "user"] as const).filter((scope) => invocation.has(scope));
  if (named.length > 0) return named;
  if (isRemoval) return scopes.filter((scope) => scope === "project" || place.home !== undefined);
  const isShared = scopes[0] === "project" && program !== undefined && isProject;
  return [isShared ? "project" : "user"];
}

/**
 * Returns what becomes of a host.
 *
 * @throws {UsageError} For a part that it does not have, and as {@link planHost}.
 */
export function planInstallation(installation: Installation, host: HostSetup): HostPlan {
  const { invocation, place, isRemoval } = installation;
  const parts = HOST_PARTS.filter((part) => invocation.has(part));
  const missing = parts.find((part) => !host.files.some((file) => file.part === part));
  if (missing !== undefined && invocation.words.length > 0) {
    const known = HOST_PARTS.filter((part) => host.files.some((file) => file.part === part))
      .map((part) => `--${part}`).join(", ");
    throw new UsageError(
      `Cannot use --${missing} as ${host.label} has no such part: it has ${known}`,
    );
  }
  return planHost(host, {
    ...{ place, isRemoval, scopes: listScopes(installation, host) },
    isMeant: ({ part }) => parts.length === 0 || parts.includes(part),
    entryOptions: (scope) => entryOptions(installation, scope),
  });
}

function entryOptions(
  { executable, main, invocation, invoked, isRootGiven, place }: Installation,
  scope: HostScope,
): EntryOptions {
  // Links are followed before anything is written, so that what may be written is without them.
  const roots = invoked.roots.map(({ name, path }) => ({ name, path: Deno.realPathSync(path) }));
  const { cache } = invoked;
  const program = {
    executable,
    main,
    cache,
    hookSwitches: HOOK_SWITCHES.filter((name) => invocation.has(name)),
  };
  return scope === "project"
    ? { ...program, roots, project: Deno.realPathSync(place.project) }
    : { ...program, roots: isRootGiven ? roots : [] };
}

/** Returns whether there is a project: the home, and the root of all folders, are none. */
function isProject({ project, home }: HostPlace): boolean {
  return project !== home && project !== "/";
}
