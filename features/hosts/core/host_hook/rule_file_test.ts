import assert from "node:assert/strict";
import { type ActionRule, matchRules, readActionRule } from "./rule_file.ts";
import type { HookedAction } from "./hooked_action.ts";

/** Replaces the compiler of safe regular expressions, which is not part of core. */
function compile(pattern: string): Promise<(text: string) => boolean> {
  return Promise.try(() => {
    const regexp = new RegExp(pattern.replace("(?i)", ""), pattern.startsWith("(?i)") ? "i" : "");
    return (text) => regexp.test(text);
  });
}

function rule(fields: object, message = "Do not."): ActionRule {
  const read = readActionRule({ name: "r", ...fields }, `\n${message}\n`);
  assert.equal(read.kind, "rule", JSON.stringify(read));
  return (read as { readonly rule: ActionRule }).rule;
}

function match(rules: readonly ActionRule[], action: HookedAction, warnings: string[] = []) {
  return matchRules(rules, action, { compile, warn: (sentence) => warnings.push(sentence) });
}

const BASH: HookedAction = {
  event: "PreToolUse",
  toolName: "Bash",
  toolInput: { command: "rm -rf build" },
};

const WRITE: HookedAction = {
  event: "PreToolUse",
  toolName: "Write",
  toolInput: { file_path: "/w/.env", content: "KEY=1\nDebug.log('x')" },
};

Deno.test("C-29: a rule warns, and a blocking one has precedence", async () => {
  const warn = rule({ name: "w", event: "bash", pattern: "RM" }, "Careful.");
  const block = rule({ name: "b", event: "bash", action: "block", pattern: "rm\\s+-rf" }, "No.");
  const other = rule({ name: "o", event: "all", action: "block", pattern: "build$" }, "Never.");
  assert.deepEqual(await match([warn], BASH), {
    action: "warn",
    names: ["w"],
    message: "**[w]**\nCareful.",
  });
  assert.deepEqual(await match([warn, block, other], BASH), {
    action: "block",
    names: ["b", "o"],
    message: "**[b]**\nNo.\n\n**[o]**\nNever.",
  });
  assert.equal(await match([warn, block], { ...BASH, toolInput: { command: "ls" } }), undefined);
});

Deno.test("C-29: a rule applies to the actions of its event and its tools", async () => {
  const actions: Readonly<Record<string, HookedAction>> = {
    bash: BASH,
    file: { ...WRITE, toolInput: { file_path: "a", content: "rm" } },
    stop: { event: "Stop", reason: "rm" },
    prompt: { event: "UserPromptSubmit", prompt: "rm it" },
  };
  for (const event of Object.keys(actions)) {
    for (const [name, action] of Object.entries(actions)) {
      const found = await match([rule({ event, pattern: "rm" })], action);
      assert.equal(found !== undefined, name === event, `${event} at ${name}`);
    }
    assert.ok(await match([rule({ pattern: "rm" })], actions[event]!), event);
  }
  const forTools = rule({ pattern: "rm", tool_matcher: "Read|Bash" });
  assert.ok(await match([forTools], BASH));
  assert.equal(await match([forTools], actions["file"]!), undefined);
  assert.ok(await match([rule({ pattern: "rm", tool_matcher: "*" })], BASH));
});

Deno.test("C-29: all conditions must hold, and one about a missing field does not", async () => {
  const env = { field: "file_path", operator: "ends_with", pattern: ".env" };
  const debug = { field: "new_text", pattern: "debug\\.log\\(" };
  assert.ok(await match([rule({ event: "file", conditions: [env, debug] })], WRITE));
  const operators: readonly (readonly [string, string, boolean])[] = [
    ["contains", "KEY", true],
    ["contains", "key", false],
    ["equals", "KEY=1", false],
    ["not_contains", "Z", true],
    ["not_contains", "KEY", false],
    ["starts_with", "KEY=", true],
    ["starts_with", "EY", false],
    ["starts_with", "K.Y", false],
    ["ends_with", "('x')", true],
    ["ends_with", "Debug", false],
  ];
  for (const [operator, pattern, expected] of operators) {
    const conditions = [env, { field: "content", operator, pattern }];
    const found = await match([rule({ event: "file", conditions })], WRITE);
    assert.equal(found !== undefined, expected, `${operator} ${pattern}`);
    const missing = [{ field: "no_such", operator, pattern }];
    assert.equal(await match([rule({ event: "file", conditions: missing })], WRITE), undefined);
  }
});

Deno.test("C-29: the written text is found for all tools", async () => {
  const edits = [{ old_string: "a", new_string: "one" }, { old_string: "b", new_string: "two" }];
  const inputs = [
    { file_path: "a", content: "one two" },
    { file_path: "a", new_string: "one two", old_string: "x" },
    { file_path: "a", edits },
  ];
  for (const toolInput of inputs) {
    for (const field of ["new_text", "new_string", "content"]) {
      const conditions = [{ field, operator: "equals", pattern: "one two" }];
      const action = { event: "PostToolUse", toolName: "MultiEdit", toolInput };
      assert.ok(
        await match([rule({ conditions })], action),
        `${field} of ${JSON.stringify(toolInput)}`,
      );
    }
  }
  const given = { event: "PreToolUse", toolName: "Edit", filePath: "b.ts", newText: "one two" };
  const conditions = [{ field: "file_path", pattern: "^b" }, { field: "new_text", pattern: "two" }];
  assert.ok(await match([rule({ event: "file", conditions })], given));
});

Deno.test("C-29: an invalid pattern never matches, and is reported", async () => {
  const warnings: string[] = [];
  assert.equal(await match([rule({ pattern: "rm(" })], BASH, warnings), undefined);
  assert.match(warnings.join(), /rule "r"\.all\[0\] is never true as "\(\?i\)rm\("/);
});

Deno.test("C-29: of a file without front matter, switched off or wrong there is no rule", () => {
  const none = (fields: unknown) => {
    const read = readActionRule(fields, "x");
    assert.equal(read.kind, "none");
    return (read as { readonly reason?: string }).reason;
  };
  assert.match(none(undefined)!, /no front matter/);
  assert.equal(none({ name: "a", enabled: false, pattern: "x" }), undefined);
  assert.match(none({ name: "a" })!, /would never match/);
  assert.match(none({ name: "a", conditions: [] })!, /would never match/);
  assert.match(none({ name: "a", conditions: "x" })!, /must be a list/);
  assert.match(none({ name: "a", conditions: [{ field: "x" }] })!, /"field" and a "pattern"/);
  assert.match(none({ name: "a", event: "tool", pattern: "x" })!, /"event" must be bash, file/);
  assert.match(
    none({ name: "a", action: "deny", pattern: "x" })!,
    /"action" must be warn or block/,
  );
  const unknown = { field: "x", operator: "like", pattern: "y" };
  assert.match(
    none({ name: "a", conditions: [unknown] })!,
    /no operator "like": the operators are regex_/,
  );
  const read = readActionRule({ pattern: "x" }, "m");
  assert.equal(read.kind === "rule" && read.rule.name, "unnamed");
});
