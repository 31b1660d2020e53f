import type { JsonObject } from "@dossier/core/json";
import type { ReadHostLine } from "./transcript_line.ts";

/**
 * A program that starts agents: all that is known of it. Whatever a host does not have is absent.
 *
 * Paths are relative to a project; with `~/` in front, to the user's home.
 */
export interface Host {
  /** What the user types. */
  readonly name: string;
  readonly label: string;
  /** Its folder in the home that a variable may move, such as `.codex`. */
  readonly folder?: { readonly name: string; readonly variable: string };
  /** The commands that it runs at the events of its sessions. */
  readonly hooks?: HostHooks;
  /** The tools that do something to files, in lower case, by what they do. */
  readonly tools?: Readonly<Partial<Record<ToolKind, readonly string[]>>>;
  readonly instructions?: HostInstructions;
  /** What it writes of its sessions, a line of JSON each. */
  readonly transcript?: HostTranscriptForm;
  /** What it writes in the place of the user. */
  readonly words?: HostWords;
  /** How it tells which session it is in. */
  readonly session?: HostSessionMarks;
  /** How it is told of dossier. */
  readonly install: HostInstallation;
}

/** When in a session something may be told, whatever a host calls it. */
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

/** How an event of a host takes a text for the agent. */
export type ReplyForm =
  /** As it is, on standard output. */
  | "text"
  /** As `hookSpecificOutput.additionalContext`, beside the name of the event. */
  | "nested"
  /** As the only key of a JSON object. */
  | "flat";

/** An event at which a host runs commands. */
export interface HostEvent {
  /** The host's own name of it. */
  readonly name: string;
  readonly moment: HookMoment;
  /** How a text gets to the agent; absent where none does. */
  readonly reply?: ReplyForm;
  /** Seconds after which the host stops waiting when its configuration does not say. */
  readonly waits: number;
  /** The tools at which it is, as the host's configuration names them; absent for all occasions. */
  readonly matcher?: string;
  /** Whether a command of ours is not worth a process there. @default false */
  readonly isLeftOut?: true;
}

/** Most that a host passes on of a text; of more it gives a beginning and the path of a file, or nothing. */
export interface HookTextLimit {
  readonly count: number;
  readonly unit: "characters" | "bytes";
}

/** How a host runs commands at the events of its sessions. */
export interface HostHooks {
  readonly events: readonly HostEvent[];
  /** Absent where the host documents none. */
  readonly limit?: HookTextLimit;
  /** Whether it gives the rules for some files by itself when one of these is read. */
  readonly givesRulesOnRead: boolean;
  /** Whether it tells MCP servers which session calls, and hooks when subagents begin and end. */
  readonly tellsSession?: true;
  /** The key of a line that the host shows the user; absent where it shows none. */
  readonly noticeKey?: string;
  /** The key of a text in a flat reply. */
  readonly flatKey?: string;
  /** How its configuration writes a time limit. */
  readonly timeout: { readonly key: string; readonly unit: "seconds" | "milliseconds" };
  /** Files with hooks of others, the more general first; absent where they are not read. */
  readonly files?: { readonly home: readonly string[]; readonly project: readonly string[] };
}

/** What a tool does: `write` gives all that a file is to hold, and `script` is a program that may run commands. */
export type ToolKind = "read" | "edit" | "write" | "search" | "run" | "script";

/** How the front matter of a rule says for which files it holds. */
export type RuleForm = "paths" | "globs" | "applyTo";

/** A folder whose files are rules, with the folders below it. */
export interface RuleFolder {
  readonly folder: string;
  /** How the names of its rules end. */
  readonly end: string;
  readonly form: RuleForm;
  /** Whether folders below the root may have one as well. @default false */
  readonly isNested?: boolean;
}

/** What a host has noted of a project. */
export interface HostMemory {
  /** Returns its file. @param root Absolute path of the project. */
  readonly path: (root: string) => string;
  /** How many lines and bytes of it a session is told. */
  readonly lines: number;
  readonly bytes: number;
}

/** Which instruction files a host reads. A group is a list of names of which the first one there is counts. */
export interface HostInstructions {
  /** Files that nobody but an administrator writes, absolute. */
  readonly managed?: readonly string[];
  /** Groups of the user's own files; of these the first one that says something counts. */
  readonly user?: readonly (readonly string[])[];
  readonly memory?: HostMemory;
  /** Groups that each folder may have, from the root to the leaf. */
  readonly folders: readonly (readonly string[])[];
  /** Files of the root alone. */
  readonly root?: readonly string[];
  /** Files that each folder may have beside those, which are not shared with others. */
  readonly local?: readonly string[];
  /** Whether the folders above the root are looked through as well. @default false */
  readonly isAboveRoot?: boolean;
  readonly rules?: readonly RuleFolder[];
  /** How many imports may lead on from a file. @default 0, as `@path` is only text */
  readonly imports?: number;
  /** Whether comments in HTML are taken out. @default false */
  readonly hidesComments?: boolean;
  /** Bytes of all files of the project that are given, the first come first; absent where there is no such limit. */
  readonly maxBytes?: number;
  /** Folders of skills, those first that go before others of the same name. @default `.agents/skills` */
  readonly skills?: readonly string[];
  /** Whether its files are given before those of other hosts, where those of all are. @default false */
  readonly isFirst?: true;
}

/** How a host writes transcripts. */
export interface HostTranscriptForm {
  /** Returns whether a line is one of the host. */
  readonly isOwn: (line: JsonObject) => boolean;
  readonly read: ReadHostLine;
}

/** What a host writes in the user's place, at the start of a message. */
export interface HostWords {
  /** Instructions, an environment, what a command said. */
  readonly text: RegExp;
  /** A summary in the place of a conversation. */
  readonly summary: RegExp;
}

/** How a host tells which session it is in. */
export interface HostSessionMarks {
  /** The variable of servers that it starts. */
  readonly variable?: string;
  /** Returns what the `_meta` of a call of an MCP tool says; undefined where that says nothing. */
  readonly readCall?: (meta: JsonObject) => CallingSession | undefined;
}

/** Who calls an MCP tool. */
export interface CallingSession {
  /** The host's id of the session; undefined where it does not say. */
  readonly id: string | undefined;
  /** Whether it is a subagent, which holds nothing of its session. */
  readonly isSubagent: boolean;
}

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
