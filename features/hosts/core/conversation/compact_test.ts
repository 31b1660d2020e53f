import fc from "fast-check";
import assert from "node:assert/strict";
import { wrapHookBlock } from "../host/hook_block.ts";
import { countBytes4 } from "../../../../core/text/utf8.ts";
import {
  AskError,
  compactHistory,
  type CompactionOptions,
  compactionThreshold,
  HANDOVER_REQUEST,
  keepNewestTexts,
  needsCompaction,
  rebuildHistory,
} from "./compact.ts";
import { enterTurn, initialItems, isUserTurn, renderSummary, SUMMARY_PREFIX } from "./history.ts";
import { type HistoryItem, messageText, toMessageItem } from "./item.ts";

const say = (text: string) => toMessageItem("user", text);
const answer = (text: string) => toMessageItem("assistant", text);

const instructions = (rule: string) =>
  `# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\n${rule}\n</INSTRUCTIONS>`;
const context = (rule: string) => ({
  developer: "Be brief",
  instructions: instructions(rule),
  environment: { cwd: "/work" },
});

const HISTORY = {
  items: [
    ...initialItems(context("Use tabs")),
    say("one"),
    answer("1"),
    say(renderSummary("earlier")),
    say("two"),
    { kind: "ghost_snapshot", commit: "c0ffee" },
    say("<environment_context>\n  <cwd>/else</cwd>\n</environment_context>"),
    say("three"),
    answer("3"),
  ] as readonly HistoryItem[],
  baseline: { cwd: "/else" },
};

const NOW = context("Use spaces");
const GHOST = { kind: "ghost_snapshot", commit: "c0ffee" } as const;

/** Returns options whose `ask` follows a script, and the messages and pauses that it got. */
function script(...steps: readonly (readonly HistoryItem[] | Error)[]) {
  const sent: (readonly HistoryItem[])[] = [];
  const waits: number[] = [];
  const options: CompactionOptions = {
    ask: (items) => {
      sent.push(items);
      const step = steps[Math.min(sent.length, steps.length) - 1]!;
      return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
    },
    wait: (retry) => {
      waits.push(retry);
      return Promise.resolve();
    },
    context: () => NOW,
  };
  return { options, sent, waits };
}

Deno.test("C-17: compactHistory() keeps the user's messages and the summary, after the current context", async () => {
  const { options, sent } = script([answer("thinking"), answer("All is done"), GHOST]);
  const outcome = await compactHistory(HISTORY, options);
  assert.equal(outcome.event, "context_compacted");
  assert.deepEqual(outcome.history, {
    items: [
      ...initialItems(NOW),
      ...["one", "two", "three"].map(say),
      say(`${SUMMARY_PREFIX}\nAll is done`),
      GHOST,
    ],
    baseline: NOW.environment,
  });
  assert.equal(outcome.event === "context_compacted" && outcome.dropped, 0);
  assert.equal(outcome.event === "context_compacted" && outcome.notices.length, 1);
  const request = HISTORY.items.filter(({ kind }) => kind !== "ghost_snapshot");
  assert.deepEqual(sent, [[...request, say(HANDOVER_REQUEST)]]);
});

Deno.test("C-17: within a turn the context is before the last message; between turns the next turn sends it", async () => {
  const { options } = script([answer("Done")]);
  const kept = ["one", "two"].map(say);
  const within = await compactHistory(HISTORY, { ...options, place: "before-last-message" });
  const end = [say(renderSummary("Done")), GHOST];
  assert.deepEqual(within.history, {
    items: [...kept, ...initialItems(NOW), say("three"), ...end],
    baseline: NOW.environment,
  });
  const between = await compactHistory(HISTORY, {
    ...options,
    place: "next-turn",
    context: () => assert.fail("the next turn asks for it"),
  });
  assert.deepEqual(between.history, { items: [...kept, say("three"), ...end] });
  const nothing = rebuildHistory([], {
    summary: "Done",
    context: NOW,
    place: "before-last-message",
  });
  assert.deepEqual(nothing.items, [...initialItems(NOW), end[0]]);
});

Deno.test("C-17: the context that we gave beside a message is not kept, and is no message of the user", () => {
  const block = wrapHookBlock("src/queue.ts", { moment: "prompt", id: "1" });
  const { items } = rebuildHistory([say(`Mend it\n\n${block}`), say(block), say("")], {
    summary: "",
  });
  assert.deepEqual(items.slice(0, -1), [say("Mend it\n\n"), say("")]);
});

for (
  const text of [
    "Another language model started to solve this problem and produced a summary of its thinking process. Here it is:\nx",
    "This session is being continued from a previous conversation that ran out of context.\n\nSummary:\nx",
    renderSummary("x"),
    "<user_instructions>\nUse tabs\n</user_instructions>",
    "<turn_aborted>\n</turn_aborted>",
    "<local-command-stdout>x</local-command-stdout>",
  ]
) {
  Deno.test(`C-17: rebuildHistory() takes no words of a host for the user's: ${text.slice(0, 24)}`, () => {
    const { items } = rebuildHistory([say("one"), say(text), say("two")], { summary: "s" });
    assert.deepEqual(items, [say("one"), say("two"), say(renderSummary("s"))]);
  });
}

Deno.test("C-10: after a compaction the next turn sends the whole context, unless the compacted history contains it", async () => {
  const { options } = script([answer("Done")]);
  const between = await compactHistory(HISTORY, { ...options, place: "next-turn" });
  assert.deepEqual(enterTurn(between.history, NOW).items, [
    ...between.history.items,
    ...initialItems(NOW),
  ]);
  const { history } = await compactHistory(HISTORY, options);
  assert.deepEqual(enterTurn(history, NOW), history);
});

Deno.test("C-17: rebuildHistory() twice keeps the user's messages, one context and one summary", () => {
  const places = fc.constantFrom("start", "before-last-message");
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 9 }), { maxLength: 6 });
  fc.assert(fc.property(texts, places, (texts, place) => {
    const options = { summary: "Done", context: NOW, place } as const;
    const once = rebuildHistory([...texts.map(say), answer("ok"), GHOST], options);
    assert.deepEqual(rebuildHistory(once.items, options), once);
    assert.deepEqual(once.items.filter(isUserTurn), texts.map(say));
    assert.equal(once.items.length, texts.length + 5);
  }));
});

Deno.test("C-17: keepNewestTexts() begins with the newest, cuts the first that does not fit, and stops", () => {
  const four = "1234";
  assert.deepEqual(keepNewestTexts([four, "12345678", four], 3), ["12345678", four]);
  assert.deepEqual(keepNewestTexts([four, "abcdefghijklmnop", four], 3), [
    "abcd…2 tokens truncated…mnop",
    four,
  ]);
  assert.deepEqual(keepNewestTexts([four, four], 0), []);
  assert.deepEqual(keepNewestTexts([], 5), []);
});

Deno.test("C-17: keepNewestTexts() stays within the budget except for its mark, and does not change the newest", () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "😀"), maxLength: 40 }));
  fc.assert(fc.property(texts, fc.nat(60), (texts, budget) => {
    const kept = keepNewestTexts(texts, budget);
    const whole = kept.filter((text) => !text.includes(" tokens truncated"));
    assert.ok(kept.length - whole.length <= 1);
    assert.deepEqual(whole, texts.slice(texts.length - whole.length));
    const ends = kept.map((text) => text.replace(/…\d+ tokens truncated…/, ""));
    const spent = ends.reduce((sum, text) => sum + countBytes4(text), 0);
    assert.ok(spent <= budget);
  }));
});

Deno.test("C-17: of an oversized message 20,000 tokens are kept", () => {
  const long = "x".repeat(100_000);
  const { items } = rebuildHistory(["old", long, "new"].map(say), { summary: "" });
  const texts = items.map((item) => item.kind === "message" ? messageText(item) : "");
  assert.equal(texts.length, 3);
  // "new" takes one token of the budget.
  assert.match(texts[0]!, /^x{39998}…5001 tokens truncated…x{39998}$/);
  assert.equal(texts[1], "new");
});

Deno.test("C-18: compactHistory() drops the oldest items until the rest fits, and reports their number", async () => {
  const full = new AskError("window-exceeded", "too long");
  const { options, sent } = script(full, full, [answer("Done")]);
  const outcome = await compactHistory(HISTORY, options);
  assert.ok(outcome.event === "context_compacted");
  assert.equal(outcome.dropped, 2);
  assert.match(outcome.notices[0]!, /leaves out the oldest 2 items /);
  const [first] = sent[2]!;
  assert.deepEqual(first, HISTORY.items[2]);
  // Messages of the user are kept, including those that the model was not shown.
  assert.deepEqual(outcome.history.items[3], say("one"));
});

Deno.test("C-18: a call is dropped together with its output, and both are counted", async () => {
  const items: readonly HistoryItem[] = [
    { kind: "function_call", callId: "1", name: "cat", arguments: "{}" },
    say("x"),
    { kind: "function_call_output", callId: "1", output: { content: "" } },
  ];
  const { options, sent } = script(new AskError("window-exceeded", "too long"), [answer("Done")]);
  const outcome = await compactHistory({ items }, options);
  assert.ok(outcome.event === "context_compacted");
  assert.equal(outcome.dropped, 2);
  assert.deepEqual(sent[1], [say("x"), say(HANDOVER_REQUEST)]);
});

Deno.test("C-18: a single item that does not fit is a failure, and the history is unchanged", async () => {
  const { options, sent } = script(new AskError("window-exceeded", "too long"));
  const history = { items: [say("x")] };
  const outcome = await compactHistory(history, options);
  assert.equal(outcome.event, "window_full");
  assert.equal(outcome.history, history);
  assert.equal(sent.length, 1);
});

Deno.test("C-18: an interruption does not change the history, even during a pause", async () => {
  const stop = new AskError("interrupted", "stopped");
  for (const { options } of [script(stop), script(new Error("busy"))]) {
    const outcome = await compactHistory(HISTORY, { ...options, wait: () => Promise.reject(stop) });
    assert.equal(outcome.event, "interrupted");
    assert.equal(outcome.history, HISTORY);
  }
});

Deno.test("C-18: other failures are repeated after a wait, and the count begins anew when an item was dropped", async () => {
  const busy = new Error("busy");
  const full = new AskError("window-exceeded", "too long");
  const fixed = script(busy, busy, full, busy, [answer("Done")]);
  const outcome = await compactHistory(HISTORY, { ...fixed.options, maxRetries: 2 });
  assert.equal(outcome.event, "context_compacted");
  assert.deepEqual(fixed.waits, [1, 2, 1]);
  const hopeless = script(busy);
  const failed = await compactHistory(HISTORY, { ...hopeless.options, maxRetries: 2 });
  assert.equal(failed.event === "failed" && failed.cause, busy);
  assert.equal(failed.history, HISTORY);
  assert.deepEqual(hopeless.waits, [1, 2]);
});

Deno.test("C-18: a response without a message, or with an empty one, has no summary", async () => {
  for (const items of [[], [answer("  ")], [GHOST]]) {
    const { history } = await compactHistory(HISTORY, script(items).options);
    assert.deepEqual(history.items.at(-2), say(`${SUMMARY_PREFIX}\n(no summary available)`));
  }
});

Deno.test("C-19: compactionThreshold() is 90 % of the window, rounded down, or the configured value", () => {
  assert.equal(compactionThreshold(272_000), 244_800);
  assert.equal(compactionThreshold(128_001), 115_200);
  assert.equal(compactionThreshold(128_001, 64_000), 64_000);
  assert.deepEqual([899, 900].map((used) => needsCompaction(used, 1000)), [false, true]);
  assert.deepEqual([499, 500].map((used) => needsCompaction(used, 1000, 500)), [false, true]);
});
