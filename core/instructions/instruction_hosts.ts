import { splitLines } from "../text/split_lines.ts";
import { takeUtf8Start } from "../text/utf8.ts";

/** A host whose instruction files are known. */
export type InstructionHostName =
  | "claude-code"
  | "codex"
  | "cursor"
  | "copilot"
  | "gemini"
  | "opencode";

/** How the front matter of a rule says for which files it holds. */
export type RuleForm = "paths" | "globs" | "applyTo";

/** A folder whose files are rules, with the folders below it. */
export interface RuleFolder {
  /** Relative to the folder that it holds for, or with `~/` to the user's home. */
  readonly folder: string;
  /** How the names of its rules end. */
  readonly end: string;
  readonly form: RuleForm;
  /** Whether folders below the root may have one as well. @default false */
  readonly isNested?: boolean;
}

/**
 * Which instruction files a host reads, as data. A group is a list of names of which the first one there is counts.
 * `~/` stands for the user's home, and a path in front of which there is nothing is relative to a folder of the tree.
 */
export interface InstructionHost {
  readonly name: InstructionHostName;
  /** Files that nobody but an administrator writes, absolute. */
  readonly managed: readonly string[];
  /** Groups of the user's own files; of these the first one that says something counts. */
  readonly user: readonly (readonly string[])[];
  /** What the host has noted of a project, in its folder of the user's; `*` stands for {@link projectFolderName}. */
  readonly memory?: string;
  /** Groups that each folder may have, from the root to the leaf. */
  readonly folders: readonly (readonly string[])[];
  /** Files of the root alone. */
  readonly root: readonly string[];
  /** Files that each folder may have beside those, which are not shared with others. */
  readonly local: readonly string[];
  /** Whether the folders above the root are looked through as well. */
  readonly isAboveRoot: boolean;
  readonly rules: readonly RuleFolder[];
  /** How many imports may lead on from a file; 0 where `@path` is only text. */
  readonly imports: number;
  /** Whether comments in HTML are taken out. */
  readonly hidesComments: boolean;
  /** Bytes of all files of the project that are given, the first come first; absent where there is no such limit. */
  readonly maxBytes?: number;
  /** Folders of skills, those first that go before others of the same name. */
  readonly skills: readonly string[];
}

/** Bytes of a project's documents that Codex gives (`project_doc_max_bytes`). */
export const DEFAULT_INSTRUCTION_BYTES = 32 * 1024;

/** Imports that may lead to a file: Claude Code counts the first file as one of five (tried with 2.1.197). */
const CLAUDE_IMPORTS = 4;
const GEMINI_IMPORTS = 5;

const PLAIN = {
  ...{ managed: [], user: [], root: [], local: [], rules: [], skills: [".agents/skills"] },
  ...{ isAboveRoot: false, imports: 0, hidesComments: false },
} as const;

/**
 * The hosts, as their documentation of 2026 has them. Claude Code takes AGENTS.md where there is no CLAUDE.md since
 * 2.1.277; Codex is told of further names and of other markers by its settings.
 */
export const INSTRUCTION_HOSTS: readonly InstructionHost[] = [
  {
    ...PLAIN,
    name: "codex",
    user: [["~/.codex/AGENTS.override.md", "~/.codex/AGENTS.md"]],
    folders: [["AGENTS.override.md", "AGENTS.md"]],
    maxBytes: DEFAULT_INSTRUCTION_BYTES,
    skills: [
      ...[".agents/skills", ".codex/skills", "~/.agents/skills", "~/.codex/skills"],
      "/etc/codex/skills",
    ],
  },
  {
    ...PLAIN,
    name: "claude-code",
    managed: [
      "/etc/claude-code/CLAUDE.md",
      "/Library/Application Support/ClaudeCode/CLAUDE.md",
    ],
    user: [["~/.claude/CLAUDE.md"]],
    memory: "~/.claude/projects/*/memory/MEMORY.md",
    folders: [["CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md"]],
    local: ["CLAUDE.local.md"],
    isAboveRoot: true,
    rules: [
      { folder: "~/.claude/rules", end: ".md", form: "paths" },
      { folder: ".claude/rules", end: ".md", form: "paths" },
    ],
    imports: CLAUDE_IMPORTS,
    hidesComments: true,
    skills: ["~/.claude/skills", ".claude/skills"],
  },
  {
    ...PLAIN,
    name: "cursor",
    folders: [["AGENTS.md"]],
    root: [".cursorrules"],
    rules: [{ folder: ".cursor/rules", end: ".mdc", form: "globs", isNested: true }],
    skills: [".cursor/skills", ".agents/skills", "~/.cursor/skills"],
  },
  {
    ...PLAIN,
    name: "copilot",
    user: [["~/.copilot/copilot-instructions.md"]],
    folders: [["AGENTS.md"]],
    root: [".github/copilot-instructions.md"],
    rules: [{ folder: ".github/instructions", end: ".instructions.md", form: "applyTo" }],
    skills: [".github/skills", ".claude/skills", ".agents/skills", "~/.copilot/skills"],
  },
  {
    ...PLAIN,
    name: "gemini",
    user: [["~/.gemini/GEMINI.md"]],
    folders: [["GEMINI.md"]],
    imports: GEMINI_IMPORTS,
    skills: [".gemini/skills", ".agents/skills", "~/.gemini/skills"],
  },
  {
    ...PLAIN,
    name: "opencode",
    user: [["~/.config/opencode/AGENTS.md", "~/.claude/CLAUDE.md"]],
    folders: [["AGENTS.md", "CLAUDE.md"]],
    skills: [".opencode/skills", ".claude/skills", ".agents/skills", "~/.config/opencode/skills"],
  },
];

/** Returns the name that Claude Code gives to its folder for a project. @param root Absolute path of that. */
export function projectFolderName(root: string): string {
  return root.replaceAll(/[^A-Za-z0-9]/g, "-");
}

/** Lines and bytes that Claude Code loads of what it has noted (host-contracts.md §1.5). */
const MEMORY_LINES = 200;
const MEMORY_BYTES = 25 * 1024;

/** Returns what a session is told of a file of notes: its beginning. */
export function takeMemoryStart(text: string): string {
  const lines = splitLines(text);
  return takeUtf8Start(text.slice(0, lines.starts[MEMORY_LINES] ?? text.length), MEMORY_BYTES);
}

/** Returns the host with a name; undefined when there is none. */
export function findInstructionHost(name: string): InstructionHost | undefined {
  return INSTRUCTION_HOSTS.find((host) => host.name === name);
}
