import type { JsonObject } from "@dossier/core/json";
import type { ReadHostLine } from "./transcript_line.ts";

/**
 * A program that runs agents, with all that is known about it. Fields that a host does not have are
 * absent.
 *
 * Paths are relative to a project; with `~/` in front, to the user's home.
 */
export interface Host {
  /** The name that the user types. */
  readonly name: string;
  readonly label: string;
  /**
   * Its folder in the home, such as `.codex`, and the environment variable that can replace the
   * path.
   */
  readonly folder?: { readonly name: string; readonly variable: string };
  /** The commands that it runs at the events of its sessions. */
  readonly hooks?: HostHooks;
  /** The tools that affect files, in lower case, by their effect. */
  readonly tools?: Readonly<Partial<Record<ToolKind, readonly string[]>>>;
  readonly instructions?: HostInstructions;
  /** The format of its transcripts, one JSON object a line. */
  readonly transcript?: HostTranscriptForm;
  /** Its own messages in the role of the user. */
  readonly ownMessages?: HostMessagePatterns;
  /** The sources of the current session's id. */
  readonly sessionSources?: HostSessionSources;
  /** The files of an installation of dossier. */
  readonly install: HostInstallation;
}

/** A moment of a session at which a host may run hooks, independent of the host's own names. */
export type HookMoment =
  | "session-start"
  | "prompt"
  | "before-tool"
  | "after-tool"
  | "stop"
  | "subagent-start"
  | "subagent-stop"
  | "before-compaction"
  | "after-compaction"
  | "session-end";

/** The format of a text for the agent in a reply. */
export type ReplyForm =
  /** Plain text on standard output. */
  | "text"
  /** As `hookSpecificOutput.additionalContext`, beside the name of the event. */
  | "nested"
  /** As the only key of a JSON object. */
  | "flat";

/** An event at which a host runs commands. */
export interface HostEvent {
  /** The host's name of the event. */
  readonly name: string;
  readonly moment: HookMoment;
  /** The format of the reply; absent when the event accepts no text. */
  readonly reply?: ReplyForm;
  /** Default time limit of the host, in seconds. */
  readonly timeoutSeconds: number;
  /**
   * The tools of the event, in the notation of the host's configuration; absent when every occasion
   * counts.
   */
  readonly matcher?: string;
  /**
   * True when dossier does not use the event, as a process there is not worth its cost. @default
   * false
   */
  readonly isUnused?: true;
}

/**
 * The limit of a hook's text; a host replaces a longer one by its start and the path of a file, or
 * drops it.
 */
export interface HookTextLimit {
  readonly count: number;
  readonly unit: "characters" | "bytes";
}

/** The hooks of a host. */
export interface HostHooks {
  readonly events: readonly HostEvent[];
  /** Absent when the host documents none. */
  readonly limit?: HookTextLimit;
  /** True when the host itself adds the rules for a file as soon as an agent reads the file. */
  readonly addsRulesOnRead: boolean;
  /** True when it sends the session to MCP servers, and the start and end of subagents to hooks. */
  readonly reportsSession?: true;
  /** The key of a line for the user; absent when it shows none. */
  readonly noticeKey?: string;
  /** The key of a text in a flat reply. */
  readonly flatKey?: string;
  /** The key and the unit of a time limit in its configuration. */
  readonly timeout: { readonly key: string; readonly unit: "seconds" | "milliseconds" };
  /**
   * Files with hooks of other programs, the more general first; absent when dossier does not read
   * them.
   */
  readonly files?: { readonly home: readonly string[]; readonly project: readonly string[] };
}

/**
 * The effect of a tool: `write` writes a whole file, and `script` is a program that may run
 * commands.
 */
export type ToolKind = "read" | "edit" | "write" | "search" | "run" | "script";

/** The key of a rule's front matter that lists its files. */
export type RuleForm = "paths" | "globs" | "applyTo";

/** A folder of rules, with its subfolders. */
export interface RuleFolder {
  readonly folder: string;
  /** Suffix of the names of its rules. */
  readonly suffix: string;
  readonly form: RuleForm;
  /** If true, folders below the root may have one as well. @default false */
  readonly isNested?: boolean;
}

/** The notes of a host about a project. */
export interface HostMemory {
  /**
   * Returns its file.
   *
   * @param root Absolute path of the project.
   */
  readonly path: (root: string) => string;
  /** Maximum number of lines and bytes of it that a session gets. */
  readonly lines: number;
  readonly bytes: number;
}

/**
 * The instruction files that a host reads. In a group of names, the first file that exists counts.
 */
export interface HostInstructions {
  /** Files of an administrator, absolute. */
  readonly managed?: readonly string[];
  /** Groups of the user's own files; the first one that is not empty counts. */
  readonly user?: readonly (readonly string[])[];
  readonly memory?: HostMemory;
  /** Groups that each folder may have, from the root to the leaf. */
  readonly folders: readonly (readonly string[])[];
  /** Files that only the root may have. */
  readonly root?: readonly string[];
  /** Further files of each folder, which are not shared with others. */
  readonly local?: readonly string[];
  /** If true, the folders above the root are read as well. @default false */
  readonly isAboveRoot?: boolean;
  readonly rules?: readonly RuleFolder[];
  /** Maximum number of imports in a chain from a file. @default 0, as `@path` is only text */
  readonly imports?: number;
  /** If true, HTML comments are removed. @default false */
  readonly hidesComments?: boolean;
  /**
   * Maximum number of bytes of all files of the project: later files are cut. Absent without a
   * limit.
   */
  readonly maxBytes?: number;
  /** Folders of skills, in order of precedence. @default `.agents/skills` */
  readonly skills?: readonly string[];
  /** True when its files come before those of other hosts. @default false */
  readonly isFirst?: true;
}

/** The format of transcripts. */
export interface HostTranscriptForm {
  /** Returns true for a line of the host. */
  readonly isHostLine: (line: JsonObject) => boolean;
  readonly read: ReadHostLine;
}

/** Patterns for the start of a host's own messages in the role of the user. */
export interface HostMessagePatterns {
  /** Instructions, an environment, or the output of a command. */
  readonly text: RegExp;
  /** A summary that replaces a conversation. */
  readonly summary: RegExp;
}

/** The sources of the current session's id. */
export interface HostSessionSources {
  /** The environment variable of servers that it starts. */
  readonly variable?: string;
  /** Returns the session in the `_meta` of an MCP tool call; undefined when there is none. */
  readonly readCall?: (meta: JsonObject) => CallingSession | undefined;
}

/** The caller of an MCP tool. */
export interface CallingSession {
  /** The host's id of the session; undefined when it sends none. */
  readonly id: string | undefined;
  /** True for a subagent, which does not share the context of its session. */
  readonly isSubagent: boolean;
}

/** The scope of a configuration: one project, or all projects of the user. */
export type HostScope = "project" | "user";

/** The paths of a file in a project, and in the home folder. */
export interface HostPaths {
  readonly project: string;
  /** Without `~/`. @default as in a project */
  readonly user?: string;
}

/** The files of an installation of dossier in a host. */
export interface HostInstallation {
  /** Its scopes, the default one first. */
  readonly scopes: readonly HostScope[];
  readonly server: ServerFile;
  readonly hooks?: HooksFile;
  /** Instructions for using dossier, in the format of the host. */
  readonly guide: GuideFile;
  /** A sub-agent that queries our server. */
  readonly agent?: AgentFile;
  /** Signs that the host is in use. */
  readonly signs: HostSigns;
  /** Its list of enabled plugins; absent for a host without plugins. */
  readonly plugins?: PluginFiles;
}

/**
 * The file with the MCP servers of a host, and the members of our entry beside the program and its
 * arguments.
 */
export interface ServerFile extends HostPaths {
  /**
   * The member of JSON that holds the servers. @default `mcpServers`; in TOML it is `mcp_servers`
   */
  readonly container?: string;
  /** The first members of a new file. */
  readonly head?: Readonly<Record<string, string>>;
  /** Further members of an entry. */
  readonly members: Readonly<Record<string, unknown>>;
  /** If true, the program and its arguments are one list. @default false */
  readonly isList?: boolean;
  /**
   * The placeholder for the project's folder, when the host may start the server in another one.
   */
  readonly folder?: string;
}

/** The file of a host with its hooks. */
export interface HooksFile extends HostPaths {
  /**
   * The key of the program, which is started with its arguments; absent when a shell runs a command
   * line.
   */
  readonly programKey?: "command" | "exec";
  /** True when hooks are in groups with a matcher. */
  readonly isGrouped: boolean;
  /** The `version` of a new file. */
  readonly version?: number;
  readonly trust?: HooksTrust;
}

/** The confirmation that a host needs before it runs hooks. */
export interface HooksTrust {
  /** A sentence for the user. */
  readonly advice: string;
  /** The file in the home folder that stores it. */
  readonly file: string;
  /**
   * Returns true when the parsed file confirms the hooks of another file, as far as that can be
   * read.
   */
  readonly isConfirmed: (settings: JsonObject, path: string) => boolean;
}

/** A text file that only dossier writes. */
export interface GuideFile extends HostPaths {
  /** Name that is shown to people. */
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

/** The text for a sub-agent. */
export interface AgentText {
  /** Description of the questions that it answers. */
  readonly description: string;
  /** The search tools of our server. */
  readonly tools: readonly string[];
  /** Prefix of the tools' names in the host. */
  readonly prefix?: string;
}

/** Signs that a host is in use on a machine. */
export interface HostSigns {
  /** Programs, by the names that a shell finds them under. */
  readonly programs: readonly string[];
  /** Files or folders in the home folder. */
  readonly home: readonly string[];
  /** Files or folders in a project. */
  readonly project: readonly string[];
}

/** The settings of a host with its enabled plugins. */
export interface PluginFiles {
  /** Path in a project and in the home folder. */
  readonly path: string;
  /** Returns true when parsed settings enable a plugin with a name, from any marketplace. */
  readonly isOn: (settings: JsonObject, name: string) => boolean;
}
