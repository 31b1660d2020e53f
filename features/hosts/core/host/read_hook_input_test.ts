import assert from "node:assert/strict";
import {
  findBusyTimeLimit,
  findHookHost,
  findTimeLimit,
  HOOK_HOSTS,
  readHookInput,
} from "./read_hook_input.ts";
import { testHookHost } from "../../../../tests/conformance/host.ts";
import CLAUDE_CODE from "../../../../tests/hook_inputs/claude-code.jsonl" with { type: "text" };
import CODEX from "../../../../tests/hook_inputs/codex.jsonl" with { type: "text" };
import COPILOT from "../../../../tests/hook_inputs/copilot.jsonl" with { type: "text" };
import CURSOR from "../../../../tests/hook_inputs/cursor.jsonl" with { type: "text" };
import GEMINI from "../../../../tests/hook_inputs/gemini.jsonl" with { type: "text" };

Deno.test("readHookInput() removes dossier's text that Gemini CLI has put before a prompt", () => {
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

const UNIVERSAL = [
  "continue",
  "stopReason",
  "suppressOutput",
  "systemMessage",
  "hookSpecificOutput",
];
const DECIDED = [...UNIVERSAL, "decision", "reason"];
const CONTEXT = ["hookEventName", "additionalContext"];
const PERMISSION = ["permissionDecision", "permissionDecisionReason", "updatedInput"];

// Inputs that Claude Code 2.1.197 sent to a hook, and the keys of its hooks reference.
testHookHost(findHookHost("claude-code")!, {
  recorded: CLAUDE_CODE,
  replies: {
    SessionStart: { text: true, top: UNIVERSAL, specific: CONTEXT },
    UserPromptSubmit: { text: true, top: DECIDED, specific: CONTEXT },
    PreToolUse: { top: DECIDED, specific: [...CONTEXT, ...PERMISSION] },
    PostToolUse: { top: DECIDED, specific: CONTEXT },
    SubagentStart: { top: UNIVERSAL, specific: CONTEXT },
  },
});

// Inputs that Codex sent to a hook, and the keys of its published schemas, which allow no others.
testHookHost(findHookHost("codex")!, {
  recorded: CODEX,
  replies: {
    SessionStart: { text: true, top: UNIVERSAL, specific: CONTEXT },
    SubagentStart: { text: true, top: UNIVERSAL, specific: CONTEXT },
    UserPromptSubmit: { text: true, top: DECIDED, specific: CONTEXT },
    PreToolUse: { top: UNIVERSAL, specific: [...CONTEXT, ...PERMISSION] },
    PostToolUse: {
      top: DECIDED,
      specific: [...CONTEXT, "updatedMCPToolOutput", "updatedToolOutput"],
    },
  },
});

// Written by hand from its documents.
testHookHost(findHookHost("cursor")!, {
  recorded: CURSOR,
  replies: {
    sessionStart: { top: ["env", "additional_context"] },
    postToolUse: { top: ["updated_mcp_tool_output", "additional_context"] },
  },
});

// Inputs that Copilot CLI 1.0.102 sent to a hook; the compaction is from its documentation.
testHookHost(findHookHost("copilot")!, {
  recorded: COPILOT,
  replies: {
    SessionStart: { top: ["additionalContext"] },
    PostToolUse: { top: ["modifiedResult", "additionalContext"] },
  },
});

// Inputs that Gemini CLI 0.61.0 sent to a hook.
testHookHost(findHookHost("gemini")!, {
  recorded: GEMINI,
  replies: {
    SessionStart: { top: DECIDED, specific: CONTEXT },
    BeforeAgent: { top: DECIDED, specific: CONTEXT },
    AfterTool: { top: DECIDED, specific: [...CONTEXT, "tool_output"] },
  },
});

Deno.test("HOOK_HOSTS names each host and each event of it once", () => {
  assert.equal(new Set(HOOK_HOSTS.map(({ name }) => name)).size, HOOK_HOSTS.length);
  for (const { events } of HOOK_HOSTS) {
    assert.equal(new Set(events.map(({ name }) => name)).size, events.length);
    assert.equal(new Set(events.map(({ moment }) => moment)).size, events.length);
  }
});

Deno.test("HOOK_HOSTS enters no hook of Claude Code where its command line is shown to the model", () => {
  const { events } = findHookHost("claude-code")!;
  const entered = events.filter(({ isUnused }) => !isUnused).map(({ name }) => name);
  assert.deepEqual(entered.filter((name) => name.endsWith("Compact")), []);
});

Deno.test("findTimeLimit() is below the time limit of each host, except at the end of a session, when no text is sent", () => {
  for (const { events } of HOOK_HOSTS) {
    for (const { moment, timeoutSeconds } of events) {
      assert.ok(findTimeLimit(moment) <= timeoutSeconds * 1000);
    }
  }
});

Deno.test("findBusyTimeLimit() is below the time limit of each host, and not below findTimeLimit()", () => {
  for (const event of HOOK_HOSTS.flatMap(({ events }) => events)) {
    assert.ok(findBusyTimeLimit(event) >= findTimeLimit(event.moment));
    assert.ok(
      findBusyTimeLimit(event) <=
        Math.max(findTimeLimit(event.moment), event.timeoutSeconds * 1000 - 1000),
    );
    assert.ok(findBusyTimeLimit(event) <= findTimeLimit(event.moment) + 2000);
  }
});

Deno.test("findHookHost() returns undefined for other hosts", () => {
  assert.equal(findHookHost("opencode"), undefined);
  assert.equal(findHookHost(undefined), undefined);
});
