import { isJsonObject, type JsonObject, parseJsonObject, toJsonText } from "@dossier/core/json";
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

/** Start of its own messages in the role of the user. */
const HOST_WORDS = "# AGENTS\\.md instructions|" +
  "<(?:user_instructions|environment_context|turn_aborted|skill|user_action)\\b|" +
  "<(?:permissions|subagent_notification)\\b";

/** Its files with hooks, below the home folder or a project. */
const HOOK_FILES = [".codex/hooks.json", ".codex/config.toml"];

/** The key of the turn that a tool call belongs to. */
const TURN_KEY = "x-codex-turn-metadata";

/**
 * Codex, by its schemas and sources of 2026 (0.148 to 0.169). It rejects a reply with an unknown
 * key, and versions differ in these; all of them accept plain text at events without a tool. The
 * limit of a hook's text is that of 2,500 tokens of four bytes. Its settings define further names
 * of instructions and other markers.
 */
export const CODEX: Host = {
  name: "codex",
  label: "Codex",
  folder: { name: ".codex", variable: "CODEX_HOME" },
  hooks: {
    addsRulesOnRead: false,
    reportsSession: true,
    events: [
      { name: "SessionStart", moment: "session-start", reply: "text", timeoutSeconds: 600 },
      { name: "UserPromptSubmit", moment: "prompt", reply: "text", timeoutSeconds: 600 },
      {
        name: "PreToolUse",
        moment: "before-tool",
        reply: "nested",
        timeoutSeconds: 600,
        matcher: "apply_patch",
      },
      {
        name: "PostToolUse",
        moment: "after-tool",
        reply: "nested",
        timeoutSeconds: 600,
        matcher: "apply_patch|Bash",
      },
      { name: "PreCompact", moment: "before-compaction", timeoutSeconds: 600 },
      { name: "PostCompact", moment: "after-compaction", timeoutSeconds: 600, isUnused: true },
      { name: "SubagentStart", moment: "subagent-start", reply: "text", timeoutSeconds: 600 },
      { name: "SubagentStop", moment: "subagent-stop", timeoutSeconds: 600 },
      { name: "Stop", moment: "stop", timeoutSeconds: 600, isUnused: true },
      { name: "SessionEnd", moment: "session-end", timeoutSeconds: 3 },
    ],
    limit: { count: 10_000, unit: "bytes" },
    timeout: { key: "timeout", unit: "seconds" },
    files: { home: HOOK_FILES, project: HOOK_FILES },
  },
  // From @openai/codex 0.169.0 and earlier versions.
  tools: {
    read: ["read_file", "view_image"],
    edit: ["apply_patch"],
    search: ["grep_files", "list_dir"],
    run: ["shell", "local_shell", "exec_command", "container.exec", "shell_command"],
    script: ["exec"],
  },
  instructions: {
    user: [["~/.codex/AGENTS.override.md", "~/.codex/AGENTS.md"]],
    folders: [["AGENTS.override.md", "AGENTS.md"]],
    // `project_doc_max_bytes`
    maxBytes: 32 * 1024,
    skills: [
      ...[".agents/skills", ".codex/skills", "~/.agents/skills", "~/.codex/skills"],
      "/etc/codex/skills",
    ],
    isFirst: true,
  },
  transcript: { isHostLine: isHostLine, read: readLine },
  ownMessages: {
    text: new RegExp(`^\\s*(?:${HOST_WORDS})`),
    summary: /^\s*Another language model started to solve this problem and produced a summary/,
  },
  sessionSources: {
    readCall(meta) {
      const turn = meta[TURN_KEY];
      if (!isJsonObject(turn)) return undefined;
      const { session_id: id, thread_source: source = "user" } = turn;
      // A thread that is not the user's is a subagent.
      return { id: typeof id === "string" ? id : undefined, isSubagent: source !== "user" };
    },
  },
  install: {
    scopes: ["user", "project"],
    server: { project: ".codex/config.toml", members: {} },
    hooks: {
      project: ".codex/hooks.json",
      isGrouped: true,
      trust: {
        advice: "Codex runs hooks once you have trusted them: type /hooks in it",
        file: ".codex/config.toml",
        // The settings list hooks by their file and position.
        isConfirmed({ hooks }, path) {
          const state = isJsonObject(hooks) ? hooks["state"] : undefined;
          return Object.keys(objectOf(state)).some((key) => key.startsWith(`${path}:`));
        },
      },
    },
    guide: { label: "skill", project: ".agents/skills/dossier/SKILL.md" },
    signs: { programs: ["codex"], home: [".codex"], project: [".codex"] },
  },
};

type IsHostText = Parameters<ReadHostLine>[1];

// Transcripts are `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`. Observed with version 0.169.0;
// the first versions wrote the items without a line's own type and time.

function isHostLine(line: JsonObject): boolean {
  const { payload, message, role, call_id: call } = line;
  if (payload !== undefined) return true;
  const isItem = message === undefined && (role !== undefined || call !== undefined);
  return isItem && readLine(line, () => false) !== undefined;
}

/** Lines that add nothing to the context, or repeat other lines. */
const IGNORED_TYPES: readonly string[] = [
  ...["event_msg", "turn_context", "world_state", "token_usage_record"],
  "inter_agent_communication",
];
const IGNORED_ITEMS: readonly string[] = [
  ...["ghost_snapshot", "compaction", "compaction_summary", "context_compaction"],
  ...["other", "image_generation_call"],
];

const FAILURE_REGEXP = new RegExp(
  "^(?:unsupported (?:custom tool )?call|(?:Process exited with code|Exit code:) [1-9])" +
    "|^apply_patch verification failed",
  "m",
);

function readLine(line: JsonObject, isHostText: IsHostText): HostLine | undefined {
  const type = stringOf(line["type"]) ?? "";
  const payload = objectOf(line["payload"]);
  // A requested summary is repeated in the line that replaces the context.
  const isSummary = objectOf(line["metadata"])["compaction_output"] === true;
  const items = line["payload"] === undefined
    ? itemRecords(line, isHostText)
    : toRecords(type, payload, isHostText);
  const records = isSummary && items !== undefined ? [] : items;
  if (records === undefined) return undefined;
  const isMeta = type === "session_meta";
  return {
    records,
    time: stringOf(line["timestamp"]),
    session: isMeta ? stringOf(payload["id"]) : undefined,
    folder: isMeta || type === "turn_context" ? stringOf(payload["cwd"]) : undefined,
  };
}

function toRecords(
  type: string,
  payload: JsonObject,
  isHostText: IsHostText,
): readonly HostRecord[] | undefined {
  switch (type) {
    case "response_item":
      return itemRecords(payload, isHostText);
    case "session_meta": {
      const text = stringOf(objectOf(payload["base_instructions"])["text"]) ??
        stringOf(payload["instructions"]);
      return text === undefined ? [] : [{ kind: "instruction", text }];
    }
    case "compacted": {
      const text = stringOf(payload["message"]);
      return [
        { kind: "compaction", text: "" },
        ...(text === undefined ? [] : [{ kind: "summary" as const, text }]),
      ];
    }
    case "event_msg":
      return payload["type"] === "token_count" ? usageRecords(objectOf(payload["info"])) : [];
    default:
      return IGNORED_TYPES.includes(type) ? [] : undefined;
  }
}

/** Returns the records of an item of the history. */
function itemRecords(
  item: JsonObject,
  isHostText: IsHostText,
): readonly HostRecord[] | undefined {
  const type = stringOf(item["type"]) ?? "";
  const id = stringOf(item["call_id"]) ?? stringOf(item["id"]) ?? "";
  switch (type) {
    case "message":
      return messageRecords(item, isHostText);
    case "reasoning": {
      const texts = [...stringsOf(item["summary"]), ...stringsOf(item["content"])];
      return [{ kind: "thinking", text: texts.join("\n") }];
    }
    case "function_call": {
      const text = stringOf(item["arguments"]) ?? "";
      const name = stringOf(item["name"]) ?? "";
      // Tools of one MCP server share a namespace: `mcp__dossier`.
      const space = stringOf(item["namespace"])?.replace(/_*$/, "__") ?? "";
      const tool = name.startsWith(space) ? name : space + name;
      return [{ kind: "call", id, tool, input: parseJsonObject(text) ?? {}, text }];
    }
    case "custom_tool_call": {
      const text = stringOf(item["input"]) ?? "";
      return [{
        kind: "call",
        id,
        tool: stringOf(item["name"]) ?? "",
        input: { input: text },
        text,
      }];
    }
    case "local_shell_call": {
      const input = objectOf(item["action"]);
      const text = stringsOf(input["command"]).join(" ");
      return [{ kind: "call", id, tool: "local_shell", input, text }];
    }
    case "web_search_call":
    case "tool_search_call": {
      const input = objectOf(item["action"] ?? item["arguments"]);
      return [{ kind: "call", id, tool: type, input, text: toJsonText(input) }];
    }
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      return [outputRecord(id, item["output"] ?? item["tools"])];
    default:
      return IGNORED_ITEMS.includes(type) ? [] : undefined;
  }
}

function messageRecords(
  { role, content, ...item }: JsonObject,
  isHostText: IsHostText,
): readonly HostRecord[] {
  const { content_item_kinds } = objectOf(item["internal_chat_message_metadata_passthrough"]);
  const kinds = itemsOf(content_item_kinds);
  return stringsOf(content).map((text, at) => {
    if (role === "assistant") return { kind: "assistant", text };
    // Earlier versions do not state the kind of a text.
    const isUser = stringOf(kinds[at])?.startsWith("user.") ?? !isHostText(text);
    return { kind: role === "user" && isUser ? "user" : "instruction", text };
  });
}

/**
 * Returns the record of an output: a text, a list of parts, or in earlier versions either inside an
 * object.
 */
function outputRecord(id: string, output: JsonField): HostRecord {
  const written = stringOf(output);
  const inner = written?.startsWith("{") ? parseJsonObject(written) : undefined;
  const { content, success, output: innerOutput, metadata } = inner ?? objectOf(output);
  const text = stringOf(innerOutput) ?? stringsOf(content ?? output ?? null).join("\n");
  const exit = numberOf(objectOf(metadata)["exit_code"]);
  return {
    kind: "output",
    id,
    text,
    failed: success === false || exit !== 0 || FAILURE_REGEXP.test(text.slice(0, 500)),
  };
}

/**
 * Returns the usage of one response; lines between responses repeat the total, which is the key.
 */
function usageRecords(info: JsonObject): readonly HostRecord[] {
  const { total_token_usage, last_token_usage } = info;
  const total = numberOf(objectOf(total_token_usage)["total_tokens"]);
  const last = objectOf(last_token_usage);
  if (total === 0 || numberOf(last["input_tokens"]) === 0) return [];
  const cacheRead = numberOf(last["cached_input_tokens"]);
  const cacheWrite = numberOf(last["cache_write_input_tokens"]);
  return [{
    kind: "usage",
    usage: {
      key: String(total),
      input: Math.max(0, numberOf(last["input_tokens"]) - cacheRead - cacheWrite),
      cacheRead,
      cacheWrite,
      output: numberOf(last["output_tokens"]),
    },
  }];
}
