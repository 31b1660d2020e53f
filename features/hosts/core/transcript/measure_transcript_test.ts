import assert from "node:assert/strict";
import fc from "fast-check";
import type { FileTouch, TranscriptEvent, TranscriptEventKind } from "./transcript_event.ts";
import { TranscriptMeter } from "./measure_transcript.ts";

type Told = Partial<Omit<TranscriptEvent, "kind" | "line">>;

function measure(...events: readonly (readonly [TranscriptEventKind, Told?])[]) {
  const meter = new TranscriptMeter();
  events.forEach(([kind, told], at) =>
    meter.add({ kind, line: at + 1, text: "", tokens: 0, ...told })
  );
  return meter.measure();
}

/** An output of a number of tokens, ten per line, that shows a file. */
function shows(path: string, tokens: number, start?: number, end?: number) {
  const lines = start === undefined ? {} : { lines: { startLine: start, endLine: end! } };
  const touches: readonly FileTouch[] = [{ path, action: "read", ...lines }];
  return ["output", { tokens, touches, text: "x\n".repeat(tokens / 10) }] as const;
}
const calls = (path: string, action: FileTouch["action"]) =>
  ["call", { text: path, tokens: 3, touches: [{ path, action }] }] as const;
const edits = (path: string) =>
  ["output", { tokens: 5, touches: [{ path, action: "edit" }] }] as const;
const says = (text: string) => ["assistant", { text, tokens: 2 }] as const;
const gives = (path: string, tokens: number, startLine = 1, endLine = 10) =>
  ["given", { tokens, fragments: [{ path, tokens, lines: { startLine, endLine } }] }] as const;

Deno.test("TranscriptMeter counts files that are read and never edited or named afterwards", () => {
  const { read, tokens, looks, looksBeforeEdit } = measure(
    ["user", { text: "Fix c.ts", tokens: 4 }],
    says("I look at d.ts"),
    calls("a.ts", "read"),
    shows("a.ts", 300),
    shows("b.ts", 100),
    shows("c.ts", 50),
    shows("d.ts", 150),
    says("b.ts is fine"),
    calls("a.ts", "edit"),
    edits("a.ts"),
    calls("d.ts", "read"),
  );
  // 300 + 100 + 50 + 150 were read; c.ts (the user named it) and d.ts (named before, and looked at again) are unused.
  assert.deepEqual(read, {
    tokens: 600,
    unusedTokens: 200,
    dilution: 200 / 600,
    unused: [{ path: "d.ts", tokens: 150, times: 1 }, { path: "c.ts", tokens: 50, times: 1 }],
    used: ["a.ts", "b.ts"],
  });
  assert.deepEqual([looks, looksBeforeEdit], [2, 1]);
  assert.deepEqual(tokens, { assistant: 4, call: 9, edit: 5, read: 600, user: 4 });
});

Deno.test("TranscriptMeter counts repeated reads without an edit or a compaction in between", () => {
  const { repeated } = measure(
    shows("a.ts", 400, 1, 40),
    shows("a.ts", 200, 31, 50), // 10 of 20 lines again: 100 tokens
    shows("a.ts", 100, 60, 69),
    edits("a.ts"),
    shows("a.ts", 400, 1, 40),
    shows("b.ts", 90), // all of it
    shows("b.ts", 90), // all again: 90
    ["compaction"],
    shows("b.ts", 90),
    ["output", { ...shows("b.ts", 90)[1], agent: "sub" }],
  );
  assert.deepEqual(repeated, {
    tokens: 190,
    files: [{ path: "a.ts", tokens: 100, times: 1 }, { path: "b.ts", tokens: 90, times: 1 }],
  });
});

Deno.test("TranscriptMeter shares an output among the files that it shows", () => {
  const touches: readonly FileTouch[] = [
    { path: "a.ts", action: "read" },
    { path: "b.ts", action: "read" },
    { path: "src", action: "search" },
  ];
  const { read } = measure(["output", { tokens: 101, touches }], says("see `a.ts`"));
  // 101 = 3 × 33 + 2: a.ts has 35, b.ts 33, and the search the rest.
  assert.deepEqual([read.tokens, read.unusedTokens], [68, 33]);
});

Deno.test("TranscriptMeter counts delivered texts as used, as unused, or as read again", () => {
  const { given, givenAlready } = measure(
    gives("a.ts", 100, 1, 10),
    gives("b.ts", 60),
    gives("c.ts", 40),
    ["given", {
      fragments: [{
        path: "a.ts",
        tokens: 0,
        lines: { startLine: 11, endLine: 25 },
        isReference: true,
      }],
    }],
    ["given", { tokens: 30, fragments: [{ path: "dossier:identity", tokens: 30 }] }],
    shows("a.ts", 200, 6, 25), // lines 6-10 of 20: 50 tokens
    says("c.ts has it"),
  );
  assert.deepEqual(given, {
    tokens: 200,
    unusedTokens: 60,
    dilution: 0.3,
    unused: [{ path: "b.ts", tokens: 60, times: 1 }],
    used: ["a.ts", "c.ts"],
  });
  assert.deepEqual(givenAlready, { tokens: 50, files: [{ path: "a.ts", tokens: 50, times: 1 }] });
});

Deno.test("TranscriptMeter sums the use of answers, each once as it was told last", () => {
  const usage = (key: string, output: number) =>
    ["usage", { usage: { key, input: 10, cacheRead: 100, cacheWrite: 5, output } }] as const;
  const { usage: sum } = measure(usage("m1", 1), usage("m1", 7), usage("m2", 3));
  assert.deepEqual(sum, { input: 20, cacheRead: 200, cacheWrite: 10, output: 10, answers: 2 });
});

Deno.test("TranscriptMeter never counts more as needless than came", () => {
  const path = fc.constantFrom("a.ts", "src/b.ts", "src/c.ts");
  const start = fc.integer({ min: 1, max: 30 });
  const event = fc.oneof(
    fc.tuple(path, fc.integer({ min: 1, max: 99 }), fc.option(start)).map(([path, tokens, at]) =>
      at === null ? shows(path, tokens) : shows(path, tokens, at, at + 9)
    ),
    fc.tuple(path, fc.nat(99), start).map(([path, tokens, at]) => gives(path, tokens, at, at + 9)),
    path.map(edits),
    path.map(says),
    fc.constant(["compaction"] as const),
  );
  fc.assert(fc.property(fc.array(event), (events) => {
    const { read, given, repeated, givenAlready } = measure(...events);
    for (const { tokens, unusedTokens, dilution, unused } of [read, given]) {
      assert.ok(0 <= unusedTokens && unusedTokens <= tokens && 0 <= dilution && dilution <= 1);
      assert.equal(unused.reduce((sum, file) => sum + file.tokens, 0), unusedTokens);
    }
    for (const { tokens, files } of [repeated, givenAlready]) {
      assert.ok(tokens <= read.tokens);
      assert.equal(files.reduce((sum, file) => sum + file.tokens, 0), tokens);
    }
  }));
});
