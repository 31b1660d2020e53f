import assert from "node:assert/strict";
import fc from "fast-check";
import type { FragmentCandidate, PassageCandidate, TextCandidate } from "../fragment/candidate.ts";
import { formatLocation, type UnhashedFragment } from "../fragment/fragment.ts";
import { type InOrderOptions, packInOrder } from "./pack_in_order.ts";

/** One token per character, so that budgets are easy to count. */
const cost = ({ text }: UnhashedFragment) => Array.from(text).length;

function told(name: string, text: string): TextCandidate {
  return { source: `memory:${name}`, trust: "learned", score: 1, forms: [{ form: "whole", text }] };
}

/** Texts of 3, 5, 2 and 4 tokens. */
const FOUR = [told("a", "aaa"), told("b", "bbbbb"), told("c", "cc"), told("d", "dddd")];

function pack(
  candidates: readonly FragmentCandidate[],
  { left = 1000, ...options }:
    & Pick<InOrderOptions, "rule" | "limit" | "cutsFirst">
    & { readonly left?: number },
) {
  const { fragments, omitted } = packInOrder(candidates, { ...options, left, cost });
  return {
    shown: fragments.map(({ text }) => text),
    omitted: omitted.map((one) => `${formatLocation(one)} ${one.tokens}`),
    fragments,
  };
}

Deno.test("packInOrder() by skip-and-continue omits candidates that do not fit and continues", () => {
  // 3 fit 9, 3 + 5 = 8 as well, + 2 = 10 do not, + 4 = 12 do not.
  assert.deepEqual(pack(FOUR, { rule: "skip-and-continue", limit: 9 }).shown, ["aaa", "bbbbb"]);
  // 3, then 5 do not fit the 4 that are left, 2 do, and 4 do not fit the 2 that are left.
  const { shown, omitted } = pack(FOUR, { rule: "skip-and-continue", limit: 7 });
  assert.deepEqual(shown, ["aaa", "cc"]);
  assert.deepEqual(omitted, ["memory:b 5", "memory:d 4"]);
});

Deno.test("packInOrder() includes an exact fit, by each rule", () => {
  for (const rule of ["skip-and-continue", "break-at-first-miss", "truncate-last"] as const) {
    assert.deepEqual(pack(FOUR, { rule, limit: 8 }).shown.slice(0, 2), ["aaa", "bbbbb"], rule);
    assert.deepEqual(pack(FOUR, { rule, limit: 14 }).omitted, [], rule);
    assert.deepEqual(pack([], { rule, limit: 14 }).shown, [], rule);
  }
});

Deno.test("packInOrder() by break-at-first-miss stops at the first that does not fit", () => {
  const { shown, omitted } = pack(FOUR, { rule: "break-at-first-miss", limit: 7 });
  assert.deepEqual(shown, ["aaa"]);
  assert.deepEqual(omitted, ["memory:b 5", "memory:c 2", "memory:d 4"]);
});

Deno.test("packInOrder() by break-at-first-miss includes the very first beyond the limit, within the total", () => {
  const first = { rule: "break-at-first-miss", limit: 2 } as const;
  assert.deepEqual(pack(FOUR, { ...first, left: 3 }).shown, ["aaa"]);
  assert.deepEqual(pack(FOUR, { ...first, left: 2 }), {
    shown: [],
    fragments: [],
    omitted: [
      "memory:a 3",
      "memory:b 5",
      "memory:c 2",
      "memory:d 4",
    ],
  });
});

Deno.test("packInOrder() by truncate-last cuts the first that does not fit to the remaining tokens, and stops", () => {
  const { fragments, shown, omitted } = pack(FOUR, { rule: "truncate-last", limit: 6 });
  assert.deepEqual(shown, ["aaa", "bbb"]);
  assert.deepEqual(fragments.map(({ edited, form }) => [edited, form]), [
    [undefined, "whole"],
    [true, "snippet"],
  ]);
  assert.deepEqual(omitted, ["memory:b 2", "memory:c 2", "memory:d 4"]);
  assert.deepEqual(pack(FOUR, { rule: "truncate-last", limit: 3 }).shown, ["aaa"]);
  assert.deepEqual(pack([told("a", "😀😀😀")], { rule: "truncate-last", limit: 2 }).shown, [
    "😀😀",
  ]);
});

Deno.test("packInOrder() by truncate-last reports the omitted lines of a file", () => {
  const lines = ["one", "two", "three", "four"];
  const file: PassageCandidate = {
    path: "a.md",
    kind: "document",
    language: "markdown",
    startLine: 1,
    endLine: 4,
    score: 1,
    document: { lines },
  };
  // "one\ntwo\nth" are ten.
  const { fragments, omitted } = pack([file], { rule: "truncate-last", limit: 10 });
  assert.deepEqual(fragments.map(formatLocation), ["a.md:1-3"]);
  assert.equal(fragments[0]?.source, "file:a.md#L1-3");
  assert.equal(fragments[0]?.text, "one\ntwo\nth");
  assert.deepEqual(omitted, ["a.md:4-4 8"]);
});

Deno.test("packInOrder() cuts a first candidate beyond the limit at a line end, and continues", () => {
  const long = told("long", "one\ntwo\nthree\nfour");
  const options = { rule: "skip-and-continue", limit: 8, cutsFirst: true } as const;
  // With "two" there are seven, with "three" thirteen.
  const { fragments, shown, omitted } = pack([long, told("a", "a"), long], options);
  assert.deepEqual(shown, ["one\ntwo", "a"]);
  assert.equal(fragments[0]?.remark, "Cut after line 2 of 4, as there is no room for the rest.");
  assert.deepEqual(omitted, ["memory:long 11", "memory:long 18"]);
  assert.deepEqual(pack([told("a", "a"), long], options).shown, ["a"]);
  assert.deepEqual(pack([long], { ...options, limit: 2 }).shown, []);
  assert.deepEqual(pack([long], { ...options, cutsFirst: false }).shown, []);
});

Deno.test("packInOrder() never exceeds the limit, loses nothing, and keeps the order", () => {
  const texts = fc.array(fc.string({ maxLength: 8 }), { maxLength: 8 });
  const rules = fc.constantFrom<InOrderOptions["rule"]>(
    "skip-and-continue",
    "break-at-first-miss",
    "truncate-last",
  );
  fc.assert(fc.property(texts, rules, fc.nat(30), fc.nat(30), (given, rule, limit, more) => {
    const candidates = given.map((text, at) => told(`${at}`, text));
    const left = limit + more;
    const { fragments, omitted } = packInOrder(candidates, { rule, limit, left, cost });
    const used = fragments.reduce((total, fragment) => total + cost(fragment), 0);
    const isFirstOnly = rule === "break-at-first-miss" && fragments.length === 1;
    assert.ok(used <= (isFirstOnly ? left : limit));
    assert.deepEqual(fragments.map(({ rank }) => rank), fragments.map((_, at) => at + 1));
    const shown = fragments.map(({ source }) => source);
    assert.deepEqual(
      shown,
      candidates.map(({ source }) => source).filter((one) => shown.includes(one)),
    );
    for (const { source } of candidates) {
      assert.ok([...fragments, ...omitted].some((one) => one.source === source));
    }
  }));
});
