import { fileURLToPath } from "node:url";
import { type CommandCaller, type CommandContext, UsageError } from "@dossier/retrieval/operation";
import {
  type EntryOptions,
  findInNpmCache,
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

/** The options of an installation. */
export interface Installation {
  readonly caller: CommandCaller;
  readonly context: CommandContext;
  /** The served trees, the first being the project. */
  readonly roots: Awaited<ReturnType<CommandContext["listRoots"]>>;
  readonly place: HostPlace;
  readonly hasRootOption: boolean;
  readonly isDryRun: boolean;
  readonly isRemoval: boolean;
  /** Path of the program when a shell finds it by its name. */
  readonly program: string | undefined;
  /** True in a project, false in the home folder. */
  readonly isProject: boolean;
  /** True when the project would be the default scope, but a shell does not find the program. */
  readonly lacksProgramName: boolean;
  /** Absolute path of the runtime, or of the program when it is one binary. */
  readonly executable: string;
  /** Absolute path of the main module; undefined when the program is one binary. */
  readonly main: string | undefined;
}

/**
 * Returns the options of an installation.
 *
 * @throws {UsageError} For options that exclude each other, and for a missing tree.
 */
export async function openInstallation(
  caller: CommandCaller,
  context: CommandContext,
): Promise<Installation> {
  if (caller.has("project") && caller.has("user")) {
    throw new UsageError("Cannot use --project with --user: choose one");
  }
  const roots = await context.listRoots();
  const isRootGiven = caller.values("root").length > 0;
  // The project is served, no matter in which folder the command runs.
  const place = hostPlace(roots[0]!.path);
  const found = findProgram(PROGRAM_NAME);
  // npx puts the program on PATH only while it runs.
  const program = findInNpmCache(found) === undefined ? found : undefined;
  const isScoped = caller.has("project") || caller.has("user");
  return {
    caller,
    context,
    roots,
    place,
    hasRootOption: isRootGiven,
    program,
    isDryRun: caller.has("dry-run"),
    isRemoval: caller.has("remove"),
    isProject: isProject(place),
    lacksProgramName: !isScoped && program === undefined && isProject(place),
    executable: Deno.execPath(),
    main: Deno.build.standalone ? undefined : fileURLToPath(Deno.mainModule),
  };
}

/**
 * Returns the scopes of an installation: those that the user names; else all for a removal, and the
 * default one for an installation. That is the project when a team can start the program by its
 * name.
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
 * Returns the plan for a host.
 *
 * @throws {UsageError} For a part that it does not have, and the errors of {@link planHost}.
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
    isSelected: ({ part }) => parts.length === 0 || parts.includes(part),
    entryOptions: (scope) => entryOptions(installation, scope),
  });
}

function entryOptions(
  { executable, main, caller, context, roots: served, hasRootOption: isRootGiven, place }:
    Installation,
  scope: HostScope,
): EntryOptions {
  // Symbolic links are resolved first, so that permissions name the real paths.
  const roots = served.map(({ name, path }) => ({ name, path: Deno.realPathSync(path) }));
  const { cache } = context;
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

/** Returns true in a project: the home folder and the root of the file system are none. */
function isProject({ project, home }: HostPlace): boolean {
  return project !== home && project !== "/";
}
