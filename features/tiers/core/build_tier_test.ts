import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addPlugins,
  buildTier,
  countTierTokens,
  divideBudget,
  TIER_SEPARATOR,
  type TierInput,
} from "./build_tier.ts";

function input(uri: string, ...texts: readonly string[]): TierInput {
  const pieces = texts.map((text, at) => ({ path: `${uri}/${at}.md`, text }));
  return { uri, hash: "", pieces };
}

/** Returns a text of a number of tokens, in lines of ten. */
function text(tokens: number): string {
  return `${"x".repeat(39)}\n`.repeat(tokens / 10);
}

Deno.test("B-9: a file that does not fit is left out, and a later one that does is given", () => {
  const { sources, used, text: given } = buildTier("identity", [
    input("a", text(300), text(250), text(150)),
  ], { budget: 500 });
  assert.deepEqual(sources[0]!.files.map(({ status }) => status), [
    "injected",
    "omitted_budget",
    "injected",
  ]);
  assert.equal(sources[0]!.status, "truncated");
  assert.equal(sources[0]!.reason, "1 of 3 files are omitted");
  assert.equal(given, text(300) + TIER_SEPARATOR + text(150));
  // (300 × 4 + 6 + 150 × 4) / 4
  assert.equal(used, 451);
});

Deno.test("B-9: a text with exactly the tokens of the budget fits, and one with one more does not", () => {
  assert.equal(buildTier("identity", [input("a", text(500))], { budget: 500 }).used, 500);
  const second = text(200).slice(TIER_SEPARATOR.length);
  const pair = buildTier("identity", [input("a", text(300)), input("b", second)], { budget: 500 });
  assert.deepEqual(pair.sources.map(({ status }) => status), ["injected", "injected"]);
  assert.equal(pair.used, 500);
  const over = buildTier("identity", [input("a", text(300)), input("b", `${second}xxxx`)], {
    budget: 500,
  });
  assert.deepEqual(over.sources.map(({ status }) => status), ["injected", "omitted_budget"]);
});

Deno.test("B-9: a single file larger than the budget is cut after a line, with a note", () => {
  const built = buildTier("identity", [input("a", text(900))], { budget: 500 });
  assert.equal(built.sources[0]!.status, "truncated");
  const lines = built.text.split("\n");
  assert.equal(lines.pop(), "… 410 tokens omitted");
  assert.equal(lines.length, 49);
  assert.ok(built.used <= 500);
});

Deno.test("buildTier() does not cut a file without a line that fits, nor when cutting is disabled", () => {
  const long = "x".repeat(4000);
  const whole = buildTier("identity", [input("a", long, "short")], { budget: 500 });
  assert.equal(whole.text, "short");
  const uncut = buildTier("reference", [input("a", text(900))], { budget: 500, cuts: false });
  assert.equal(uncut.sources[0]!.status, "omitted_budget");
});

Deno.test("buildTier() includes nothing in a budget of 0, not even a text without tokens", () => {
  const { sources, text } = buildTier("identity", [input("a", "x")], { budget: 0 });
  assert.equal(text, "");
  assert.equal(sources[0]!.status, "omitted_budget");
});

Deno.test("buildTier() returns the status of each source", () => {
  const refused = { path: "x", status: "blocked", reason: "it is outside the root" } as const;
  const { sources, text } = buildTier("workflow", [
    input("empty"),
    { ...input("blocked"), pieces: [refused] },
    { ...input("mixed"), pieces: [refused, { path: "y", text: "given" }] },
    {
      ...input("broken"),
      instead: { status: "error", reason: "there is no such type" },
    },
    { ...input("held", "held"), instead: { status: "fresh", reason: "the session holds it" } },
    input("fine", "fine"),
  ], { budget: 100 });
  assert.deepEqual(
    sources.map(({ status }) => status),
    ["empty", "blocked", "injected", "error", "fresh", "injected"],
  );
  assert.equal(sources[1]!.reason, '"x": it is outside the root');
  assert.equal(text, `given${TIER_SEPARATOR}fine`);
});

Deno.test("buildTier() never exceeds its budget, and includes each file whole, cut, or not at all", () => {
  const files = fc.array(fc.string({ unit: "grapheme", maxLength: 200 }), { maxLength: 5 });
  const budgets = fc.nat({ max: 60 });
  fc.assert(fc.property(fc.array(files, { maxLength: 4 }), budgets, (sources, budget) => {
    const inputs = sources.map((texts, at) => input(`s${at}`, ...texts));
    const built = buildTier("identity", inputs, { budget });
    assert.ok(countTierTokens(built.text) <= budget);
    assert.equal(built.used, countTierTokens(built.text));
    const given = built.sources.flatMap(({ files }) => files.flatMap(({ text = [] }) => text));
    assert.equal(built.text, given.join(TIER_SEPARATOR));
    assert.ok(built.sources.reduce((sum, { tokens }) => sum + tokens, 0) <= built.used);
  }));
});

Deno.test("B-24: plugins share the remaining tokens equally; the first gets the remainder, and unused tokens pass on", () => {
  const reference = buildTier("reference", [], { budget: 107 });
  // 107 - 2 × 3 = 101: 51 for the first, 50 for the second.
  const fits = (first: number, second: number) =>
    addPlugins(reference, [
      input("a", "x".repeat(4 * first)),
      input("b", "x".repeat(4 * second)),
    ]).sources.map(({ status }) => status);
  assert.deepEqual(fits(51, 50), ["injected", "injected"]);
  assert.deepEqual(fits(52, 50), ["omitted_budget", "injected"]);
  assert.deepEqual(fits(51, 51), ["injected", "omitted_budget"]);
  assert.deepEqual(fits(21, 80), ["injected", "injected"]);
});

Deno.test("B-24: divideBudget() divides equally, and passes on unused tokens", () => {
  assert.deepEqual(divideBudget(101, [[51], [50]]), [51, 50]);
  assert.deepEqual(divideBudget(101, [[20], [30, 40]]), [20, 70]);
  // The source of 60 is larger than its share, and is cut to what remains.
  assert.deepEqual(divideBudget(101, [[60], [10]]), [51, 10]);
  // 40 fit, 20 do not, and 5 fit again.
  assert.deepEqual(divideBudget(100, [[40, 20, 5], [90]]), [45, 55]);
  assert.deepEqual(divideBudget(100, []), []);
});

Deno.test("B-24: with any plugins the reference tier does not pass its budget", () => {
  const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 99 }), { maxLength: 6 });
  fc.assert(fc.property(texts, texts, fc.nat({ max: 80 }), (documents, plugins, budget) => {
    const built = addPlugins(
      buildTier("reference", [input("r", ...documents)], { budget }),
      plugins.map((text, at) => input(`p${at}`, text)),
    );
    assert.ok(countTierTokens(built.text) <= budget);
  }));
});
