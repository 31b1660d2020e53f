import { fileURLToPath } from "node:url";
import { type CommandCaller, type CommandDesk, UsageError } from "@dossier/retrieval/operation";
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
} from "../../install/mod.ts";
import { type HostPlace, hostPlace } from "../../place/mod.ts";

/** What the user wants of hosts, and where. */
export interface Installation {
  readonly caller: CommandCaller;
  readonly desk: CommandDesk;
  /** The trees that are to be served, the first being the project. */
  readonly roots: Awaited<ReturnType<CommandDesk["listRoots"]>>;
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
export async function openInstallation(
  caller: CommandCaller,
  desk: CommandDesk,
): Promise<Installation> {
  if (caller.has("project") && caller.has("user")) {
    throw new UsageError("Cannot use --project with --user: choose one");
  }
  const roots = await desk.listRoots();
  const isRootGiven = caller.values("root").length > 0;
  // What is to be served is the project, wherever that is said from.
  const place = hostPlace(roots[0]!.path);
  const found = findProgram(PROGRAM_NAME);
  // What npx puts on PATH is there for as long as it runs.
  const program = findFleeting(found) === undefined ? found : undefined;
  const isScoped = caller.has("project") || caller.has("user");
  return {
    caller,
    desk,
    roots,
    place,
    isRootGiven,
    program,
    isDryRun: caller.has("dry-run"),
    isRemoval: caller.has("remove"),
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
  { caller, isRemoval, isProject, program, place }: Installation,
  { scopes }: HostSetup,
): readonly HostScope[] {
  const named = (["project", "user"] as const).filter((scope) => caller.has(scope));
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
  const { caller, place, isRemoval } = installation;
  const parts = HOST_PARTS.filter((part) => caller.has(part));
  const missing = parts.find((part) => !host.files.some((file) => file.part === part));
  if (missing !== undefined && caller.words.length > 0) {
    const known = HOST_PARTS.filter((part) => host.files.some((file) => file.part === part))
      .map((part) => `--${part}`).join(", ");
    throw new UsageError(
      `Cannot use --${missing} as ${host.label} has no such part: it has ${known}`,
    );
  }
  return planHost(host, {
    place,
    isRemoval,
    scopes: listScopes(installation, host),
    isMeant: ({ part }) => parts.length === 0 || parts.includes(part),
    entryOptions: (scope) => entryOptions(installation, scope),
  });
}

function entryOptions(
  { executable, main, caller, desk, roots: served, isRootGiven, place }: Installation,
  scope: HostScope,
): EntryOptions {
  // Links are followed before anything is written, so that what may be written is without them.
  const roots = served.map(({ name, path }) => ({ name, path: Deno.realPathSync(path) }));
  const { cache } = desk;
  const program = {
    executable,
    main,
    cache,
    hookSwitches: HOOK_SWITCHES.filter((name) => caller.has(name)),
  };
  return scope === "project"
    ? { ...program, roots, project: Deno.realPathSync(place.project) }
    : { ...program, roots: isRootGiven ? roots : [] };
}

/** Returns whether there is a project: the home, and the root of all folders, are none. */
function isProject({ project, home }: HostPlace): boolean {
  return project !== home && project !== "/";
}
