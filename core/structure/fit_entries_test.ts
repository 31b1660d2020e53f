import assert from "node:assert/strict";
import fc from "fast-check";
import { TOKEN_ESTIMATORS } from "../text/mod.ts";
import { fitEntries } from "./fit_entries.ts";
import type { StructureEntry } from "./structure.ts";

const estimator = TOKEN_ESTIMATORS.piece;

function entry(
  path: string,
  startLine: number,
  fields: Partial<StructureEntry> = {},
): StructureEntry {
  const signature = `function f${startLine}()`;
  const lines = { startLine, endLine: startLine + 4 };
  return { path, language: "typescript", ...lines, signature, reasons: [], ...fields };
}

Deno.test("fitEntries() writes a file's definitions in line order, the file of the best first", () => {
  const { text, definitions, omitted, budget } = fitEntries([
    entry("b.ts", 20, { reasons: ["calls it in line 22"] }),
    entry("a.ts", 1),
    entry("b.ts", 5, { endLine: 5 }),
  ], { limit: 1000, estimator });
  assert.equal(
    text,
    "b.ts\n  5      function f5()\n  20-24  function f20()  (calls it in line 22)\n" +
      "\na.ts\n  1-5  function f1()\n",
  );
  assert.deepEqual(definitions.map(({ startLine }) => startLine), [5, 20, 1]);
  assert.deepEqual([omitted, budget.used], [0, estimator.count(text)]);
});

Deno.test("fitEntries() puts a definition below its container, or after its name when it is not shown", () => {
  const queue = entry("a.ts", 1, { endLine: 30, symbol: "Queue", signature: "class Queue" });
  const add = entry("a.ts", 5, { symbol: "Queue.add", signature: "add(file: File): void" });
  const { text } = fitEntries([add, queue], { limit: 1000, estimator });
  assert.equal(text, "a.ts\n  1-30  class Queue\n  5-9     add(file: File): void\n");
  const alone = fitEntries([add], { limit: 1000, estimator });
  assert.equal(alone.text, "a.ts\n  5-9  Queue: add(file: File): void\n");
  const heading = { kind: "heading", symbol: "1.2 Setup", signature: "## 1.2 Setup" } as const;
  assert.match(fitEntries([entry("a.md", 1, heading)], { limit: 99, estimator }).text, /5 {2}## 1/);
});

Deno.test("fitEntries() omits the last entries, and states their number", () => {
  const entries = [entry("a.ts", 1), entry("b.ts", 1), entry("a.ts", 9)];
  const { text, omitted } = fitEntries(entries, { limit: 22, estimator });
  assert.equal(text, "a.ts\n  1-5  function f1()\n\nLeft out: 2 definitions\n");
  assert.equal(omitted, 2);
  assert.match(
    fitEntries(entries, { limit: 99, estimator, alreadyOmitted: 7 }).text,
    /f9\(\)\n[^]*\nLeft out: 7 definitions\n$/,
  );
  const none = fitEntries(entries, { limit: 0, estimator });
  assert.deepEqual([none.text, none.omitted, none.budget.used], ["", 3, 0]);
});

Deno.test("fitEntries() keeps the order of a path, and describes omissions in the words of the caller", () => {
  const entries = [entry("b.ts", 9), entry("a.ts", 1), entry("b.ts", 1)];
  const { definitions, text } = fitEntries(entries, {
    limit: 25,
    estimator,
    keepsOrder: true,
    render: (shown) =>
      shown.map(({ path, startLine }) => `${path}:${startLine} step ${"x ".repeat(3)}\n`).join(""),
    formatOmitted: (left) => left.map(({ path }) => path).join("+"),
  });
  assert.ok(definitions.length > 0 && definitions.length < 3, text);
  assert.deepEqual(definitions, entries.slice(0, definitions.length));
  const left = entries.slice(definitions.length).map(({ path }) => path).join("+");
  assert.ok(text.endsWith(`\nLeft out: ${left}\n`), text);
});

Deno.test("fitEntries() never breaks a line at a name or a signature", () => {
  const { text } = fitEntries([entry("a\n.ts", 1, { signature: `x\u001b[2J${"y".repeat(300)}` })], {
    limit: 1000,
    estimator,
  });
  assert.equal(text.split("\n").length, 3);
  assert.match(text, /^a\\u000a\.ts\n {2}1-5 {2}x\\u001b\[2Jy+…\n$/);
});

Deno.test("fitEntries() never exceeds the budget, and omits nothing that fits", () => {
  const entries = fc.array(
    fc.record({
      path: fc.constantFrom("a.ts", "src/b.ts", "src/deep/c.ts"),
      startLine: fc.integer({ min: 1, max: 9999 }),
      symbol: fc.constantFrom("open", "Queue", "Queue.add", "Queue.add.inner"),
      signature: fc.string({ maxLength: 40 }),
    }).map(({ path, startLine, ...fields }) => entry(path, startLine, fields)),
    { maxLength: 30 },
  );
  const estimators = fc.constantFrom(TOKEN_ESTIMATORS.piece, TOKEN_ESTIMATORS.chars4);
  fc.assert(fc.property(entries, fc.nat(600), estimators, (all, limit, estimator) => {
    const { text, budget, definitions, omitted } = fitEntries(all, { limit, estimator });
    assert.ok(estimator.count(text) <= limit);
    assert.equal(budget.used, estimator.count(text));
    assert.equal(definitions.length + omitted, all.length);
    if (omitted === 0) return;
    const whole = fitEntries(all, { limit: 100_000, estimator });
    assert.ok(whole.budget.used > limit);
  }));
});

Deno.test("fitEntries() shows all entries when that costs less than a remark about an omission", () => {
  const all = ["a.ts", "a.ts", "src/deep/c.ts", "a.ts", "a.ts"].map((path) =>
    entry(path, 1, { signature: "", symbol: "open" })
  );
  const estimator = TOKEN_ESTIMATORS.chars4;
  const { budget: { used: limit } } = fitEntries(all, { limit: 100_000, estimator });
  assert.equal(fitEntries(all, { limit, estimator }).definitions.length, 5);
});

Deno.test("fitEntries() rejects an invalid budget", () => {
  for (const limit of [-1, .5, NaN]) {
    assert.throws(() => fitEntries([], { limit, estimator }), { code: "invalid-budget" });
  }
});
