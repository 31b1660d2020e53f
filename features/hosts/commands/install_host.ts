import { escapeControls } from "@dossier/core/escape";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import {
  findHosts,
  findHostSetup,
  findInNpmCache,
  type FoundHost,
  HOST_SETUPS,
  type HostPlan,
  listHostNames,
  PROGRAM_NAME,
  replaceHostFiles,
} from "../install/mod.ts";
import {
  type Installation,
  listScopes,
  openInstallation,
  planInstallation,
} from "./install_host/installation.ts";
import { listUnchangedNotes, renderHostPlan } from "./install_host/render_plan.ts";

/** A host, with the result of its plan. */
interface Outcome extends FoundHost {
  readonly plan: HostPlan;
}

/**
 * Installs this program in hosts, or removes it: an MCP server, hooks and a skill. Without a name
 * it applies to all hosts that are found, and the project is indexed. The files of each host are
 * written together or not at all.
 *
 * @throws {UsageError} For an unknown host, scope or part, and for a file of the named host that
 * cannot be changed.
 */
export async function runInstallHost(
  caller: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const installation = await openInstallation(caller, context);
  const { words } = caller;
  if (words.length > 0) {
    const host = findHostSetup(words.join(" "));
    printOutcomes(installation, [applyInstallation(installation, { host, signs: [] })]);
    return "done";
  }
  const found = installation.isRemoval
    ? HOST_SETUPS.map((host) => ({ host, signs: [] }))
    : findHosts(installation.place);
  if (found.length === 0) {
    throw new UsageError(`Cannot find a host on this machine: name one of ${listHostNames()}`);
  }
  let failure: unknown;
  const outcomes = found.flatMap((each) => {
    try {
      return applyInstallation(installation, each);
    } catch (error) {
      failure = error;
      context.report(`${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  printOutcomes(installation, outcomes);
  const indexed = await index(installation);
  return failure === undefined ? indexed : { failure };
}

/** Installs or removes one host, all of it or nothing. */
function applyInstallation(installation: Installation, found: FoundHost): Outcome {
  const plan = planInstallation(installation, found.host);
  if (!installation.isDryRun) replaceHostFiles(plan.edits);
  return { ...found, plan };
}

function printOutcomes(installation: Installation, outcomes: readonly Outcome[]): void {
  const { isDryRun, isRemoval, caller, context } = installation;
  // A removal does not list parts that were not installed.
  const shown = isRemoval ? outcomes.filter(({ plan }) => hasInstalledPart(plan)) : outcomes;
  if (caller.has("json")) context.printJson({ hosts: shown.map(toJsonOutcome) });
  else {
    const blocks = shown.map(({ plan, signs }) => renderHostPlan(plan, { signs, isDryRun }));
    context.print(blocks.join("\n"));
  }
  if (shown.length === 0) context.report("dossier is not installed: nothing to remove");
  const sentences = shown.flatMap(({ plan }) => [
    ...listUnchangedNotes(plan),
    ...(isRemoval ? [] : plan.parts.flatMap(({ file }) => file.trust?.advice ?? [])),
  ]);
  for (const sentence of sentences) context.report(escapeControls(sentence));
  if (!isRemoval) printStartNotes(installation, outcomes);
}

function hasInstalledPart({ parts }: HostPlan): boolean {
  return parts.some(({ outcome }) => outcome !== "absent");
}

function toJsonOutcome({ plan: { host, parts }, signs }: Outcome): unknown {
  const described = parts.map(({ file: { part, label }, path, outcome, text }) => ({
    part,
    label,
    path,
    outcome,
    text,
  }));
  return { host: host.name, signs, parts: described };
}

/** Prints how hosts start the program, when that needs an action of the user. */
function printStartNotes(installation: Installation, outcomes: readonly Outcome[]): void {
  const { program, executable, main, context } = installation;
  const scopes = new Set(outcomes.flatMap(({ host }) => listScopes(installation, host)));
  if (scopes.has("project")) {
    const mine = program === undefined ? `. It is missing on yours: install it, or use --user` : "";
    context.report(
      `The project's files start "${PROGRAM_NAME}" by name instead of by path, so that they ` +
        `can be committed: each user of them needs it on PATH${mine}`,
    );
  }
  if (!scopes.has("user")) return;
  if (
    installation.lacksProgramName && outcomes.some(({ plan }) => plan.host.scopes[0] !== "user")
  ) {
    context.report(
      `Your user files are used, for all projects, as "${PROGRAM_NAME}" is not on PATH, by ` +
        "which files of a project start it",
    );
  }
  const fleeting = findInNpmCache(executable, main);
  if (fleeting === undefined) return;
  context.report(
    `"${escapeControls(fleeting)}" is deleted with the cache of npm: ` +
      "install Deno permanently and run this again with it",
  );
}

/** Indexes the served trees. */
async function index(
  { caller, context, roots, isDryRun, isRemoval, isProject }: Installation,
): Promise<CommandResult> {
  if (isRemoval || caller.has("no-index")) return "done";
  let isStopped = false;
  for (const { path } of roots) {
    if (!isProject) context.report("Nothing is indexed as this folder is not a project");
    else if (isDryRun) {
      context.report(`The index of "${escapeControls(path)}" would be brought up to date`);
    } else if (await context.indexTree(path)) isStopped = true;
  }
  return isStopped ? "stopped" : "done";
}
