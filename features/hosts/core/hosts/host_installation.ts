import type { JsonObject } from "@dossier/core/json";

/** Whose configuration is meant: that of one project, or the user's for all. */
export type HostScope = "project" | "user";

/** Where a file is in a project, and in the home. */
export interface HostPaths {
  readonly project: string;
  /** Without `~/`. @default as in a project */
  readonly user?: string;
}

/** How a host is told of dossier. */
export interface HostInstallation {
  /** The scopes that it has, the usual one first. */
  readonly scopes: readonly HostScope[];
  readonly server: ServerFile;
  readonly hooks?: HooksFile;
  /** When to use dossier, as the host takes such texts. */
  readonly guide: GuideFile;
  /** A sub-agent that asks our server. */
  readonly agent?: AgentFile;
  /** What there is where it is used. */
  readonly signs: HostSigns;
  /** How it notes which plugins are on; absent for a host that takes none. */
  readonly plugins?: PluginFiles;
}

/** The file of a host with its MCP servers, and how our entry is written besides the program and its arguments. */
export interface ServerFile extends HostPaths {
  /** The member of JSON that holds the servers. @default `mcpServers`; of TOML it is `mcp_servers` */
  readonly container?: string;
  /** What a new file begins with. */
  readonly head?: Readonly<Record<string, string>>;
  /** What else an entry says. */
  readonly more: Readonly<Record<string, unknown>>;
  /** Whether the program and its arguments are one list. @default false */
  readonly isList?: boolean;
  /** How the host writes the folder of its project, where it may start the server in another one. */
  readonly folder?: string;
}

/** The file of a host with its hooks. */
export interface HooksFile extends HostPaths {
  /** The key of the program, which is started with its arguments; absent where a shell reads a line. */
  readonly programKey?: "command" | "exec";
  /** Whether hooks are in groups with a matcher. */
  readonly isGrouped: boolean;
  /** What a new file says under `version`. */
  readonly version?: number;
  readonly trust?: HooksTrust;
}

/** What a host wants of the user before it runs hooks. */
export interface HooksTrust {
  /** As a sentence. */
  readonly advice: string;
  /** The file of the home that notes it. */
  readonly file: string;
  /** Returns whether the parsed file says that the hooks of another are trusted, for all that can be told. */
  readonly isGiven: (settings: JsonObject, path: string) => boolean;
}

/** A file of text that is ours alone. */
export interface GuideFile extends HostPaths {
  /** What it is to people. */
  readonly label: string;
  /** Returns its front matter. @default that of a skill */
  readonly head?: (description: string, scope: HostScope) => GuideHead | undefined;
}

/** The file of a sub-agent. */
export interface AgentFile extends HostPaths {
  readonly head: (agent: AgentText) => GuideHead;
}

/** The members of a front matter, as they are written. */
export type GuideHead = Readonly<Record<string, string>>;

/** What a host is told of a sub-agent. */
export interface AgentText {
  /** When to hand a question to it. */
  readonly description: string;
  /** The tools of our server that find something. */
  readonly tools: readonly string[];
  /** What the host puts before the names of these. */
  readonly prefix?: string;
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

/** The settings of a host that say which plugins are switched on. */
export interface PluginFiles {
  /** In a project and in the home. */
  readonly path: string;
  /** Returns whether parsed settings switch on a plugin with a name, of any marketplace. */
  readonly isOn: (settings: JsonObject, name: string) => boolean;
}
