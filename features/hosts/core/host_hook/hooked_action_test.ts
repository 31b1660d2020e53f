import assert from "node:assert/strict";
import { HOOK_HOSTS, readHookInput } from "../host/mod.ts";
import { pathOfAction, readHookedAction, textOfAction } from "./hooked_action.ts";

/** Returns what an agent does, by the JSON that a host gives its command. */
function action(
  hostName: string,
  event: string,
  { tool, prompt }: { readonly tool?: readonly [string, object]; readonly prompt?: string },
) {
  const host = HOOK_HOSTS.find(({ name }) => name === hostName);
  assert.ok(host);
  const [name, toolInput] = tool ?? [];
  const told = JSON.stringify({ cwd: "/w", prompt, tool_name: name, tool_input: toolInput });
  const read = readHookInput(host, told, event);
  assert.ok("input" in read, JSON.stringify(read));
  const found = readHookedAction(read.input);
  return {
    event: found.event,
    toolName: found.toolName,
    prompt: found.prompt,
    command: found.toolInput?.command,
    path: pathOfAction(found),
    text: textOfAction(found),
  };
}

const NOTHING = { prompt: undefined, command: undefined, path: undefined, text: undefined };

Deno.test("readHookedAction() says by the same names what agents of any host do", () => {
  const write = ["Write", { file_path: "/w/a.ts", content: "x" }] as const;
  assert.deepEqual(action("claude-code", "PreToolUse", { tool: write }), {
    ...NOTHING,
    event: "PreToolUse",
    toolName: "Write",
    path: "/w/a.ts",
    text: "x",
  });
  const patch = "*** Begin Patch\n*** Update File: a.ts\n-old\n+eval(x)\n+y\n*** End Patch";
  assert.deepEqual(action("codex", "PostToolUse", { tool: ["apply_patch", { command: patch }] }), {
    ...NOTHING,
    event: "PostToolUse",
    toolName: "Edit",
    command: patch,
    path: "a.ts",
    text: "eval(x)\ny",
  });
  for (
    const tool of [
      ["shell", { command: ["bash", "-lc", "rm -rf x"] }],
      ["shell", { command: ["rm", "-rf", "x"] }],
      ["exec_command", { cmd: "rm -rf x" }],
    ] as const
  ) {
    assert.deepEqual(action("codex", "PreToolUse", { tool }), {
      ...NOTHING,
      event: "PreToolUse",
      toolName: "Bash",
      command: "rm -rf x",
    });
  }
  const other = action("claude-code", "PreToolUse", { tool: ["mcp__a__b", { x: 1 }] });
  assert.equal(other.toolName, "mcp__a__b");
  assert.deepEqual(action("claude-code", "UserPromptSubmit", { prompt: "go" }), {
    ...NOTHING,
    event: "UserPromptSubmit",
    toolName: undefined,
    prompt: "go",
  });
});
