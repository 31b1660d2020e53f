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

/** Which hosts are told of dossier, and whether what they are told still holds. */
export const HOSTS_CHECK: TreeCheck = {
  name: "hosts",
  run: ({ root }) => Promise.resolve(examineHosts(hostPlace(root))),
};

/** Returns what each host is like that there may be in a place. */
export function examineHosts(where: HostPlace): readonly Finding[] {
  return HOST_SETUPS.flatMap((host) => examineHost(host, where));
}

/** Returns what each part of a host is like that is entered; one note when none is. */
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
    ...plugins.map((path) => `${host.label} has dossier as a plugin, by "${path}"`)
      .map((message) => ({ level: "ok", message } as const)),
    ...findings.filter((each) => each !== undefined),
  ];
  if (found.length === 0) {
    const mend = `${PROGRAM} install-host ${host.name} --dry-run`;
    return [{ level: "note", message: `${host.label} is not told of dossier`, mend }];
  }
  const hooked = once.filter(({ file }, at) => file.part === "hooks" && findings[at] !== undefined);
  const [first, second] = [...plugins, ...hooked.map(({ path }) => path)];
  if (second === undefined) return found;
  return [...found, {
    level: "warning",
    message: `${host.label} runs the hooks of "${first}" and of "${second}", at each event both`,
    mend: `${PROGRAM} install-host ${host.name} --hooks --remove --${hooked.at(-1)!.scope}`,
  }];
}

/** Returns the files by which a host has us as a plugin; none of those that can not be read. */
function listPlugins(host: HostSetup, where: HostPlace): readonly string[] {
  try {
    return host.listPlugins(where, readText);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [];
  }
}

/** A file of a host, and where it is. */
interface PlacedFile {
  readonly host: HostSetup;
  readonly file: HostFile;
  readonly scope: HostScope;
  readonly path: string;
}

/** Returns what a part is like; undefined where it is not. */
function examineFile(place: PlacedFile, where: HostPlace): Finding | undefined {
  const { host, file, path } = place;
  try {
    const text = readText(path);
    const entry = text === undefined ? undefined : file.format.find(text, `"${path}"`);
    if (entry === undefined) return undefined;
    const said = `${host.label} has the ${file.label} in "${path}"`;
    const ownership = file.ownership(entry);
    if (ownership === "foreign") {
      const mend = `rename or remove it, then ${PROGRAM} install-host ${host.name}`;
      return { level: "warning", message: `"${path}": ${file.format.foreign}`, mend };
    }
    if (ownership === "changed") {
      const message = `${said}, changed by hand: it is neither renewed nor removed`;
      return { level: "note", message };
    }
    for (const parts of file.starts(entry)) {
      const wrong = findWrong(parts, place, where.project);
      if (wrong !== undefined) {
        return { level: "warning", ...wrong, message: `${said} that ${wrong.message}` };
      }
    }
    const { trust } = file;
    return trust === undefined || trust.isGiven(path, where, readText)
      ? { level: "ok", message: said }
      : { level: "note", message: `${said}: ${trust.advice}` };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { level: "warning", message: error.message };
  }
}

/** How a host writes the folder of its project. */
const FOLDER_REGEXP = /^\$\{\w+\}$/;

/** Returns what an entry does that does not lead to answers about the tree at `root`, and what helps. */
function findWrong(
  { command, main, roots }: EntryParts,
  { host: { name, scopes }, file: { part }, scope }: PlacedFile,
  root: string,
): Pick<Finding, "message" | "mend"> | undefined {
  const anew = `${PROGRAM} install-host ${name} --${part}`;
  const isByName = command === PROGRAM_NAME;
  const isThere = command.includes("/") ? exists(command) : findProgram(command) !== undefined;
  const missing = isThere ? [] : [command];
  if (main !== undefined && !exists(main)) missing.push(main);
  if (isByName && !isThere) {
    const message = `can not start as there is no "${command}" on PATH`;
    return { message, mend: `install it as docs/install.md says, or ${anew} --user` };
  }
  const mend = scope === scopes[0] ? anew : `${anew} --${scope}`;
  if (missing.length > 0) {
    return { message: `can not start as there is no "${missing.join('", "')}"`, mend };
  }
  const isServed = roots.length === 0 ||
    roots.some((written) =>
      FOLDER_REGEXP.test(written) || realPath(resolve(root, written)) === root
    );
  if (isServed) return undefined;
  return { message: `serves "${roots.join('", "')}" and not this folder`, mend };
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
