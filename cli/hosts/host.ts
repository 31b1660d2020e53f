import { UsageError } from "../arguments/command.ts";
import type { ConfigFormat } from "./config_format.ts";
import { JSON_FORMAT } from "./json_format.ts";
import { TOML_FORMAT } from "./toml_format.ts";

/** Whose configuration is meant: that of one project, or the user's for all. */
export type HostScope = "project" | "user";

/** Where configurations are. */
export interface HostPlace {
  readonly project: string;
  readonly home: string | undefined;
  /** Codex's own folder, where it is not in the home. */
  readonly codexHome?: string | undefined;
}

/** A program that starts MCP servers for an agent. */
export interface Host {
  /** What the user types. */
  readonly name: string;
  readonly label: string;
  readonly format: ConfigFormat;
  /** Whether its entries say that they are spoken to on standard input and output. */
  readonly isTyped: boolean;
  /** The scopes that it has, the usual one first. */
  readonly scopes: readonly HostScope[];
  /** Name of the folder that its configuration alone may be in, and which is no use without it. */
  readonly ownFolder?: string;
  /**
   * Returns the absolute path of its configuration.
   *
   * @throws {UsageError} When it is in a home that there is not.
   */
  path(scope: HostScope, place: HostPlace): string;
}

/** The hosts that can be told of the program. */
export const HOSTS: readonly Host[] = [
  {
    name: "claude-code",
    label: "Claude Code",
    format: JSON_FORMAT,
    isTyped: true,
    scopes: ["project", "user"],
    path: (scope, place) =>
      scope === "project" ? `${place.project}/.mcp.json` : `${homeOf(place)}/.claude.json`,
  },
  {
    name: "codex",
    label: "Codex",
    format: TOML_FORMAT,
    isTyped: false,
    scopes: ["user"],
    path: (_scope, place) => `${place.codexHome ?? `${homeOf(place)}/.codex`}/config.toml`,
  },
  {
    name: "cursor",
    label: "Cursor",
    format: JSON_FORMAT,
    isTyped: true,
    scopes: ["project", "user"],
    ownFolder: ".cursor",
    path: (scope, place) =>
      `${scope === "project" ? place.project : homeOf(place)}/.cursor/mcp.json`,
  },
];

function homeOf({ home }: HostPlace): string {
  if (home !== undefined && home !== "") return home;
  throw new UsageError("Cannot tell where the configuration is: set HOME");
}

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
