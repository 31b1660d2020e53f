/**
 * Lines of the transcripts of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`. Seen with version 0.169.0;
 * the first versions wrote the items as they are, without a line's own type and time.
 *
 * @module
 */
import { isHostText } from "../host/host_words.ts";
import { type JsonObject, parseJsonObject, toJsonText } from "../text/json_value.ts";
import type { HostLine, HostRecord } from "./host_record.ts";
import { itemsOf, type JsonField, numberOf, objectOf, stringOf, stringsOf } from "./json_fields.ts";

/** Lines that put nothing into the context, or what others do as well. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  ...[
    "event_msg",
    "turn_context",
    "world_state",
    "token_usage_record",
    "inter_agent_communication",
  ],
]);
const SILENT_ITEMS: ReadonlySet<string> = new Set([
  ...[
    "ghost_snapshot",
    "compaction",
    "compaction_summary",
    "context_compaction",
    "other",
    "image_generation_call",
  ],
]);

const FAILURE_REGEXP =
  /^(?:unsupported (?:custom tool )?call|(?:Process exited with code|Exit code:) [1-9])|^apply_patch verification failed/m;

/** Returns what a line says; undefined when it is none that is known. */
export function readCodexLine(line: JsonObject): HostLine | undefined {
  const type = stringOf(line["type"]) ?? "";
  const payload = objectOf(line["payload"]);
  // A summary that was asked for comes again where it takes the place of the context.
  const isSummary = objectOf(line["metadata"])["compaction_output"] === true;
  const items = line["payload"] === undefined ? itemRecords(line) : recordsOf(type, payload);
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

function recordsOf(type: string, payload: JsonObject): readonly HostRecord[] | undefined {
  switch (type) {
    case "response_item":
      return itemRecords(payload);
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
      return SILENT_TYPES.has(type) ? [] : undefined;
  }
}

/** Returns what an item of the history says. */
function itemRecords(item: JsonObject): readonly HostRecord[] | undefined {
  const type = stringOf(item["type"]) ?? "";
  const id = stringOf(item["call_id"]) ?? stringOf(item["id"]) ?? "";
  switch (type) {
    case "message":
      return messageRecords(item);
    case "reasoning": {
      const texts = [...stringsOf(item["summary"]), ...stringsOf(item["content"])];
      return [{ kind: "thinking", text: texts.join("\n") }];
    }
    case "function_call": {
      const text = stringOf(item["arguments"]) ?? "";
      const name = stringOf(item["name"]) ?? "";
      // Tools of one MCP server share a space: `mcp__dossier`.
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
      return SILENT_ITEMS.has(type) ? [] : undefined;
  }
}

function messageRecords({ role, content, ...item }: JsonObject): readonly HostRecord[] {
  const { content_item_kinds } = objectOf(item["internal_chat_message_metadata_passthrough"]);
  const kinds = itemsOf(content_item_kinds);
  return stringsOf(content).map((text, at) => {
    if (role === "assistant") return { kind: "assistant", text };
    // Earlier versions do not say of what kind a text is.
    const isUser = stringOf(kinds[at])?.startsWith("user.") ?? !isHostText(text);
    return { kind: role === "user" && isUser ? "user" : "instruction", text };
  });
}

/** Returns an output: a text, a list of parts, or as earlier versions have it, either inside of an object. */
function outputRecord(id: string, output: JsonField): HostRecord {
  const written = stringOf(output);
  const inner = written?.startsWith("{") ? parseJsonObject(written) : undefined;
  const { content, success, output: told, metadata } = inner ?? objectOf(output);
  const text = stringOf(told) ?? stringsOf(content ?? output ?? null).join("\n");
  const exit = numberOf(objectOf(metadata)["exit_code"]);
  return {
    kind: "output",
    id,
    text,
    failed: success === false || exit !== 0 || FAILURE_REGEXP.test(text.slice(0, 500)),
  };
}

/** Returns the use of one answer; lines that come without one repeat the total, which is the key. */
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
