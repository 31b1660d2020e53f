import assert from "node:assert/strict";
import fc from "fast-check";
import { compileLinearRegexp } from "./linear_regexp.ts";

Deno.test("compileLinearRegexp() finds a match anywhere, with the flags that stand in front", () => {
  assert.equal(compileLinearRegexp("^project/deploy/")("project/deploy/web"), true);
  assert.equal(compileLinearRegexp("^project/deploy/")("a/project/deploy/web"), false);
  assert.equal(compileLinearRegexp("(?i)DEPLOY$")("to deploy"), true);
  assert.equal(compileLinearRegexp("(?m)^b$")("a\nb\nc"), true);
  assert.equal(compileLinearRegexp("(?s)a.b")("a\nb"), true);
  assert.equal(compileLinearRegexp("a.b")("a\nb"), false);
  assert.equal(compileLinearRegexp("\\Ab|a\\Z")("ba"), true);
  assert.equal(compileLinearRegexp("(?P<kind>fix|feat){2}!")("fixfeat!"), true);
  assert.equal(compileLinearRegexp("")(""), true);
});

Deno.test("compileLinearRegexp() takes no longer for patterns that explode elsewhere", () => {
  const text = `${"a".repeat(20_000)}!`;
  const patterns = [
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "(.*a){12}$",
    "a*a*a*a*a*b",
    "(a?){30}a{30}b",
  ];
  for (const pattern of patterns) {
    const started = performance.now();
    assert.equal(compileLinearRegexp(pattern)(text), false, pattern);
    assert.ok(performance.now() - started < 5000, pattern);
  }
});

Deno.test("compileLinearRegexp() refuses what is wrong, too long, or has to try", () => {
  const refused = [
    ["(", /group is not closed/],
    ["a)", /closed that is not open/],
    ["[a", /Unterminated character class/],
    ["*a", /Nothing to repeat/],
    ["a{3,1}", /numbers out of order/],
    ["(a)\\1", /must not refer back/],
    ["(?<x>a)\\k<x>", /must not refer back/],
    ["(?=a)", /must not look ahead/],
    ["(?<!a)b", /must not look ahead/],
    ["((a{100}){100}){100}", /must not repeat so much/],
    ["a{999999999}", /must not repeat so much/],
    ["a".repeat(1001), /at most 1000 characters: current value has 1001/],
  ] as const;
  for (const [pattern, message] of refused) {
    assert.throws(() => compileLinearRegexp(pattern), { name: "SyntaxError", message }, pattern);
  }
});

Deno.test("compileLinearRegexp() finds nothing in a text that is too long, for a long pattern sooner", () => {
  const long = compileLinearRegexp("(a{20}|.{20}){100}$");
  const started = performance.now();
  assert.equal(long("a".repeat(4200)), false);
  assert.equal(long("a".repeat(4000)), true);
  assert.ok(performance.now() - started < 5000);
  assert.equal(compileLinearRegexp("a")("a".repeat(65_536)), true);
  assert.equal(compileLinearRegexp("a")("a".repeat(65_537)), false);
});

Deno.test("compileLinearRegexp() matches whatever RegExp matches, for any pattern that it takes", () => {
  const piece = fc.oneof(
    fc.constantFrom(..."ab.^$|()", "\\b", "\\B", "\\d", "[ab]", "[^a]", "\\x61", "]", "}", "-"),
    fc.constantFrom("*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "(?:", "(?<n>", "{", ","),
  );
  const patterns = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const texts = fc.string({ unit: fc.constantFrom(..."aabb1\n-{}],"), maxLength: 8 });
  let taken = 0;
  fc.assert(
    fc.property(patterns, fc.constantFrom("", "i", "m", "s"), texts, (pattern, flag, text) => {
      let matches: (text: string) => boolean;
      try {
        matches = compileLinearRegexp(`${flag === "" ? "" : `(?${flag})`}${pattern}`);
      } catch (error) {
        assert.ok(error instanceof SyntaxError);
        return;
      }
      taken++;
      assert.equal(matches(text), new RegExp(pattern, flag).test(text));
    }),
    { numRuns: 5000 },
  );
  assert.ok(taken > 500, `${taken} of the patterns were taken`);
});
