import assert from "node:assert/strict";
import {
  capHookOutcome,
  combineHookOutcomes,
  countRefills,
  type HookExit,
  type HookOutcome,
  limitStopBlocks,
  MAX_HOOK_CHARACTERS,
  readHookOutcome,
} from "./hook_outcome.ts";
import fc from "fast-check";

const EVENTS = [
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SubagentStop"],
  ...["PreCompact", "PostCompact", "Notification", "SessionEnd"],
];

/** Returns the fields of an outcome that are not empty. */
function outcome(event: string, exit: Partial<HookExit>): Partial<HookOutcome> {
  const read = readHookOutcome(event, { code: 0, stdout: "", stderr: "", ...exit });
  return Object.fromEntries(
    Object.entries(read).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== false
    ),
  );
}

Deno.test("C-25: a hook with exit code 0 and no output changes nothing", () => {
  for (const event of EVENTS) assert.deepEqual(outcome(event, { stderr: "debug" }), {});
});

Deno.test("C-25: plain text becomes context at the start of a session and with a prompt", () => {
  for (const event of EVENTS) {
    const isPlain = event === "SessionStart" || event === "UserPromptSubmit";
    assert.deepEqual(
      outcome(event, { stdout: "be brief\n" }),
      isPlain ? { contexts: ["be brief"] } : {},
    );
    const broken = '{"hookSpecificOutput": ';
    assert.deepEqual(
      outcome(event, { stdout: broken }),
      isPlain ? { contexts: [broken.trim()] } : {},
    );
  }
});

Deno.test("C-25: the effect of exit code 2 depends on the event", () => {
  const exit = { code: 2, stderr: "no\n" };
  const blocked = { isBlocked: true, reasons: ["no"] };
  const expected: Readonly<Record<string, Partial<HookOutcome>>> = {
    SessionStart: { messages: ["no"] },
    UserPromptSubmit: blocked,
    PreToolUse: { permission: "deny", permissionReasons: ["no"] },
    PostToolUse: { reasons: ["no"] },
    Stop: blocked,
    SubagentStop: blocked,
    PreCompact: blocked,
    PostCompact: { messages: ["no"] },
    Notification: { messages: ["no"] },
    SessionEnd: { messages: ["no"] },
  };
  for (const event of EVENTS) assert.deepEqual(outcome(event, exit), expected[event], event);
  // The exit code has precedence over the output, from which only the reason is used.
  const stdout = '{"reason": "told", "hookSpecificOutput": {"permissionDecision": "allow"}}';
  assert.deepEqual(outcome("PreToolUse", { ...exit, stdout }), {
    permission: "deny",
    permissionReasons: ["told"],
  });
  assert.deepEqual(outcome("Stop", { code: 2 }).reasons, ["A hook has blocked it"]);
});

Deno.test("C-25: any other code and one that took too long only warn", () => {
  for (const event of EVENTS) {
    const stdout = '{"decision": "block", "reason": "x"}';
    assert.deepEqual(outcome(event, { code: 1, stdout, stderr: "oops" }), {
      warnings: [`A hook of ${event} exited with code 1: oops`],
    });
    assert.deepEqual(outcome(event, { code: 137, isTimedOut: true }), {
      warnings: [`A hook of ${event} took too long`],
    });
  }
});

Deno.test("C-25: JSON output may have context, messages, decisions and new input", () => {
  const json = (event: string, reply: unknown) => outcome(event, { stdout: JSON.stringify(reply) });
  const own = { hookEventName: "SessionStart", additionalContext: "be brief" };
  assert.deepEqual(json("SessionStart", { hookSpecificOutput: own, systemMessage: "hi" }), {
    contexts: ["be brief"],
    messages: ["hi"],
  });
  // The sample in the original specification does not name the event.
  const sample = { hookSpecificOutput: { permissionDecision: "allow" }, systemMessage: "mind SQL" };
  assert.deepEqual(json("PreToolUse", sample), { permission: "allow", messages: ["mind SQL"] });
  assert.deepEqual(json("PreToolUse", { hookSpecificOutput: own }), {
    warnings: ['A hook of PreToolUse answered for another event: "SessionStart"'],
  });
  assert.deepEqual(
    json("PreToolUse", {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: "why",
        updatedInput: { command: "ls" },
      },
    }),
    { permission: "ask", permissionReasons: ["why"], updatedInput: { command: "ls" } },
  );
  assert.deepEqual(json("PreToolUse", { decision: "block" }), {
    permission: "deny",
    permissionReasons: ["A hook has blocked it"],
  });
  assert.deepEqual(json("PreToolUse", { decision: "approve", reason: "fine" }), {
    permission: "allow",
    permissionReasons: ["fine"],
  });
  assert.deepEqual(json("Stop", { decision: "block", reason: "tests fail" }), {
    isBlocked: true,
    reasons: ["tests fail"],
  });
  assert.deepEqual(json("Stop", { decision: "approve" }), {});
  assert.deepEqual(json("PostToolUse", { continue: false, stopReason: "enough" }), {
    stopReason: "enough",
  });
  assert.deepEqual(json("SessionStart", { additionalContext: "not read here" }), {});
});

Deno.test("C-26: of several hooks the strictest permission and any block count", () => {
  const say = (permission: string, reason: string, more: object = {}) =>
    readHookOutcome("PreToolUse", {
      code: 0,
      stdout: JSON.stringify({
        hookSpecificOutput: {
          permissionDecision: permission,
          permissionDecisionReason: reason,
          ...more,
        },
        systemMessage: reason,
      }),
      stderr: "",
    });
  const allow = say("allow", "a", { updatedInput: { n: 1 }, additionalContext: "first" });
  const ask = say("ask", "b", { updatedInput: { n: 2 }, additionalContext: "second" });
  const deny = say("deny", "c");
  const both = combineHookOutcomes([allow, ask]);
  assert.deepEqual([both.permission, both.permissionReasons], ["ask", ["b"]]);
  assert.deepEqual(both.updatedInput, { n: 2 });
  assert.deepEqual([both.contexts, both.messages], [["first", "second"], ["a", "b"]]);
  for (const outcomes of [[allow, deny], [deny, ask, allow]]) {
    const all = combineHookOutcomes(outcomes);
    assert.deepEqual([all.permission, all.permissionReasons], ["deny", ["c"]]);
    assert.equal(all.updatedInput, undefined);
  }
  assert.equal(combineHookOutcomes([allow], "deny").permission, "deny");
  assert.equal(combineHookOutcomes([], "ask").permission, "ask");
  assert.equal("permission" in combineHookOutcomes([]), false);
  const block = readHookOutcome("Stop", { code: 2, stdout: "", stderr: "x" });
  const pass = readHookOutcome("Stop", { code: 0, stdout: "", stderr: "" });
  const stop = combineHookOutcomes([pass, block, pass]);
  assert.deepEqual([stop.isBlocked, stop.reasons], [true, ["x"]]);
});

function say(text: string) {
  return readHookOutcome("SessionStart", { code: 0, stdout: text, stderr: "" });
}

Deno.test("C-28: a long output is saved, and its beginning and the path are shown", async () => {
  const saved: string[] = [];
  const save = (text: string) => {
    saved.push(text);
    return Promise.resolve(`/out/${saved.length}.txt`);
  };
  const short = say("x".repeat(10_000));
  assert.deepEqual(await capHookOutcome(short, save), short);
  const long = "é".repeat(10_001);
  const { contexts } = await capHookOutcome(say(long), save);
  assert.deepEqual(saved, [long]);
  const end = "\n… the first 2000 of 10001 characters: all of it is in /out/1.txt";
  assert.deepEqual(contexts, [long.slice(0, 2000) + end]);
  const { contexts: [lost = ""] } = await capHookOutcome(
    say(long),
    () => Promise.resolve(undefined),
  );
  assert.match(lost, /: the rest is discarded$/);
});

Deno.test("C-28: the shown part of an output is never too long, and splits no character", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(30_000),
      fc.constantFrom("a", "é", "😀", "a😀"),
      async (count, unit) => {
        const outcome = say(`x${unit.repeat(count)}`);
        const { contexts: [shown = ""] } = await capHookOutcome(
          outcome,
          () => Promise.resolve("/p"),
        );
        assert.ok(shown.length <= MAX_HOOK_CHARACTERS);
        assert.ok(shown.isWellFormed());
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("C-28: hooks keep an agent from stopping at most eight times in a row", () => {
  const block = readHookOutcome("Stop", { code: 2, stdout: "", stderr: "x" });
  const pass = readHookOutcome("Stop", { code: 0, stdout: "", stderr: "" });
  let blocks = 0;
  const stop = (outcome: typeof block) => {
    const limited = limitStopBlocks(outcome, blocks);
    blocks = limited.blocks;
    return limited.outcome;
  };
  for (let i = 0; i < 8; i++) assert.equal(stop(block).isBlocked, true);
  const last = stop(block);
  assert.equal(last.isBlocked, false);
  assert.match(last.warnings.join(), /8 times in a row/);
  for (let i = 0; i < 5; i++) assert.equal(stop(block).isBlocked, true);
  assert.equal(stop(pass).isBlocked, false);
  for (let i = 0; i < 8; i++) assert.equal(stop(block).isBlocked, true);
});

Deno.test("C-28: compaction stops when the window was full right after it three times", () => {
  assert.deepEqual(countRefills(0, true), { refills: 1, mayCompact: true });
  assert.deepEqual(countRefills(1, true), { refills: 2, mayCompact: true });
  assert.deepEqual(countRefills(2, true), { refills: 3, mayCompact: false });
  assert.deepEqual(countRefills(2, false), { refills: 0, mayCompact: true });
});
