import { fileURLToPath } from "node:url";
import { findRoot } from "@dossier/retrieval/root";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { calledFrom, codexFolder } from "../input/invoked_place.ts";
import { invokedRoots } from "../input/served_roots.ts";
import { escapeControls, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";
import { editConfig, type EditOutcome } from "../hosts/edit_config.ts";
import { findHost, type Host, type HostScope } from "../hosts/host.ts";
import { findFleeting, hostEntry } from "../hosts/host_entry.ts";

/** What is said of each outcome, and of one that would be. */
const OUTCOMES: Readonly<Record<EditOutcome, readonly [done: string, dry: string]>> = {
  added: ["Entered in", "Would be entered in"],
  changed: ["Changed in", "Would be changed in"],
  unchanged: ["Already in", "Already in"],
  removed: ["Removed from", "Would be removed from"],
  absent: ["Not in", "Not in"],
};

/**
 * Prints the entry that a host needs to start this program over MCP, and merges it into the host's
 * configuration or takes it out.
 *
 * @throws {UsageError} For a host or a scope that there is not, and for a configuration that can not be
 * changed, which is left as it is.
 */
export function runInstallHost(invocation: Invocation): Promise<number> {
  const [name, ...others] = invocation.words;
  const host = findHost(others.length === 0 ? name : invocation.words.join(" "));
  const scope = toScope(invocation.value("scope"), host);
  const home = Deno.env.get("HOME");
  const { roots: invoked, cache } = invokedRoots(invocation);
  const isGiven = invocation.values("root").length > 0;
  // What is to be served is the project, wherever that is said from.
  const project = isGiven ? invoked[0]!.path : findRoot(calledFrom());
  const path = host.path(scope, { project, home, codexHome: codexFolder() });
  // Links are followed before anything is written, so that what may be written is without them.
  const roots = (isGiven || scope === "project" ? invoked : [])
    .map(({ name, path }) => ({ name, path: Deno.realPathSync(path) }));
  const main = Deno.build.standalone ? undefined : fileURLToPath(Deno.mainModule);
  const executable = Deno.execPath();
  const entry = hostEntry(host, { executable, main, roots, cache });
  const isDryRun = invocation.has("dry-run");
  const isRemoval = invocation.has("remove");
  const outcome = editConfig(host, {
    path,
    project: scope === "project" ? project : undefined,
    entry: isRemoval ? undefined : entry,
    isDryRun,
  });
  if (!isRemoval) printResult(host.format.render(entry));
  printMessage(`dossier: ${OUTCOMES[outcome][isDryRun ? 1 : 0]} ${escapeControls(path)}`);
  const fleeting = findFleeting(executable, main);
  if (!isRemoval && fleeting !== undefined) {
    printMessage(
      `dossier: "${escapeControls(fleeting)}" goes away with the cache of npm: ` +
        "install Deno for good and run this again with it",
    );
  }
  return Promise.resolve(SUCCESS);
}

function toScope(written: string | undefined, { label, scopes }: Host): HostScope {
  const scope = scopes.find((each) => each === (written ?? scopes[0]));
  if (scope !== undefined) return scope;
  throw new UsageError(
    `Cannot use "${written}" for --scope: ${label} has ${scopes.join(", ")} only`,
  );
}
