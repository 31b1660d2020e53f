import assert from "node:assert/strict";
import { findHookHost } from "./hook_hosts.ts";
import { readHookInput } from "./read_hook_input.ts";

Deno.test("readHookInput() takes a prompt without what Gemini CLI has put before it of our own", () => {
  const host = findHookHost("gemini")!;
  const promptOf = (prompt: string) => {
    const input = { "hook_event_name": "BeforeAgent", "session_id": "s", cwd: "/src", prompt };
    const reading = readHookInput(host, JSON.stringify(input));
    return "input" in reading ? reading.input.prompt : undefined;
  };
  const told = '&lt;dossier-context version="1"&gt;\nMap\n&lt;/dossier-context&gt;';
  assert.equal(promptOf(`<hook_context>${told}</hook_context>\n\nthanks`), "thanks");
  assert.equal(promptOf("what is <hook_context>?"), "what is <hook_context>?");
});
