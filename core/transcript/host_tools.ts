/**
 * Which files a call of a host's tool reads, edits or searches: one table for each host.
 *
 * @module
 */
import type { LineRange } from "../fragment/lines.ts";
import { present } from "../text/present.ts";
import type { FileAction, FileTouch, TranscriptHost } from "./transcript_event.ts";
import { listPatchTouches, listShellTouches } from "./shell_touches.ts";
import { type JsonObject, parseJsonObject } from "../policy/json_value.ts";
import { type JsonField, stringOf } from "./json_fields.ts";

/** How the files of a tool are told from its input. */
interface ToolRule {
  /**
   * `run`: a command of a shell; `script`: a program that runs such; `patch`: a text with the headers of
   * apply_patch.
   */
  readonly does: FileAction | "run" | "script" | "patch";
  /** JsonField with the path, the command or the patch. */
  readonly field: string;
  /** JsonField with the folder that paths of a command are relative to. */
  readonly folder?: string;
  /** JsonField with the first line that is read, 1-based; the number of lines is under `limit`. */
  readonly offset?: string;
}

/** Input fields as in `sdk-tools.d.ts` of @anthropic-ai/claude-code 2.1.197; older names as well. */
const CLAUDE_CODE_TOOLS: ReadonlyMap<string, ToolRule> = new Map<string, ToolRule>([
  ["Read", { does: "read", field: "file_path", offset: "offset" }],
  ["NotebookRead", { does: "read", field: "notebook_path" }],
  ["Edit", { does: "edit", field: "file_path" }],
  ["MultiEdit", { does: "edit", field: "file_path" }],
  ["Write", { does: "edit", field: "file_path" }],
  ["NotebookEdit", { does: "edit", field: "notebook_path" }],
  ["Grep", { does: "search", field: "path" }],
  ["Glob", { does: "search", field: "path" }],
  ["LS", { does: "search", field: "path" }],
  ["Bash", { does: "run", field: "command" }],
]);

/** Tools that @openai/codex 0.169.0 offers to a model, and those of earlier versions. */
const CODEX_TOOLS: ReadonlyMap<string, ToolRule> = new Map<string, ToolRule>([
  ["exec_command", { does: "run", field: "cmd", folder: "workdir" }],
  ["shell", { does: "run", field: "command", folder: "workdir" }],
  ["container.exec", { does: "run", field: "command", folder: "workdir" }],
  ["shell_command", { does: "run", field: "command", folder: "workdir" }],
  ["local_shell", { does: "run", field: "command", folder: "working_directory" }],
  ["exec", { does: "script", field: "input" }],
  ["apply_patch", { does: "patch", field: "input" }],
  ["read_file", { does: "read", field: "file_path", offset: "offset" }],
  ["view_image", { does: "read", field: "path" }],
  ["grep_files", { does: "search", field: "path" }],
  ["list_dir", { does: "search", field: "dir_path" }],
]);

const TOOLS: Readonly<Record<TranscriptHost, ReadonlyMap<string, ToolRule>>> = {
  "claude-code": CLAUDE_CODE_TOOLS,
  codex: CODEX_TOOLS,
};

/** The command in a call of a program's `tools.exec_command({ cmd: "…" })`. */
const COMMAND_REGEXP = /\bcmd\s*:\s*("(?:\\.|[^"\\])*"|`[^`]*`)/g;

/** Tools of a server of dossier, under whatever name it is entered: `mcp__dossier__context`. */
const OWN_TOOL_REGEXP = /^mcp__[^_]*dossier.*?__(\w+)$/;
/** Those whose answer is a bundle. */
const GIVING_TOOLS: ReadonlySet<string | undefined> = new Set(["context", "need"]);
const OWN_READING: ToolRule = { does: "read", field: "path" };
const OWN_SEARCHING: ToolRule = { does: "search", field: "path" };

/** Returns whether a tool is one of dossier's own whose output is context that it gives. */
export function isGivingTool(tool: string): boolean {
  return GIVING_TOOLS.has(OWN_TOOL_REGEXP.exec(tool)?.[1]);
}

/** What a tool of dossier has answered with. */
interface OwnAnswer {
  readonly text: string;
  /** Of the file that it read. */
  readonly lines?: LineRange;
}

/**
 * Returns the answer of a tool of dossier, which hosts keep as a line of JSON with words of their own around;
 * undefined for other tools and what is none.
 */
export function readOwnAnswer(tool: string, output: string): OwnAnswer | undefined {
  if (!OWN_TOOL_REGEXP.test(tool)) return undefined;
  for (const line of output.split("\n")) {
    const { text, startLine, endLine } = line.startsWith("{") ? parseJsonObject(line) ?? {} : {};
    if (typeof text !== "string") continue;
    return typeof startLine === "number" && typeof endLine === "number"
      ? { text, lines: { startLine, endLine } }
      : { text };
  }
  return undefined;
}

/** Returns whether a tool runs commands, of which some may have worked when the last one failed. */
export function isShellTool(host: TranscriptHost, tool: string): boolean {
  const does = TOOLS[host].get(tool)?.does;
  return does === "run" || does === "script";
}

/**
 * Returns the files that a call is about, with their paths as they are written there; none for tools that
 * are not in the table of the host.
 *
 * @param tool Its name.
 * @param input What it was called with.
 */
export function listTouches(
  host: TranscriptHost,
  tool: string,
  input: JsonObject,
): readonly FileTouch[] {
  const rule = findRule(host, tool);
  if (rule === undefined) return [];
  const value = input[rule.field];
  switch (rule.does) {
    case "run": {
      const folder = rule.folder === undefined ? undefined : stringOf(input[rule.folder]);
      return listShellTouches(commandOf(value), folder);
    }
    case "script": {
      const script = stringOf(value) ?? "";
      const commands = [...script.matchAll(COMMAND_REGEXP)].map(([, text]) => readLiteral(text!));
      return [script, ...commands].flatMap((text, at) =>
        at === 0 ? listPatchTouches(text) : listShellTouches(text)
      );
    }
    case "patch":
      return listPatchTouches(stringOf(value) ?? "");
    case "search":
      return [{ path: stringOf(value) ?? ".", action: "search" }];
    default: {
      const path = stringOf(value);
      if (path === undefined) return [];
      const lines = rule.offset === undefined
        ? undefined
        : linesOf(input[rule.offset], input["limit"]);
      return [present({ path, action: rule.does, lines })];
    }
  }
}

/** Returns the command of a text, or of the words that a program is started with. */
function commandOf(value: JsonField): string {
  if (!Array.isArray(value)) return stringOf(value) ?? "";
  const words = value.filter((word) => typeof word === "string");
  const [, flag, script] = words;
  // As in `bash -lc SCRIPT`.
  return flag?.startsWith("-") && flag.endsWith("c") && script !== undefined
    ? script
    : words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}

/** Returns the text of a literal of JavaScript. */
function readLiteral(literal: string): string {
  return stringOf(parseJsonObject(`{"text":${literal}}`)?.["text"]) ?? literal.slice(1, -1);
}

function linesOf(offset: JsonField, limit: JsonField) {
  if (typeof offset !== "number" && typeof limit !== "number") return undefined;
  const startLine = typeof offset === "number" ? Math.max(1, offset) : 1;
  return { startLine, endLine: typeof limit === "number" ? startLine + limit - 1 : Infinity };
}

function findRule(host: TranscriptHost, tool: string): ToolRule | undefined {
  const [, own] = OWN_TOOL_REGEXP.exec(tool) ?? [];
  if (own === undefined) return TOOLS[host].get(tool);
  if (GIVING_TOOLS.has(own)) return undefined;
  return own === "read" ? OWN_READING : OWN_SEARCHING;
}
