import { type JsonObject, type JsonValue, toJsonText } from "@dossier/core/json";
import type { Host } from "./host.ts";
import {
  type HostLine,
  type HostRecord,
  itemsOf,
  type JsonField,
  numberOf,
  objectOf,
  type ReadHostLine,
  stringOf,
  stringsOf,
} from "./transcript_line.ts";

const SETTINGS = ".claude/settings.json";

/** The tools that change files, and those that read or search them. */
const WRITING_TOOLS = "Edit|MultiEdit|Write|NotebookEdit";
const FILE_TOOLS = `Read|${WRITING_TOOLS}|Bash|Grep|Glob`;

/**
 * Claude Code, by its hooks reference of August 2026 (2.1.240). `PreCompact` and `PostCompact`
 * accept no text, and the model sees the command line of each hook at them, regardless of its
 * output (tried with 2.1.197): `SessionStart` occurs again, with the source `compact`. `Stop`
 * accepts a text, but the turn continues then. Since 2.1.277 it reads AGENTS.md without a
 * CLAUDE.md.
 */
export const CLAUDE_CODE: Host = {
  name: "claude-code",
  label: "Claude Code",
  hooks: {
    addsRulesOnRead: true,
    events: [
      { name: "SessionStart", moment: "session-start", reply: "nested", timeoutSeconds: 600 },
      { name: "UserPromptSubmit", moment: "prompt", reply: "nested", timeoutSeconds: 30 },
      {
        name: "PreToolUse",
        moment: "before-tool",
        reply: "nested",
        timeoutSeconds: 600,
        matcher: WRITING_TOOLS,
      },
      {
        name: "PostToolUse",
        moment: "after-tool",
        reply: "nested",
        timeoutSeconds: 600,
        matcher: FILE_TOOLS,
      },
      { name: "PreCompact", moment: "before-compaction", timeoutSeconds: 600, isUnused: true },
      { name: "PostCompact", moment: "after-compaction", timeoutSeconds: 600, isUnused: true },
      { name: "SubagentStart", moment: "subagent-start", reply: "nested", timeoutSeconds: 600 },
      { name: "SubagentStop", moment: "subagent-stop", timeoutSeconds: 600 },
      { name: "Stop", moment: "stop", timeoutSeconds: 600, isUnused: true },
      { name: "SessionEnd", moment: "session-end", timeoutSeconds: 1.5 },
    ],
    limit: { count: 10_000, unit: "characters" },
    reportsSession: true,
    noticeKey: "systemMessage",
    timeout: { key: "timeout", unit: "seconds" },
    files: { home: [SETTINGS], project: [SETTINGS, ".claude/settings.local.json"] },
  },
  // From `sdk-tools.d.ts` of @anthropic-ai/claude-code 2.1.197 and of earlier versions.
  tools: {
    read: ["read", "notebookread"],
    edit: ["edit", "multiedit", "notebookedit"],
    write: ["write"],
    search: ["grep", "glob", "ls"],
    run: ["bash"],
  },
  instructions: {
    managed: [
      "/etc/claude-code/CLAUDE.md",
      "/Library/Application Support/ClaudeCode/CLAUDE.md",
    ],
    user: [["~/.claude/CLAUDE.md"]],
    memory: {
      path: (root) =>
        `~/.claude/projects/${root.replaceAll(/[^A-Za-z0-9]/g, "-")}/memory/MEMORY.md`,
      // host-contracts.md §1.5
      lines: 200,
      bytes: 25 * 1024,
    },
    folders: [["CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md"]],
    local: ["CLAUDE.local.md"],
    isAboveRoot: true,
    rules: [
      { folder: "~/.claude/rules", suffix: ".md", form: "paths" },
      { folder: ".claude/rules", suffix: ".md", form: "paths" },
    ],
    // It counts the first file as one of five (tried with 2.1.197).
    imports: 4,
    hidesComments: true,
    skills: ["~/.claude/skills", ".claude/skills"],
  },
  transcript: { isHostLine: isHostLine, read: readLine },
  ownMessages: {
    text: /^\s*<(?:command-|local-command-|bash-|task-notification|user-memory)/,
    summary: /^\s*This session is being continued from a previous conversation/,
  },
  sessionSources: { variable: "CLAUDE_CODE_SESSION_ID" },
  install: {
    scopes: ["project", "user"],
    server: {
      project: ".mcp.json",
      user: ".claude.json",
      members: { type: "stdio" },
    },
    hooks: { project: SETTINGS, programKey: "command", isGrouped: true },
    guide: { label: "skill", project: ".claude/skills/dossier/SKILL.md" },
    agent: {
      project: ".claude/agents/dossier.md",
      // It may use our tools and read files.
      head: ({ description, tools, prefix = "mcp__dossier__" }) => ({
        name: "dossier",
        description,
        tools: [...tools.map((tool) => prefix + tool), "Read", "Grep", "Glob"].join(", "),
      }),
    },
    signs: { programs: ["claude"], home: [".claude", ".claude.json"], project: [".claude"] },
    plugins: {
      path: SETTINGS,
      // The settings list plugins by name and marketplace.
      isOn: ({ enabledPlugins }, name) =>
        Object.entries(Object(enabledPlugins))
          .some(([plugin, isOn]) => plugin.startsWith(`${name}@`) && isOn === true),
    },
  },
};

type IsHostText = Parameters<ReadHostLine>[1];

// Transcripts are `~/.claude/projects/FOLDER/SESSION.jsonl`, and those of subagents are in a folder
// `SESSION/subagents` beside it. Observed with versions up to 2.1.197.

/** Each line has one of these keys. */
const KEYS = ["sessionId", "uuid", "leafUuid", "messageId", "message"];

function isHostLine(line: JsonObject): boolean {
  return line["payload"] === undefined && KEYS.some((key) => line[key] !== undefined) &&
    readLine(line, () => false) !== undefined;
}

/** Lines that add nothing to the context. */
const IGNORED_TYPES: readonly string[] = [
  ...["queue-operation", "last-prompt", "mode", "file-history-snapshot", "summary", "progress"],
  ...["custom-title", "ai-title", "agent-name", "agent-color", "tag", "pr-link", "permission-mode"],
  ...["worktree-state", "content-replacement", "attribution-snapshot", "bridge_status"],
];
/** Attachments of hooks that only the user sees. */
const IGNORED_ATTACHMENT_REGEXP = /^hook_(?!additional_context$|blocking_error$)/;

function readLine(line: JsonObject, isHostText: IsHostText): HostLine | undefined {
  const type = stringOf(line["type"]) ?? "";
  const records = toRecords(type, line, isHostText);
  if (records === undefined) return undefined;
  return {
    records,
    time: stringOf(line["timestamp"]),
    session: stringOf(line["sessionId"]),
    folder: stringOf(line["cwd"]),
    agent: line["isSidechain"] === true ? stringOf(line["agentId"]) ?? "subagent" : undefined,
  };
}

function toRecords(
  type: string,
  line: JsonObject,
  isHostText: IsHostText,
): readonly HostRecord[] | undefined {
  const message = objectOf(line["message"]);
  // Other hosts write lines of these types as well.
  const isMessage = message["content"] !== undefined;
  switch (type) {
    case "user":
      return isMessage ? userRecords(message["content"], line, isHostText) : undefined;
    case "assistant":
      return !isMessage
        ? undefined
        : [...contentItems(message["content"]).flatMap(agentRecords), ...usageRecords(message)];
    case "system":
      return line["subtype"] === "compact_boundary"
        ? [{
          kind: "compaction",
          text: stringOf(objectOf(line["compactMetadata"])["trigger"]) ?? "",
        }]
        : [];
    case "attachment":
      return attachmentRecords(objectOf(line["attachment"]));
    default:
      return IGNORED_TYPES.includes(type) ? [] : undefined;
  }
}

function userRecords(
  content: JsonField,
  line: JsonObject,
  isHostText: IsHostText,
): readonly HostRecord[] {
  return contentItems(content).flatMap((item): HostRecord[] => {
    const part = objectOf(item);
    if (part["type"] === "tool_result") {
      const { startLine, numLines } = objectOf(objectOf(line["toolUseResult"])["file"]);
      const lines = linesOf(startLine, numLines);
      return [{
        kind: "output",
        id: stringOf(part["tool_use_id"]) ?? "",
        text: stringsOf(part["content"]).join("\n"),
        failed: part["is_error"] === true,
        ...(lines !== undefined && { lines }),
      }];
    }
    const isOfHost = (text: string) => line["isMeta"] === true || isHostText(text);
    const kindOf = (text: string) =>
      line["isCompactSummary"] === true ? "summary" : isOfHost(text) ? "instruction" : "user";
    return stringsOf([item]).map((text) => ({ kind: kindOf(text), text }));
  });
}

function agentRecords(item: JsonValue): readonly HostRecord[] {
  const part = objectOf(item);
  switch (part["type"]) {
    case "thinking":
      return [{ kind: "thinking", text: stringOf(part["thinking"]) ?? "" }];
    case "tool_use":
    case "server_tool_use": {
      const input = objectOf(part["input"]);
      const tool = stringOf(part["name"]) ?? "";
      return [{
        kind: "call",
        id: stringOf(part["id"]) ?? "",
        tool,
        input,
        text: formatInput(input),
      }];
    }
    default:
      return stringsOf([item]).map((text) => ({ kind: "assistant", text }));
  }
}

/** Returns the texts of an input, separated by line breaks. */
function formatInput(input: JsonObject): string {
  return Object.values(input).map((value) => toJsonText(value)).join("\n");
}

function usageRecords({ id, model, usage }: JsonObject): readonly HostRecord[] {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } =
    objectOf(usage);
  const key = stringOf(id);
  // Messages that the host writes in place of a model cost nothing.
  const isAnswer = key !== undefined && input_tokens !== undefined && model !== "<synthetic>";
  if (!isAnswer) return [];
  return [{
    kind: "usage",
    usage: {
      key,
      input: numberOf(input_tokens),
      cacheRead: numberOf(cache_read_input_tokens),
      cacheWrite: numberOf(cache_creation_input_tokens),
      output: numberOf(output_tokens),
    },
  }];
}

function attachmentRecords(attachment: JsonObject): readonly HostRecord[] {
  const type = stringOf(attachment["type"]) ?? "";
  const path = stringOf(attachment["filename"]);
  const content = objectOf(attachment["content"]);
  if ((type === "file" || type === "already_read_file") && path !== undefined) {
    const { content: text, startLine, numLines } = objectOf(content["file"]);
    const lines = linesOf(startLine, numLines);
    // A file that was read before is not sent again.
    const shown = type === "file" ? stringOf(text) : undefined;
    return shown === undefined
      ? []
      : [{ kind: "file", path, text: shown, ...(lines !== undefined && { lines }) }];
  }
  if (IGNORED_ATTACHMENT_REGEXP.test(type)) return [];
  const kind = type === "queued_command" && attachment["isMeta"] !== true ? "user" : "instruction";
  const texts = [
    ...stringsOf(attachment["content"]),
    ...stringsOf(content["content"]),
    ...stringsOf(attachment["prompt"]),
    ...stringsOf(attachment["snippet"]),
    ...stringsOf(attachment["addedLines"]),
    ...stringsOf(attachment["blockingError"]),
  ];
  return texts.length === 0 ? [] : [{ kind, text: texts.join("\n") }];
}

/** Returns the items of a content; a single text is one item. */
function contentItems(content: JsonField): readonly JsonValue[] {
  return typeof content === "string" ? [content] : itemsOf(content);
}

function linesOf(startLine: JsonField, count: JsonField) {
  const [start, lines] = [numberOf(startLine), numberOf(count)];
  return start > 0 && lines > 0 ? { startLine: start, endLine: start + lines - 1 } : undefined;
}
