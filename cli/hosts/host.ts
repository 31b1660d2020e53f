import { findHookHost } from "@dossier/core/host";
import { UsageError } from "@dossier/retrieval/operation";
import type { HostPlace } from "../input/invoked_place.ts";
import type { ConfigFormat, HostEntry, Ownership } from "./config_format.ts";
import { GUIDE_FORMAT, guideOwnership } from "./guide_format.ts";
import { hookEntries, type HookStart, listStarts } from "./hook_entry.ts";
import { hooksFormat, type HooksShape } from "./hooks_format.ts";
import {
  type EntryOptions,
  type EntryParts,
  findEntryParts,
  isOwnEntry,
  serverEntry,
  type ServerShape,
} from "./host_entry.ts";

/** Whose configuration is meant: that of one project, or the user's for all. */
export type HostScope = "project" | "user";

/** What a host can be told: where the MCP server is, what to run at its events, when to use it. */
export type HostPart = "mcp" | "hooks" | "skill";

/** All parts, in the order in which they are entered. */
export const HOST_PARTS: readonly HostPart[] = ["mcp", "hooks", "skill"];

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
  /**
   * Returns whether it is done, for all that can be told.
   *
   * @param read Returns the text of a file; undefined when there is none.
   */
  isGiven(
    path: string,
    place: HostPlace,
    read: (path: string) => string | undefined,
  ): boolean;
}

/** A program that starts agents, and can be told of this one. */
export interface Host {
  /** What the user types. */
  readonly name: string;
  readonly label: string;
  /** The scopes that it has, the usual one first. */
  readonly scopes: readonly HostScope[];
  readonly files: readonly HostFile[];
  /** What there is where it is used. */
  readonly signs: HostSigns;
  /**
   * Returns the files that say that it has us as a plugin, with all parts of ours; absent for a host that takes none.
   *
   * @param read Returns the text of a file; undefined when there is none.
   */
  listPlugins?(place: HostPlace, read: (path: string) => string | undefined): readonly string[];
}

/** What there is on a machine where a host is used. */
export interface HostSigns {
  /** Programs, by the names that a shell finds them under. */
  readonly programs: readonly string[];
  /** Files or folders in the home. */
  readonly home: readonly string[];
  /** Files or folders in a project. */
  readonly project: readonly string[];
}

/** Where a file is in a project, and in the home; the same when the second is left out. */
type HostPaths = readonly [project: string, user?: string];

function pathOf([project, user = project]: HostPaths): HostFile["path"] {
  return (scope, place) =>
    scope === "project" ? `${place.project}/${project}` : inHome(user, place);
}

/** Returns the path of what is in the home, or in the folder that the user has in place of one there. */
export function inHome(path: string, { home, codexHome, copilotHome }: HostPlace): string {
  const [folder = "", ...names] = path.split("/");
  const moved = new Map([[".codex", codexHome], [".copilot", copilotHome]]).get(folder);
  if (moved !== undefined) return [moved, ...names].join("/");
  if (home !== undefined && home !== "") return `${home}/${path}`;
  throw new UsageError("Cannot tell where the configuration is: set HOME");
}

/** Returns the file of a host with its MCP servers. */
export function serverFile(
  format: ConfigFormat,
  shape: ServerShape,
  ...paths: HostPaths
): HostFile {
  return {
    ...{ part: "mcp", label: "MCP server", format, path: pathOf(paths) },
    entry: (options) => serverEntry(shape, options),
    ownership: (found) => isOwnEntry(found) ? "own" : "foreign",
    starts: (own) => [findEntryParts(own) ?? []].flat(),
  };
}

/** How a host starts hooks, and how its file has them. */
export type HooksFileShape = HookStart & Omit<HooksShape, "events">;

/** Returns the file of a host with its hooks. */
export function hooksFile(name: string, shape: HooksFileShape, ...paths: HostPaths): HostFile {
  const host = findHookHost(name);
  if (host === undefined) throw new RangeError(`Cannot find the events of "${name}"`);
  return {
    ...{ part: "hooks", label: "hooks", path: pathOf(paths) },
    format: hooksFormat({ ...shape, events: host.events.map((event) => event.name) }),
    // Those of the user run in any tree, whichever the MCP server serves.
    entry: (options, scope) =>
      hookEntries(host, shape, scope === "user" ? { ...options, roots: [] } : options),
    ownership: () => "own",
    starts: listStarts,
  };
}

/** Returns a file of text that is ours alone. */
export function guideFile(
  label: string,
  entry: (options: EntryOptions, scope: HostScope) => HostEntry,
  ...paths: HostPaths
): HostFile {
  return {
    ...{ part: "skill", label, format: GUIDE_FORMAT, path: pathOf(paths), entry },
    ...{ ownership: guideOwnership, starts: () => [] },
  };
}

/** Returns the file of a sub-agent, which asks our server. */
export function agentFile(entry: () => HostEntry, ...paths: HostPaths): HostFile {
  return { ...guideFile("sub-agent", entry, ...paths), needsServer: true };
}
