import assert from "node:assert/strict";
import {
  dropLastUserTurns,
  enterTurn,
  type History,
  initialItems,
  recordItems,
  renderSummary,
} from "./history.ts";
import { type HistoryItem, messageText, toMessageItem } from "./item.ts";

const CONTEXT = {
  developer: "Be brief",
  instructions: "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nUse tabs\n</INSTRUCTIONS>",
  environment: { cwd: "/work", shell: "zsh" },
};

const textsOf = ({ items }: History) =>
  items.map((item) => item.kind === "message" ? messageText(item) : item.kind);

Deno.test("C-11: initialItems() has the host's words, the project's and the environment, in this order", () => {
  const roles = (items: readonly HistoryItem[]) =>
    items.map((item) => item.kind === "message" ? item.role : item.kind);
  assert.deepEqual(roles(initialItems(CONTEXT)), ["developer", "user", "user"]);
  const [, instructions, environment] = initialItems(CONTEXT);
  assert.deepEqual(instructions, toMessageItem("user", CONTEXT.instructions));
  assert.deepEqual(
    environment,
    toMessageItem(
      "user",
      "<environment_context>\n  <cwd>/work</cwd>\n  <shell>zsh</shell>\n</environment_context>",
    ),
  );
  const { developer: _, ...plain } = CONTEXT;
  assert.deepEqual(initialItems(plain), [instructions, environment]);
  assert.deepEqual(initialItems({ environment: CONTEXT.environment }), [environment]);
});

Deno.test("C-10: enterTurn() tells everything first, then only what changes, and after a rollback everything", () => {
  const first = enterTurn({ items: [] }, CONTEXT);
  assert.deepEqual(first.items, initialItems(CONTEXT));
  assert.deepEqual(enterTurn(first, CONTEXT), first);
  const shell = enterTurn(first, { ...CONTEXT, environment: { cwd: "/work", shell: "fish" } });
  assert.deepEqual(shell.items, first.items);
  const moved = enterTurn(first, { ...CONTEXT, environment: { cwd: "/else", shell: "zsh" } });
  assert.deepEqual(
    textsOf(moved).slice(3),
    ["<environment_context>\n  <cwd>/else</cwd>\n</environment_context>"],
  );
  assert.deepEqual(enterTurn(moved, CONTEXT).items.length, 5);
  const again = enterTurn(
    dropLastUserTurns({ ...first, items: [...first.items, say("go")] }, 1),
    CONTEXT,
  );
  assert.deepEqual(again.items, [...first.items, ...first.items]);
});

const say = (text: string) => toMessageItem("user", text);

Deno.test("C-12: recordItems() leaves out the system and the unknown, and cuts outputs only", () => {
  const long = "x".repeat(100);
  const output = { content: long, parts: [{ kind: "text", text: long }], success: true } as const;
  const recorded = recordItems({ items: [say("before")] }, [
    toMessageItem("system", "You are"),
    { kind: "other" },
    { kind: "ghost_snapshot", commit: "c0ffee" },
    say(long),
    { kind: "function_call", callId: "1", name: "cat", arguments: long },
    { kind: "function_call_output", callId: "1", output },
    { kind: "custom_tool_call_output", callId: "2", output: { content: long } },
  ], { policy: { kind: "bytes", limit: 10 } });
  const cut = "xxxxx…90 chars truncated…xxxxx";
  assert.deepEqual(recorded.items, [
    say("before"),
    { kind: "ghost_snapshot", commit: "c0ffee" },
    say(long),
    { kind: "function_call", callId: "1", name: "cat", arguments: long },
    {
      kind: "function_call_output",
      callId: "1",
      output: { content: cut, parts: [{ kind: "text", text: cut }], success: true },
    },
    { kind: "custom_tool_call_output", callId: "2", output: { content: cut } },
  ]);
});

Deno.test("C-12: recordItems() gives outputs as much more as it is told", () => {
  const record = (content: string, slack?: number) => {
    const item = { kind: "function_call_output", callId: "1", output: { content } } as const;
    const options = {
      policy: { kind: "bytes", limit: 10 },
      ...(slack === undefined ? {} : { slack }),
    } as const;
    return recordItems({ items: [] }, [item], options).items[0];
  };
  const content = "x".repeat(12);
  const whole = { kind: "function_call_output", callId: "1", output: { content } };
  assert.deepEqual(record(content, 1.2), whole);
  assert.notDeepEqual(record(content), whole);
  assert.notDeepEqual(record(`${content}x`, 1.2), { ...whole, output: { content: `${content}x` } });
});

Deno.test("C-14: dropLastUserTurns() cuts before the last turns of the user", () => {
  const items = [
    ...initialItems(CONTEXT),
    say("one"),
    toMessageItem("assistant", "1"),
    say(renderSummary("so far")),
    say("two"),
    say("<environment_context>\n</environment_context>"),
    toMessageItem("assistant", "2"),
  ];
  const history = { items, baseline: CONTEXT.environment };
  assert.equal(dropLastUserTurns(history, 0), history);
  assert.deepEqual(dropLastUserTurns(history, 1), { items: items.slice(0, 6) });
  for (const turns of [2, 3, 99]) {
    assert.deepEqual(dropLastUserTurns(history, turns), { items: items.slice(0, 3) });
  }
  const empty = { items: items.slice(0, 3) };
  assert.equal(dropLastUserTurns(empty, 1), empty);
});
