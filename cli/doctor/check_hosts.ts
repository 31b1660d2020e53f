import { readPlainText } from "@dossier/retrieval/files";
import { UsageError } from "../arguments/command.ts";
import { absolute } from "../input/invoked_place.ts";
import { type Host, HOSTS } from "../hosts/host.ts";
import { type EntryParts, findEntryParts } from "../hosts/host_entry.ts";
import type { Check, Patient } from "./patient.ts";
import type { Finding } from "@dossier/retrieval/health";
import { PROGRAM } from "@dossier/retrieval/program";

/** Which hosts start dossier. */
export const HOSTS_CHECK: Check = {
  name: "hosts",
  run: (patient) => Promise.resolve(HOSTS.map((host) => examine(host, patient))),
};

/** Returns whether a host has our entry in any of its configurations, that of the project first. */
function examine(host: Host, { root, home, codexHome }: Patient): Finding {
  const { label, scopes, name } = host;
  const install = `${PROGRAM} install-host ${name} --dry-run`;
  for (const scope of scopes) {
    if (scope === "user" && home === undefined) continue;
    const path = host.path(scope, { project: root, home: home ?? "", codexHome });
    try {
      const text = readText(path);
      const entry = text === undefined ? undefined : host.format.find(text, `"${path}"`);
      if (entry === undefined) continue;
      const parts = findEntryParts(entry);
      if (parts === undefined) {
        return { level: "warning", message: `"dossier" in "${path}" starts another program` };
      }
      const wrong = findWrong(parts, root);
      if (wrong === undefined) return { level: "ok", message: `${label} starts it, by "${path}"` };
      const mend = `${PROGRAM} install-host ${name}${
        scope === scopes[0] ? "" : ` --scope ${scope}`
      }`;
      return {
        level: "warning",
        message: `${label} has an entry in "${path}" that ${wrong}`,
        mend,
      };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { level: "warning", message: error.message };
    }
  }
  return { level: "note", message: `${label} is not told of dossier`, mend: install };
}

/** Returns what an entry does that does not lead to answers about the tree at `root`. */
function findWrong({ command, main, roots }: EntryParts, root: string): string | undefined {
  const missing = isThere(command) ? [] : [command];
  if (main !== undefined && !exists(main)) missing.push(main);
  if (missing.length > 0) return `can not start as there is no "${missing.join('", "')}"`;
  const isServed = roots.length === 0 ||
    roots.some((written) => realPath(absolute(written, root)) === root);
  return isServed ? undefined : `serves "${roots.join('", "')}" and not this folder`;
}

/** Returns whether a program is there: at its path, or under its name where the system looks for programs. */
function isThere(command: string): boolean {
  if (command.includes("/")) return exists(command);
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  return folders.some((folder) => exists(`${folder}/${command}`));
}

function exists(path: string): boolean {
  return realPath(path) !== undefined;
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (isMissing) return undefined;
    throw error;
  }
}

/** Returns the text of a file; undefined when there is none, or it is no file to be read. */
function readText(path: string): string | undefined {
  const read = readPlainText(path);
  return read.kind === "text" ? read.text : undefined;
}
