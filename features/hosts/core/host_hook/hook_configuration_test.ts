import assert from "node:assert/strict";
import { openHookMatcher, readHookConfiguration, snapshotHooks } from "./hook_configuration.ts";
import { toHookInput } from "./hooked_action.ts";

/** Replaces the compiler of safe regular expressions, which is not part of core. */
function compile(pattern: string): Promise<(text: string) => boolean> {
  return Promise.try(() => {
    const regexp = new RegExp(pattern);
    return (text) => regexp.test(text);
  });
}

Deno.test("C-24: a matcher selects all, names, or a pattern for the whole name, and is case-sensitive", async () => {
  const cases: readonly (readonly [string | undefined, readonly string[], readonly string[]])[] = [
    [undefined, ["Edit", ""], []],
    ["", ["Edit"], []],
    ["*", ["Edit", "mcp__a__b"], []],
    ["Edit", ["Edit"], ["edit", "MultiEdit", "Edits"]],
    ["Edit|Write", ["Edit", "Write"], ["EditWrite", "Edit|Write", "Read"]],
    ["Edit, Write", ["Edit", "Write"], ["Read", " Write"]],
    ["mcp__.*", ["mcp__a__b"], ["a_mcp__b", "MCP__a"]],
    ["Notebook.*|Edit", ["NotebookEdit", "Edit"], ["Edits", "xEdit"]],
    ["mcp__a-b__c", ["mcp__a-b__c"], ["mcp__a-b__cd"]],
  ];
  for (const [matcher, yes, no] of cases) {
    const matches = await openHookMatcher(matcher, compile);
    for (const name of yes) assert.ok(matches(name), `${matcher} means ${name}`);
    for (const name of no) assert.ok(!matches(name), `${matcher} does not mean ${name}`);
  }
  await assert.rejects(openHookMatcher("mcp__(", compile), SyntaxError);
});

const GROUPS = [{ matcher: "Bash", hooks: [{ type: "command", command: "check", timeout: 5 }] }];

Deno.test("readHookConfiguration() reads events with and without the wrapper of plugins", () => {
  const hook = {
    event: "PreToolUse",
    matcher: "Bash",
    command: "check",
    timeLimitMs: 5000,
    origin: "a.json",
  };
  for (const value of [{ PreToolUse: GROUPS }, { hooks: { PreToolUse: GROUPS }, model: "x" }]) {
    const read = readHookConfiguration(value, { origin: "a.json" });
    assert.deepEqual(read, { hooks: [hook], problems: [] });
  }
  const off = { hooks: { PreToolUse: GROUPS }, disableAllHooks: true };
  assert.deepEqual(readHookConfiguration(off, { origin: "a.json" }).hooks, []);
  const [plain] = readHookConfiguration(
    { Stop: [{ hooks: [{ command: "x", args: ["a b"] }] }] },
    { origin: "p", pluginRoot: "/p" },
  ).hooks;
  assert.equal(plain?.timeLimitMs, 60_000);
  assert.deepEqual([plain?.args, plain?.pluginRoot], [["a b"], "/p"]);
});

Deno.test("readHookConfiguration() skips unknown entries, with a warning that names the location", () => {
  const one = (hook: unknown) => ({ hooks: { Stop: [{ hooks: [hook] }] } });
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [[], /all of it is ignored as it must be a mapping: current value is an empty list$/],
    [{ hooks: [] }, /"hooks" is ignored/],
    [{ hooks: { Stop: "x" } }, /"Stop" is ignored as it must be a list of matchers/],
    [{ hooks: { Stop: [{ command: "x" }] } }, /"Stop", entry 1, .* no list "hooks"/],
    [{ hooks: { Stop: [{ matcher: 1, hooks: [] }] } }, /its "matcher" must be text/],
    [one("x"), /must be a mapping/],
    [one({ type: "prompt", prompt: "x" }), /only commands are run: current type is "prompt"/],
    [one({ command: " " }), /no "command"/],
    [one({ command: "x", args: "y" }), /"args" must be a list of texts/],
    [one({ command: "x", timeout: "9" }), /"timeout" must be a number of seconds/],
    [one({ command: "x", if: "Bash(git *)" }), /"if" is not supported/],
    [one({ command: "x", async: true }), /async/],
  ];
  for (const [value, expected] of cases) {
    const { hooks, problems } = readHookConfiguration(value, { origin: "a.json" });
    assert.deepEqual(hooks, []);
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, expected);
    assert.ok(problems[0]!.startsWith('"a.json": '));
  }
});

Deno.test("C-26: identical commands are run once, in the order of the configuration", async () => {
  const { hooks } = readHookConfiguration({
    PreToolUse: [
      { matcher: "Edit|Write", hooks: [{ command: "b" }, { command: "a" }] },
      { hooks: [{ command: "b", timeout: 1 }, { command: "b", args: ["x"] }] },
      { matcher: "mcp__(", hooks: [{ command: "never" }] },
    ],
    Stop: [{ matcher: "ignored here", hooks: [{ command: "stop" }] }],
    SessionStart: [{ matcher: "compact", hooks: [{ command: "again" }] }],
  }, { origin: "a.json" });
  const { select, problems } = await snapshotHooks(hooks, compile);
  const commands = (event: string, input: Record<string, string>) =>
    select(event, input).map(({ command, args }) => [command, ...args ?? []].join(" "));
  assert.deepEqual(commands("PreToolUse", { tool_name: "Edit" }), ["b", "a", "b x"]);
  assert.deepEqual(commands("PreToolUse", { tool_name: "Bash" }), ["b", "b x"]);
  assert.deepEqual(commands("PostToolUse", { tool_name: "Edit" }), []);
  assert.deepEqual(commands("Stop", {}), ["stop"]);
  assert.deepEqual(commands("SessionStart", { source: "compact" }), ["again"]);
  assert.deepEqual(commands("SessionStart", { source: "startup" }), []);
  assert.match(
    problems.join(),
    /"PreToolUse" never runs as its matcher "mcp__\(" is not a valid regular/,
  );
});

Deno.test("toHookInput() sends a field with two documented names under both", () => {
  const input = toHookInput("PostToolUse", { tool_response: { ok: true }, session_id: "s" });
  assert.deepEqual(JSON.parse(input), {
    hook_event_name: "PostToolUse",
    session_id: "s",
    tool_response: { ok: true },
    tool_result: { ok: true },
  });
  const { prompt, user_prompt: other } = JSON.parse(
    toHookInput("UserPromptSubmit", { prompt: "go" }),
  );
  assert.deepEqual([prompt, other], ["go", "go"]);
});
