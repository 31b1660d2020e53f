import { fileURLToPath } from "node:url";
import { findRoot } from "@dossier/retrieval/root";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { calledFrom, hostPlace } from "../input/invoked_place.ts";
import { invokedRoots } from "../input/served_roots.ts";
import { escapeControls, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";
import { type EditOutcome, planEdits } from "../hosts/edit_config.ts";
import {
  findHost,
  type Host,
  HOST_PARTS,
  type HostFile,
  type HostPart,
  type HostScope,
} from "../hosts/host.ts";
import { findFleeting } from "../hosts/host_entry.ts";

/** What is said of a part for each outcome, and for one that would be. */
const OUTCOMES: Readonly<Record<EditOutcome, readonly [done: string, dry: string]>> = {
  added: ["Entered % in", "Would enter % in"],
  changed: ["Changed % in", "Would change % in"],
  unchanged: ["Kept % in", "Would keep % in"],
  removed: ["Removed % from", "Would remove % from"],
  absent: ["Nothing of % is in", "Nothing of % is in"],
};

/** What each part is called. */
const PART_NAMES: Readonly<Record<HostPart, string>> = {
  mcp: "the MCP server",
  hooks: "the hooks",
  skill: "the skill",
};

/**
 * Prints what a host needs to use this program: an MCP server, hooks and a skill; and merges it into the host's
 * files or takes it out.
 *
 * @throws {UsageError} For a host, a scope or a part that there is not, and for a file that can not be changed:
 * then all are left as they are.
 */
export function runInstallHost(invocation: Invocation): Promise<number> {
  const [name, ...others] = invocation.words;
  const host = findHost(others.length === 0 ? name : invocation.words.join(" "));
  const scope = invokedScope(invocation, host);
  const files = invokedFiles(invocation, host);
  const { roots: invoked, cache } = invokedRoots(invocation);
  const isGiven = invocation.values("root").length > 0;
  // What is to be served is the project, wherever that is said from.
  const project = isGiven ? invoked[0]!.path : findRoot(calledFrom());
  const place = hostPlace(project);
  // Links are followed before anything is written, so that what may be written is without them.
  const roots = (isGiven || scope === "project" ? invoked : [])
    .map(({ name, path }) => ({ name, path: Deno.realPathSync(path) }));
  const main = Deno.build.standalone ? undefined : fileURLToPath(Deno.mainModule);
  const executable = Deno.execPath();
  const options = { executable, main, roots, cache };
  const isDryRun = invocation.has("dry-run");
  const isRemoval = invocation.has("remove");
  // What was entered last goes first, so that a file is left as it was.
  const ordered = isRemoval ? files.toReversed() : files;
  const plans = [...Map.groupBy(ordered, (file) => file.path(scope, place))]
    .map(([path, parts]) => {
      const edits = parts.map(({ format, isOwn, entry }) => ({
        ...{ format, isOwn },
        entry: isRemoval ? undefined : entry(options, scope),
      }));
      const isProject = scope === "project";
      const where = {
        base: isProject ? project : place.home,
        project: isProject ? project : undefined,
      };
      return { path, parts, ...planEdits(edits, { path, ...where }) };
    });
  // Nothing is written before all can be.
  if (!isDryRun) { for (const plan of plans) plan.write(); }
  if (!isRemoval) {
    printResult(files.map(({ format, entry }) => format.render(entry(options, scope))).join("\n"));
  }
  for (const { path, parts, outcomes } of plans) {
    for (const [index, { part }] of parts.entries()) {
      const said = OUTCOMES[outcomes[index]!][isDryRun ? 1 : 0].replace("%", PART_NAMES[part]);
      printMessage(`dossier: ${said} ${escapeControls(path)}`);
    }
  }
  if (!isRemoval) printAdvice(host, files, findFleeting(executable, main));
  return Promise.resolve(SUCCESS);
}

/** Says what is left to the user. */
function printAdvice(
  { afterwards }: Host,
  files: readonly HostFile[],
  fleeting: string | undefined,
): void {
  for (const { part } of files) {
    const advice = afterwards?.[part];
    if (advice !== undefined) printMessage(`dossier: ${advice}`);
  }
  if (fleeting === undefined) return;
  printMessage(
    `dossier: "${escapeControls(fleeting)}" goes away with the cache of npm: ` +
      "install Deno for good and run this again with it",
  );
}

/** Returns the scope that the user means, or else the usual one. */
function invokedScope(invocation: Invocation, { scopes }: Host): HostScope {
  const named = (["project", "user"] as const).filter((scope) => invocation.has(scope));
  if (named.length > 1) throw new UsageError("Cannot use --project with --user: choose one");
  return named[0] ?? scopes[0]!;
}

/** Returns the files with the parts that the user means: all that the host has, unless some are named. */
function invokedFiles(invocation: Invocation, { label, files }: Host): readonly HostFile[] {
  const named = HOST_PARTS.filter((part) => invocation.has(part));
  const missing = named.find((part) => !files.some((file) => file.part === part));
  if (missing !== undefined) {
    const known = files.map(({ part }) => `--${part}`).join(", ");
    throw new UsageError(`Cannot use --${missing} as ${label} has no such part: it has ${known}`);
  }
  return named.length === 0 ? files : files.filter(({ part }) => named.includes(part));
}
