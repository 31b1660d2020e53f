import { fileURLToPath } from "node:url";
import { findRoot } from "@dossier/retrieval/root";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { calledFrom, type HostPlace, hostPlace } from "../input/invoked_place.ts";
import { invokedRoots } from "../input/served_roots.ts";
import { escapeControls, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";
import type { HostEntry } from "../hosts/config_format.ts";
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
  const place = hostPlace(isGiven ? invoked[0]!.path : findRoot(calledFrom()));
  // Links are followed before anything is written, so that what may be written is without them.
  const roots = (isGiven || scope === "project" ? invoked : [])
    .map(({ name, path }) => ({ name, path: Deno.realPathSync(path) }));
  const main = Deno.build.standalone ? undefined : fileURLToPath(Deno.mainModule);
  const executable = Deno.execPath();
  const isDryRun = invocation.has("dry-run");
  const isRemoval = invocation.has("remove");
  const entries = files.map((file) => file.entry({ executable, main, roots, cache }, scope));
  const parts = files.map((file, index) => ({ ...file, entry: entries[index]! }));
  const plans = planFiles(parts, { scope, place, isRemoval });
  // Nothing is written before all can be.
  if (!isDryRun) { for (const plan of plans) plan.write(); }
  if (!isRemoval) printResult(parts.map((part) => part.format.render(part.entry)).join("\n"));
  for (const { path, names, outcomes } of plans) {
    for (const [index, name] of names.entries()) {
      const said = OUTCOMES[outcomes[index]!][isDryRun ? 1 : 0].replace("%", name);
      printMessage(`dossier: ${said} ${escapeControls(path)}`);
    }
  }
  if (isRemoval) return Promise.resolve(SUCCESS);
  for (const { trust } of files) if (trust !== undefined) printMessage(`dossier: ${trust.advice}`);
  warnOfFleeting(findFleeting(executable, main));
  return Promise.resolve(SUCCESS);
}

/** Returns what becomes of each file that some parts are in. */
function planFiles(
  parts: readonly (Omit<HostFile, "entry"> & { readonly entry: HostEntry })[],
  { scope, place, isRemoval }: {
    readonly scope: HostScope;
    readonly place: HostPlace;
    readonly isRemoval: boolean;
  },
) {
  // What was entered last goes first, so that a file is left as it was.
  const ordered = isRemoval ? parts.toReversed() : parts;
  const where = scope === "project"
    ? { base: place.project, project: place.project }
    : { base: place.home };
  return [...Map.groupBy(ordered, (each) => each.path(scope, place))].map(([path, own]) => {
    const edits = own.map(({ format, isOwn, entry }) => ({
      ...{ format, isOwn },
      entry: isRemoval ? undefined : entry,
    }));
    const names = own.map(({ part }) => PART_NAMES[part]);
    return { path, names, ...planEdits(edits, { path, ...where }) };
  });
}

/** Says that the program may go away. */
function warnOfFleeting(fleeting: string | undefined): void {
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
