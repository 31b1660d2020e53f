import { readPlainText } from "@dossier/retrieval/files";
import { UsageError } from "../arguments/command.ts";
import { absolute } from "../input/invoked_place.ts";
import { type Host, type HostFile, HOSTS, type HostScope } from "../hosts/host.ts";
import type { EntryParts } from "../hosts/host_entry.ts";
import type { Check, Patient } from "./patient.ts";
import type { Finding } from "@dossier/retrieval/health";
import { PROGRAM } from "@dossier/retrieval/program";

/** Which hosts are told of dossier, and whether what they are told still holds. */
export const HOSTS_CHECK: Check = {
  name: "hosts",
  run: (patient) => Promise.resolve(HOSTS.flatMap((host) => examine(host, patient))),
};

/** Returns what each part of a host is like that is entered; one note when none is. */
function examine(host: Host, patient: Patient): Finding[] {
  const { label, name, files } = host;
  const findings = files.flatMap((file) => examineFile(file, host, patient) ?? []);
  if (findings.length > 0) return findings;
  const mend = `${PROGRAM} install-host ${name} --dry-run`;
  return [{ level: "note", message: `${label} is not told of dossier`, mend }];
}

/** Returns what a part is like in the first scope that has it; undefined when none has. */
function examineFile(file: HostFile, host: Host, patient: Patient): Finding | undefined {
  for (const scope of host.scopes) {
    if (scope === "user" && patient.hosts.home === undefined) continue;
    const path = file.path(scope, patient.hosts);
    try {
      const text = readText(path);
      const entry = text === undefined ? undefined : file.format.find(text, `"${path}"`);
      if (entry === undefined) continue;
      if (!file.isOwn(entry)) {
        return { level: "warning", message: `"dossier" in "${path}" starts another program` };
      }
      const wrong = file.starts(entry).map((parts) => findWrong(parts, patient.root))
        .find((each) => each !== undefined);
      const said = `${host.label} has ${SAID[file.part]} in "${path}"`;
      if (wrong !== undefined) {
        const mend = mendOf(host, file, scope);
        return { level: "warning", message: `${said} that ${wrong}`, mend };
      }
      const { trust } = file;
      return trust === undefined || trust.isGiven(path, patient.hosts, readText)
        ? { level: "ok", message: said }
        : { level: "note", message: `${said}: ${trust.advice}` };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { level: "warning", message: error.message };
    }
  }
  return undefined;
}

/** What is said of a part. */
const SAID = { mcp: "the MCP server", hooks: "hooks", skill: "the skill" } as const;

function mendOf({ name, scopes }: Host, { part }: HostFile, scope: HostScope): string {
  const where = scope === scopes[0] ? "" : ` --${scope}`;
  return `${PROGRAM} install-host ${name} --${part}${where}`;
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
