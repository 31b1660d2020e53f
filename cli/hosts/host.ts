import { findHookHost } from "@dossier/core/host";
import { UsageError } from "../arguments/command.ts";
import type { HostPlace } from "../input/invoked_place.ts";
import { type ConfigFormat, type HostEntry, isRecord } from "./config_format.ts";
import {
  copilotInstructionsEntry,
  cursorRuleEntry,
  GUIDE_FORMAT,
  skillEntry,
} from "./guide_format.ts";
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
import { JSON_FORMAT, OPENCODE_FORMAT } from "./json_format.ts";
import { readToml, TOML_FORMAT } from "./toml_format.ts";

/** Whose configuration is meant: that of one project, or the user's for all. */
export type HostScope = "project" | "user";

/** What a host can be told: where the MCP server is, what to run at its events, when to use it. */
export type HostPart = "mcp" | "hooks" | "skill";

/** All parts, in the order in which they are entered. */
export const HOST_PARTS: readonly HostPart[] = ["mcp", "hooks", "skill"];

/** A file of a host that a part of ours is in. */
export interface HostFile {
  readonly part: HostPart;
  readonly format: ConfigFormat;
  /**
   * Returns its absolute path.
   *
   * @throws {UsageError} When it is in a home that there is not.
   */
  path(scope: HostScope, place: HostPlace): string;
  /** Returns what it is to hold of ours. */
  entry(options: EntryOptions, scope: HostScope): HostEntry;
  /** Returns whether what it has under our name is ours. */
  isOwn(entry: HostEntry): boolean;
  /** Returns what an entry of ours starts. */
  starts(entry: HostEntry): readonly EntryParts[];
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
}

/** Where a file is in a project, and in the home; the same when the second is left out. */
type HostPaths = readonly [project: string, user?: string];

function pathOf([project, user = project]: HostPaths): HostFile["path"] {
  return (scope, place) =>
    scope === "project" ? `${place.project}/${project}` : inHome(user, place);
}

/** Returns the path of a file in the home, or in the folder that the user has in place of one there. */
function inHome(path: string, { home, codexHome, copilotHome }: HostPlace): string {
  const [folder = "", ...names] = path.split("/");
  const moved = new Map([[".codex", codexHome], [".copilot", copilotHome]]).get(folder);
  if (moved !== undefined) return [moved, ...names].join("/");
  if (home !== undefined && home !== "") return `${home}/${path}`;
  throw new UsageError("Cannot tell where the configuration is: set HOME");
}

function server(format: ConfigFormat, shape: ServerShape, ...paths: HostPaths): HostFile {
  const entry = (options: EntryOptions) => serverEntry(shape, options);
  const starts = (own: HostEntry) => [findEntryParts(own) ?? []].flat();
  return { part: "mcp", format, path: pathOf(paths), entry, isOwn: isOwnEntry, starts };
}

function hooks(
  name: string,
  shape: HookStart & Omit<HooksShape, "events">,
  ...paths: HostPaths
): HostFile {
  const host = findHookHost(name);
  if (host === undefined) throw new RangeError(`Cannot find the events of "${name}"`);
  // Those of the user run in any tree, whichever the MCP server serves.
  const entry = (options: EntryOptions, scope: HostScope) =>
    hookEntries(host, shape, scope === "user" ? { ...options, roots: [] } : options);
  const format = hooksFormat({ ...shape, events: host.events.map((event) => event.name) });
  return {
    part: "hooks",
    format,
    path: pathOf(paths),
    entry,
    isOwn: () => true,
    starts: listStarts,
  };
}

function guide(write: (scope: HostScope) => HostEntry, ...paths: HostPaths): HostFile {
  const entry = (_options: EntryOptions, scope: HostScope) => write(scope);
  const path = pathOf(paths);
  return { part: "skill", format: GUIDE_FORMAT, path, entry, isOwn: () => true, starts: () => [] };
}

/** Codex notes in the user's configuration which hooks the user has trusted, by their file and place in it. */
const CODEX_TRUST: HostTrust = {
  advice: "Codex runs hooks once you have trusted them: type /hooks in it",
  isGiven(path, place, read) {
    const text = read(inHome(".codex/config.toml", place));
    const { hooks } = text === undefined ? {} : readToml(text, "");
    const state = isRecord(hooks) && isRecord(hooks["state"]) ? hooks["state"] : {};
    return Object.keys(state).some((key) => key.startsWith(`${path}:`));
  },
};

const SHELL = { kind: "shell", isGrouped: true } as const;
const STDIO: ServerShape = { more: { type: "stdio" } };
const SKILL = "skills/dossier/SKILL.md";

/** The hosts that can be told of the program. */
export const HOSTS: readonly Host[] = [
  {
    name: "claude-code",
    label: "Claude Code",
    scopes: ["project", "user"],
    files: [
      server(JSON_FORMAT, STDIO, ".mcp.json", ".claude.json"),
      hooks(
        "claude-code",
        { kind: "program", key: "command", isGrouped: true },
        ".claude/settings.json",
      ),
      guide(skillEntry, `.claude/${SKILL}`),
    ],
  },
  {
    name: "codex",
    label: "Codex",
    scopes: ["user", "project"],
    files: [
      server(TOML_FORMAT, { more: {} }, ".codex/config.toml"),
      { ...hooks("codex", SHELL, ".codex/hooks.json"), trust: CODEX_TRUST },
      guide(skillEntry, `.agents/${SKILL}`),
    ],
  },
  {
    name: "cursor",
    label: "Cursor",
    scopes: ["project", "user"],
    files: [
      server(JSON_FORMAT, STDIO, ".cursor/mcp.json"),
      hooks("cursor", { kind: "shell", isGrouped: false, version: 1 }, ".cursor/hooks.json"),
      guide(
        (scope) => scope === "project" ? cursorRuleEntry() : skillEntry(),
        ".cursor/rules/dossier.mdc",
        `.cursor/${SKILL}`,
      ),
    ],
  },
  {
    name: "copilot",
    label: "GitHub Copilot",
    scopes: ["project", "user"],
    files: [
      server(
        JSON_FORMAT,
        { more: { type: "local", tools: ["*"] } },
        ".github/mcp.json",
        ".copilot/mcp-config.json",
      ),
      hooks(
        "copilot",
        { kind: "program", key: "exec", isGrouped: false, version: 1 },
        ".github/hooks/dossier.json",
        ".copilot/hooks/dossier.json",
      ),
      guide(
        copilotInstructionsEntry,
        ".github/instructions/dossier.instructions.md",
        ".copilot/instructions/dossier.instructions.md",
      ),
    ],
  },
  {
    name: "gemini",
    label: "Gemini CLI",
    scopes: ["project", "user"],
    files: [
      server(JSON_FORMAT, { more: {} }, ".gemini/settings.json"),
      hooks("gemini", SHELL, ".gemini/settings.json"),
      guide(skillEntry, `.gemini/${SKILL}`),
    ],
  },
  {
    name: "opencode",
    label: "OpenCode",
    scopes: ["project", "user"],
    files: [
      server(
        OPENCODE_FORMAT,
        { more: { type: "local", enabled: true }, isList: true },
        "opencode.json",
        ".config/opencode/opencode.json",
      ),
      guide(skillEntry, `.opencode/${SKILL}`, `.config/opencode/${SKILL}`),
    ],
  },
];

/**
 * Returns the host that the user names.
 *
 * @throws {UsageError} When there is no such host.
 */
export function findHost(name: string | undefined): Host {
  const host = HOSTS.find((each) => each.name === name);
  if (host !== undefined) return host;
  const names = HOSTS.map((each) => each.name).join(", ");
  throw new UsageError(
    name === undefined
      ? `Cannot tell which host is meant: name one of ${names}`
      : `Cannot enter dossier for "${name}" as there is no such host: there are ${names}`,
  );
}
