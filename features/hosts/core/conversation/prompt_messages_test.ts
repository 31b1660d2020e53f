import assert from "node:assert/strict";
import { toMessageItem, toPromptMessages } from "./item.ts";

Deno.test("toPromptMessages() says calls and outputs in words, and nothing that is not to be read", () => {
  const messages = toPromptMessages([
    toMessageItem("user", "Go"),
    { kind: "reasoning", summary: ["Hm"], encryptedContent: "x" },
    { kind: "function_call", callId: "1", name: "read", arguments: "a.ts" },
    { kind: "function_call_output", callId: "1", output: { content: "text" } },
    { kind: "custom_tool_call", callId: "2", name: "patch", input: "+1" },
    { kind: "custom_tool_call_output", callId: "2", output: { content: "done" } },
    { kind: "local_shell_call", action: { command: ["ls"] } },
    { kind: "web_search_call", query: "tides" },
    { kind: "ghost_snapshot", commit: "c0ffee" },
  ]);
  assert.deepEqual(messages.map(({ role, content }) => `${role}: ${content}`), [
    ...["user: Go", "assistant: read: a.ts", "tool: text", "assistant: patch: +1", "tool: done"],
    ...['assistant: shell: {"command":["ls"]}', "assistant: web search: tides"],
  ]);
});
