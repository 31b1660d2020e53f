import assert from "node:assert/strict";
import { HOOK_HOSTS, readHookInput } from "../host/mod.ts";
import {
  chooseReminder,
  findActionPath,
  findActionText,
  readHookedAction,
  type ReminderRule,
  SECURITY_REMINDERS,
} from "./hooked_action.ts";

/** Returns the action of an agent from the JSON that a host passes to a hook. */
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
    path: findActionPath(found),
    text: findActionText(found),
  };
}

const NOTHING = { prompt: undefined, command: undefined, path: undefined, text: undefined };

Deno.test("readHookedAction() uses the same names for the actions of agents of any host", () => {
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

const RULES: readonly ReminderRule[] = [
  { ruleName: "flow", pathCheck: (path) => path.startsWith(".ci/"), reminder: "ci" },
  { ruleName: "eval", substrings: ["eval("], reminder: "no eval" },
  { ruleName: "any", substrings: ["run", "eval"], reminder: "any" },
];

function choose(
  toolName: string,
  toolInput: Record<string, unknown>,
  given: readonly string[] = [],
) {
  const action = { event: "PreToolUse", toolName, toolInput } as Parameters<
    typeof chooseReminder
  >[1];
  return chooseReminder(RULES, action, new Set(given));
}

Deno.test("C-27: the reminder of the first matching rule is shown, paths before texts", () => {
  const write = (file_path: string, content: string) => choose("Write", { file_path, content });
  assert.deepEqual(write("/w/a.ts", "eval(x); run()"), {
    key: "/w/a.ts-eval",
    ruleName: "eval",
    reminder: "no eval",
  });
  assert.equal(write("/.ci/a.yml", "eval(x)")?.ruleName, "flow");
  assert.equal(write("/w/a.ts", "run")?.ruleName, "any");
  assert.equal(write("/w/a.ts", "EVAL"), undefined);
  assert.equal(write("", "eval("), undefined);
});

Deno.test("C-27: a reminder is shown once for a file, and no reminder of the next rule follows", () => {
  const edit = (path: string, given: readonly string[] = []) =>
    choose("Edit", { file_path: path, new_string: "eval(x)" }, given);
  assert.equal(edit("a.ts")?.key, "a.ts-eval");
  assert.equal(edit("a.ts", ["a.ts-eval"]), undefined);
  assert.equal(edit("b.ts", ["a.ts-eval"])?.key, "b.ts-eval");
});

Deno.test("C-27: a MultiEdit is looked at as a whole, and other tools are not", () => {
  const edits = [{ new_string: "a" }, { new_string: "eval(x)" }];
  assert.equal(choose("MultiEdit", { file_path: "a.ts", edits })?.ruleName, "eval");
  for (const tool of ["Bash", "Read", "NotebookEdit", "edit"]) {
    assert.equal(choose(tool, { file_path: "a.ts", content: "eval(x)" }), undefined);
  }
});

Deno.test("the reminders on security are brief, and each has something to go by", () => {
  assert.equal(
    new Set(SECURITY_REMINDERS.map(({ ruleName }) => ruleName)).size,
    SECURITY_REMINDERS.length,
  );
  for (const { ruleName, reminder, pathCheck, substrings } of SECURITY_REMINDERS) {
    assert.ok(reminder.length < 200, ruleName);
    assert.ok(pathCheck !== undefined || (substrings?.length ?? 0) > 0, ruleName);
  }
  const flow = SECURITY_REMINDERS.find(({ pathCheck }) => pathCheck !== undefined)?.pathCheck;
  assert.ok(flow?.(".github/workflows/ci.yml") && !flow("a/workflows/ci.yml"));
});
