/**
 * Lines of the transcripts of Claude Code: `~/.claude/projects/FOLDER/SESSION.jsonl`, and in a folder
 * `SESSION/subagents` beside it those of its subagents. Seen with versions up to 2.1.197.
 *
 * @module
 */
import { isHostText } from "../host/host_words.ts";
import { type JsonObject, type JsonValue, toJsonText } from "../text/json_value.ts";
import type { HostLine, HostRecord } from "./host_record.ts";
import { itemsOf, type JsonField, numberOf, objectOf, stringOf, stringsOf } from "./json_fields.ts";

/** Lines that put nothing into the context. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  ...["queue-operation", "last-prompt", "mode", "file-history-snapshot", "summary", "progress"],
  ...["custom-title", "ai-title", "agent-name", "agent-color", "tag", "pr-link", "permission-mode"],
  ...["worktree-state", "content-replacement", "attribution-snapshot", "bridge_status"],
]);
/** Attachments about hooks that only the user sees. */
const SILENT_ATTACHMENT_REGEXP = /^hook_(?!additional_context$|blocking_error$)/;

/** Returns what a line says; undefined when it is none that is known. */
export function readClaudeCodeLine(line: JsonObject): HostLine | undefined {
  const type = stringOf(line["type"]) ?? "";
  const records = recordsOf(type, line);
  if (records === undefined) return undefined;
  return {
    records,
    time: stringOf(line["timestamp"]),
    session: stringOf(line["sessionId"]),
    folder: stringOf(line["cwd"]),
    agent: line["isSidechain"] === true ? stringOf(line["agentId"]) ?? "subagent" : undefined,
  };
}

function recordsOf(type: string, line: JsonObject): readonly HostRecord[] | undefined {
  const message = objectOf(line["message"]);
  // Other hosts write lines of these types as well.
  const isMessage = message["content"] !== undefined;
  switch (type) {
    case "user":
      return isMessage ? userRecords(message["content"], line) : undefined;
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
      return SILENT_TYPES.has(type) ? [] : undefined;
  }
}

function userRecords(content: JsonField, line: JsonObject): readonly HostRecord[] {
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
    return stringsOf([item]).map((text) => ({ kind: userKind(text, line), text }));
  });
}

function userKind(text: string, line: JsonObject): "summary" | "instruction" | "user" {
  if (line["isCompactSummary"] === true) return "summary";
  return line["isMeta"] === true || isHostText(text) ? "instruction" : "user";
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
        text: tellInput(input),
      }];
    }
    default:
      return stringsOf([item]).map((text) => ({ kind: "assistant", text }));
  }
}

/** Returns the texts of an input, as they are, with a line break between. */
function tellInput(input: JsonObject): string {
  return Object.values(input).map((value) => toJsonText(value)).join("\n");
}

function usageRecords({ id, model, usage }: JsonObject): readonly HostRecord[] {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens, output_tokens } =
    objectOf(usage);
  const key = stringOf(id);
  // What the host says in the place of a model costs nothing.
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
    // What was read already is not sent again.
    const shown = type === "file" ? stringOf(text) : undefined;
    return shown === undefined
      ? []
      : [{ kind: "file", path, text: shown, ...(lines !== undefined && { lines }) }];
  }
  if (SILENT_ATTACHMENT_REGEXP.test(type)) return [];
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

/** Returns the items of a content, of which one text is written without a list. */
function contentItems(content: JsonField): readonly JsonValue[] {
  return typeof content === "string" ? [content] : itemsOf(content);
}

function linesOf(startLine: JsonField, count: JsonField) {
  const [start, lines] = [numberOf(startLine), numberOf(count)];
  return start > 0 && lines > 0 ? { startLine: start, endLine: start + lines - 1 } : undefined;
}
