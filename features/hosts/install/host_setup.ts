import { isJsonObject, type JsonObject } from "@dossier/core/json";
import { UsageError } from "@dossier/retrieval/operation";
import {
  type Host,
  type HostInstallation,
  type HostPaths,
  HOSTS,
  type HostScope,
} from "../core/hosts/mod.ts";
import { type ConfigFormat, ENTRY_NAME, type HostEntry, type Ownership } from "./config_format.ts";
import { GUIDE_FORMAT, guideOwnership } from "./guide_format.ts";
import { agentEntry, guideEntry } from "./guide_text.ts";
import { hookEntries, listStartedParts } from "./hook_entry.ts";
import { hooksFormat } from "./hooks_format.ts";
import {
  type EntryOptions,
  type EntryParts,
  findEntryParts,
  isOwnEntry,
  serverEntry,
} from "./host_entry.ts";
import { type HostPlace, resolveInHome } from "../place/mod.ts";
import { jsonFormat } from "./json_format.ts";
import { readJson } from "./json_text.ts";
import { readToml, TOML_FORMAT } from "./toml_format.ts";

/** A part of an installation: the MCP server, the hooks of events, or the guide. */
export type HostPart = "mcp" | "hooks" | "skill";

/** All parts, in the order of an installation. */
export const HOST_PARTS: readonly HostPart[] = ["mcp", "hooks", "skill"];

/** Returns the text of a file; undefined when it is missing. */
type ReadText = (path: string) => string | undefined;

/** A file of a host with a part of dossier. */
export interface HostFile {
  readonly part: HostPart;
  /** Name that is shown to people. */
  readonly label: string;
  readonly format: ConfigFormat;
  /**
   * Returns its absolute path.
   *
   * @throws {UsageError} When it is in a home folder that does not exist.
   */
  path(scope: HostScope, place: HostPlace): string;
  /** Returns the content of our entry. */
  entry(options: EntryOptions, scope: HostScope): HostEntry;
  /** Returns the owner of an entry under our name. */
  ownership(entry: HostEntry): Ownership;
  /** Returns the parts of an entry of dossier. */
  starts(entry: HostEntry): readonly EntryParts[];
  /** True when it is useless without our MCP server. @default false */
  readonly needsServer?: boolean;
  /** The confirmation that the host needs before it uses the file. */
  readonly trust?: HostTrust;
}

/** The confirmation of a file by the user. */
export interface HostTrust {
  /** A sentence for the user. */
  readonly advice: string;
  /** Returns true when the user has confirmed it, as far as that can be read. */
  isConfirmed(path: string, place: HostPlace, read: ReadText): boolean;
}

/** A host, with the files of an installation of this program. */
export interface HostSetup
  extends Pick<Host, "name" | "label">, Pick<HostInstallation, "scopes" | "signs"> {
  readonly files: readonly HostFile[];
  /** Returns the files by which the host has dossier as a plugin, with all parts. */
  listPlugins(place: HostPlace, read: ReadText): readonly string[];
}

/** The hosts that the program can be installed in. */
export const HOST_SETUPS: readonly HostSetup[] = HOSTS.map((host) => ({
  name: host.name,
  label: host.label,
  scopes: host.install.scopes,
  signs: host.install.signs,
  files: listFiles(host),
  listPlugins: (place, read) => listPlugins(host, place, read),
}));

/** Returns the names of hosts, separated by commas. */
export function listHostNames(): string {
  return HOSTS.map(({ name }) => name).join(", ");
}

/**
 * Returns the host with a name.
 *
 * @throws {UsageError} When there is no such host.
 */
export function findHostSetup(name: string): HostSetup {
  const host = HOST_SETUPS.find((each) => each.name === name);
  if (host !== undefined) return host;
  throw new UsageError(
    `Cannot install dossier in "${name}" as there is no such host: the hosts are ${listHostNames()}`,
  );
}

function listFiles(host: Host): readonly HostFile[] {
  const { install: { agent } } = host;
  return [
    serverFile(host),
    ...hooksFiles(host),
    guideFile(host),
    ...(agent === undefined ? [] : [{
      ...textFile(agent, () => agentEntry(agent)),
      label: "sub-agent",
      needsServer: true,
    }]),
  ];
}

function serverFile({ install: { server } }: Host): HostFile {
  const isToml = server.project.endsWith(".toml");
  return {
    part: "mcp",
    label: "MCP server",
    format: isToml ? TOML_FORMAT : jsonFormat(server),
    path: pathOf(server),
    entry: (options) => serverEntry(server, options),
    ownership: (found) => isOwnEntry(found) ? "own" : "foreign",
    starts: (own) => [findEntryParts(own) ?? []].flat(),
  };
}

function hooksFiles({ name, hooks, install: { hooks: file } }: Host): readonly HostFile[] {
  if (hooks === undefined || file === undefined) return [];
  const { trust } = file;
  return [{
    part: "hooks",
    label: "hooks",
    format: hooksFormat({ ...file, events: hooks.events.map((event) => event.name) }),
    path: pathOf(file),
    // The user's hooks run in any tree, regardless of the trees of the MCP server.
    entry: (options, scope) =>
      hookEntries(name, hooks, {
        ...(scope === "user" ? { ...options, roots: [] } : options),
        file,
      }),
    ownership: () => "own",
    starts: listStartedParts,
    ...(trust === undefined ? {} : {
      trust: {
        advice: trust.advice,
        isConfirmed: (path, place, read) =>
          trust.isConfirmed(readSettings(resolveInHome(trust.file, place), read), path),
      },
    }),
  }];
}

function guideFile({ install: { guide } }: Host): HostFile {
  return {
    ...textFile(guide, (options, scope) => guideEntry(guide, options, scope)),
    label: guide.label,
  };
}

/** Returns a text file that only dossier writes. */
function textFile(paths: HostPaths, entry: HostFile["entry"]): Omit<HostFile, "label"> {
  return {
    part: "skill",
    format: GUIDE_FORMAT,
    path: pathOf(paths),
    entry,
    ownership: guideOwnership,
    starts: () => [],
  };
}

function pathOf({ project, user = project }: HostPaths): HostFile["path"] {
  return (scope, place) =>
    scope === "project" ? `${place.project}/${project}` : resolveInHome(user, place);
}

function listPlugins(
  { install: { plugins } }: Host,
  { project, home }: HostPlace,
  read: ReadText,
): readonly string[] {
  if (plugins === undefined) return [];
  const folders = home === undefined ? [project] : [project, home];
  return folders.map((folder) => `${folder}/${plugins.path}`)
    .filter((path) => plugins.isOn(readSettings(path, read), ENTRY_NAME));
}

/** Returns the value of a settings file; empty when it is missing. */
function readSettings(path: string, read: ReadText): JsonObject {
  const text = read(path);
  if (text === undefined) return {};
  const value: unknown = path.endsWith(".toml") ? readToml(text, "") : readJson(text, `"${path}"`);
  return isJsonObject(value) ? value : {};
}
