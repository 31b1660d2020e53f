import assert from "node:assert/strict";
import {
  changedEnvironment,
  dropLastUserTurns,
  enterTurn,
  type History,
  initialItems,
  recordItems,
  renderEnvironment,
  renderSummary,
  type Sandbox,
} from "./history.ts";
import { type HistoryItem, messageText, toMessageItem } from "./item.ts";
import { isHostText } from "../hosts/mod.ts";

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

Deno.test("C-10: enterTurn() sends the whole context first, then only changes, and after a rollback the whole context", () => {
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

Deno.test("C-12: recordItems() omits system messages and unknown items, and cuts only outputs", () => {
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

Deno.test("C-12: recordItems() multiplies the limit of outputs by the slack", () => {
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

const WRITABLE: Sandbox = {
  mode: "workspace-write",
  networkAccess: false,
  writableRoots: ["/home/ada/ship", "/tmp"],
};

Deno.test("C-9: renderEnvironment() writes a full environment in the order of its elements", () => {
  const text = renderEnvironment({
    timezone: "Europe/Berlin",
    currentDate: "2026-02-03",
    shell: "zsh",
    sandbox: WRITABLE,
    approvalPolicy: "on-request",
    cwd: "/home/ada/salt & pepper",
  });
  assert.equal(
    text,
    `<environment_context>
  <cwd>/home/ada/salt &amp; pepper</cwd>
  <approval_policy>on-request</approval_policy>
  <sandbox_mode>workspace-write</sandbox_mode>
  <network_access>restricted</network_access>
  <writable_roots>
    <root>/home/ada/ship</root>
    <root>/tmp</root>
  </writable_roots>
  <shell>zsh</shell>
  <current_date>2026-02-03</current_date>
  <timezone>Europe/Berlin</timezone>
</environment_context>`,
  );
  assert.ok(isHostText(text) && !isHostText("an <environment_context>"));
});

Deno.test("C-9: renderEnvironment() has no line for absent fields", () => {
  assert.equal(renderEnvironment({}), "<environment_context>\n</environment_context>");
  assert.equal(
    renderEnvironment({ cwd: "/</cwd>" }),
    "<environment_context>\n  <cwd>/&lt;/cwd&gt;</cwd>\n</environment_context>",
  );
});

Deno.test("C-9: the network follows from the sandbox, and only a workspace has roots", () => {
  const network = (sandbox: Sandbox) =>
    /<network_access>(\w+)</.exec(renderEnvironment({ sandbox }))?.[1];
  assert.equal(network({ mode: "danger-full-access" }), "enabled");
  assert.equal(network({ mode: "read-only" }), "restricted");
  assert.equal(network(WRITABLE), "restricted");
  assert.equal(network({ ...WRITABLE, networkAccess: true }), "enabled");
  for (const sandbox of [{ mode: "read-only" }, { ...WRITABLE, writableRoots: [] }] as const) {
    assert.doesNotMatch(renderEnvironment({ sandbox }), /root/);
  }
});

Deno.test("C-10: changedEnvironment() returns only changed fields, and never the shell", () => {
  const told = { cwd: "/a", approvalPolicy: "never", sandbox: WRITABLE, shell: "zsh" } as const;
  assert.equal(changedEnvironment(told, { ...told }), undefined);
  assert.equal(changedEnvironment(told, { ...told, shell: "bash" }), undefined);
  assert.deepEqual(changedEnvironment(told, { ...told, cwd: "/b" }), { cwd: "/b" });
  // A different order of fields is not a change, and neither is a missing field.
  const { mode, networkAccess, writableRoots } = WRITABLE;
  const sandbox = { writableRoots, networkAccess, mode };
  assert.equal(changedEnvironment(told, { sandbox }), undefined);
});

Deno.test("C-10: the fields of a sandbox are sent together", () => {
  const now = { sandbox: { ...WRITABLE, writableRoots: [] } };
  const changed = changedEnvironment({ cwd: "/a", sandbox: WRITABLE }, { cwd: "/a", ...now });
  assert.deepEqual(changed, now);
});
