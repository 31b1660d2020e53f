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
import { hookEntries, listStarts } from "./hook_entry.ts";
import { hooksFormat } from "./hooks_format.ts";
import {
  type EntryOptions,
  type EntryParts,
  findEntryParts,
  isOwnEntry,
  serverEntry,
} from "./host_entry.ts";
import { type HostPlace, inHome } from "../place/mod.ts";
import { jsonFormat } from "./json_format.ts";
import { readJson } from "./json_text.ts";
import { readToml, TOML_FORMAT } from "./toml_format.ts";

/** What a host can be told: where the MCP server is, what to run at its events, when to use it. */
export type HostPart = "mcp" | "hooks" | "skill";

/** All parts, in the order in which they are entered. */
export const HOST_PARTS: readonly HostPart[] = ["mcp", "hooks", "skill"];

/** Returns the text of a file; undefined when there is none. */
type ReadText = (path: string) => string | undefined;

/** A file of a host that a part of ours is in. */
export interface HostFile {
  readonly part: HostPart;
  /** What it is to people. */
  readonly label: string;
  readonly format: ConfigFormat;
  /**
   * Returns its absolute path.
   *
   * @throws {UsageError} When it is in a home that there is not.
   */
  path(scope: HostScope, place: HostPlace): string;
  /** Returns what it is to hold of ours. */
  entry(options: EntryOptions, scope: HostScope): HostEntry;
  /** Returns whose it is what it has under our name. */
  ownership(entry: HostEntry): Ownership;
  /** Returns what an entry of ours starts. */
  starts(entry: HostEntry): readonly EntryParts[];
  /** Whether it is of no use without our MCP server. @default false */
  readonly needsServer?: boolean;
  /** What the user has to do before the host goes by it. */
  readonly trust?: HostTrust;
}

/** What a host wants of the user before it goes by a file. */
export interface HostTrust {
  /** As a sentence. */
  readonly advice: string;
  /** Returns whether it is done, for all that can be told. */
  isGiven(path: string, place: HostPlace, read: ReadText): boolean;
}

/** A host, and the files by which it is told of this program. */
export interface HostSetup
  extends Pick<Host, "name" | "label">, Pick<HostInstallation, "scopes" | "signs"> {
  readonly files: readonly HostFile[];
  /** Returns the files that say that the host has us as a plugin, with all parts of ours. */
  listPlugins(place: HostPlace, read: ReadText): readonly string[];
}

/** The hosts that can be told of the program. */
export const HOST_SETUPS: readonly HostSetup[] = HOSTS.map((host) => ({
  name: host.name,
  label: host.label,
  scopes: host.install.scopes,
  signs: host.install.signs,
  files: listFiles(host),
  listPlugins: (place, read) => listPlugins(host, place, read),
}));

/** Returns what the user may type for a host, with commas between. */
export function listHostNames(): string {
  return HOSTS.map(({ name }) => name).join(", ");
}

/**
 * Returns the host that the user names.
 *
 * @throws {UsageError} When there is no such host.
 */
export function findHostSetup(name: string): HostSetup {
  const host = HOST_SETUPS.find((each) => each.name === name);
  if (host !== undefined) return host;
  throw new UsageError(
    `Cannot enter dossier for "${name}" as there is no such host: there are ${listHostNames()}`,
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
    // Those of the user run in any tree, whichever the MCP server serves.
    entry: (options, scope) =>
      hookEntries(name, hooks, {
        ...(scope === "user" ? { ...options, roots: [] } : options),
        file,
      }),
    ownership: () => "own",
    starts: listStarts,
    ...(trust === undefined ? {} : {
      trust: {
        advice: trust.advice,
        isGiven: (path, place, read) =>
          trust.isGiven(readSettings(inHome(trust.file, place), read), path),
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

/** Returns a file of text that is ours alone. */
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
    scope === "project" ? `${place.project}/${project}` : inHome(user, place);
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

/** Returns what a file of settings says; nothing when there is none. */
function readSettings(path: string, read: ReadText): JsonObject {
  const text = read(path);
  if (text === undefined) return {};
  const value: unknown = path.endsWith(".toml") ? readToml(text, "") : readJson(text, `"${path}"`);
  return isJsonObject(value) ? value : {};
}
