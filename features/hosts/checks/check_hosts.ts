import { resolve } from "node:path";
import { readPlainText } from "@dossier/retrieval/files";
import { UsageError } from "@dossier/retrieval/operation";
import {
  type EntryParts,
  findProgram,
  HOST_SETUPS,
  type HostFile,
  type HostScope,
  type HostSetup,
  PROGRAM_NAME,
} from "../install/mod.ts";
import type { Finding, TreeCheck } from "@dossier/retrieval/health";
import { type HostPlace, hostPlace } from "../place/mod.ts";
import { PROGRAM } from "@dossier/retrieval/program";

/** Checks the hosts that dossier is installed in, and whether their entries still work. */
export const HOSTS_CHECK: TreeCheck = {
  name: "hosts",
  run: ({ root }) => Promise.resolve(examineHosts(hostPlace(root))),
};

/** Returns the state of each host in a place. */
export function examineHosts(where: HostPlace): readonly Finding[] {
  return HOST_SETUPS.flatMap((host) => examineHost(host, where));
}

/** Returns the state of each installed part of a host; one note when none is installed. */
function examineHost(host: HostSetup, where: HostPlace): readonly Finding[] {
  const places = host.files.flatMap((file) =>
    host.scopes.filter((scope) => scope === "project" || where.home !== undefined)
      .map((scope): PlacedFile => ({ host, file, scope, path: file.path(scope, where) }))
  );
  // The home may be the project.
  const once = places.filter(({ file, path }, at) =>
    places.findIndex((each) => each.file === file && each.path === path) === at
  );
  const findings = once.map((place) => examineFile(place, where));
  const plugins = listPlugins(host, where);
  const found = [
    ...plugins.map((path) => `${host.label} has dossier as a plugin, in "${path}"`)
      .map((message) => ({ level: "ok", message } as const)),
    ...findings.filter((each) => each !== undefined),
  ];
  if (found.length === 0) {
    const fix = `${PROGRAM} install-host ${host.name} --dry-run`;
    return [{ level: "note", message: `dossier is not installed in ${host.label}`, fix }];
  }
  const hooked = once.filter(({ file }, at) => file.part === "hooks" && findings[at] !== undefined);
  const [first, second] = [...plugins, ...hooked.map(({ path }) => path)];
  if (second === undefined) return found;
  return [...found, {
    level: "warning",
    message: `${host.label} runs the hooks of both "${first}" and "${second}" at each event`,
    fix: `${PROGRAM} install-host ${host.name} --hooks --remove --${hooked.at(-1)!.scope}`,
  }];
}

/**
 * Returns the files by which a host has dossier as a plugin; files that cannot be read are ignored.
 */
function listPlugins(host: HostSetup, where: HostPlace): readonly string[] {
  try {
    return host.listPlugins(where, readText);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [];
  }
}

/** A file of a host with its scope and path. */
interface PlacedFile {
  readonly host: HostSetup;
  readonly file: HostFile;
  readonly scope: HostScope;
  readonly path: string;
}

/** Returns the state of a part; undefined when it is not installed. */
function examineFile(place: PlacedFile, where: HostPlace): Finding | undefined {
  const { host, file, path } = place;
  try {
    const text = readText(path);
    const entry = text === undefined ? undefined : file.format.find(text, `"${path}"`);
    if (entry === undefined) return undefined;
    const statement = `${host.label} has the ${file.label} in "${path}"`;
    const ownership = file.ownership(entry);
    if (ownership === "foreign") {
      const fix = `rename or remove it, then ${PROGRAM} install-host ${host.name}`;
      return { level: "warning", message: `"${path}": ${file.format.foreign}`, fix };
    }
    if (ownership === "changed") {
      const message = `${statement}, changed by hand: it is neither updated nor removed`;
      return { level: "note", message };
    }
    for (const parts of file.starts(entry)) {
      const wrong = findEntryProblem(parts, place, where.project);
      if (wrong !== undefined) {
        return { level: "warning", ...wrong, message: `${statement} that ${wrong.message}` };
      }
    }
    const { trust } = file;
    return trust === undefined || trust.isConfirmed(path, where, readText)
      ? { level: "ok", message: statement }
      : { level: "note", message: `${statement}: ${trust.advice}` };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { level: "warning", message: error.message };
  }
}

/** The placeholder for the project's folder in a host's file. */
const FOLDER_REGEXP = /^\$\{\w+\}$/;

/** Returns the problem of an entry that does not serve the tree at `root`, with the fix. */
function findEntryProblem(
  { command, main, roots }: EntryParts,
  { host: { name, scopes }, file: { part }, scope }: PlacedFile,
  root: string,
): Pick<Finding, "message" | "fix"> | undefined {
  const anew = `${PROGRAM} install-host ${name} --${part}`;
  const isByName = command === PROGRAM_NAME;
  const isThere = command.includes("/") ? exists(command) : findProgram(command) !== undefined;
  const missing = isThere ? [] : [command];
  if (main !== undefined && !exists(main)) missing.push(main);
  if (isByName && !isThere) {
    const message = `cannot start as there is no "${command}" on PATH`;
    return { message, fix: `install it as docs/install.md says, or ${anew} --user` };
  }
  const fix = scope === scopes[0] ? anew : `${anew} --${scope}`;
  if (missing.length > 0) {
    return { message: `cannot start as there is no "${missing.join('", "')}"`, fix };
  }
  const isServed = roots.length === 0 ||
    roots.some((written) =>
      FOLDER_REGEXP.test(written) || realPath(resolve(root, written)) === root
    );
  if (isServed) return undefined;
  return { message: `serves "${roots.join('", "')}" and not this folder`, fix };
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

/** Returns the text of a file; undefined when it is missing or cannot be read as a file. */
function readText(path: string): string | undefined {
  const read = readPlainText(path);
  return read.kind === "text" ? read.text : undefined;
}
