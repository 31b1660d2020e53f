import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern } from "./compile_pattern.ts";

async function matches(pattern: string, text: string): Promise<boolean> {
  return (await compilePattern(pattern))(text);
}

Deno.test("compilePattern() finds a match anywhere, with flags at the start", async () => {
  assert.equal(await matches("^project/deploy/", "project/deploy/web"), true);
  assert.equal(await matches("^project/deploy/", "a/project/deploy/web"), false);
  assert.equal(await matches("(?i)DEPLOY$", "to deploy"), true);
  assert.equal(await matches("(?m)^b$", "a\nb\nc"), true);
  assert.equal(await matches("(?s)a.b", "a\nb"), true);
  assert.equal(await matches("a.b", "a\nb"), false);
  assert.equal(await matches("", ""), true);
});

Deno.test("compilePattern() reads escapes of JavaScript and Python that RE2 writes differently", async () => {
  assert.equal(await matches("(?P<kind>fix|feat){2}!", "fixfeat!"), true);
  assert.equal(await matches("(?<kind>fix|feat)!", "feat!"), true);
  assert.equal(await matches("\\Ab|a\\Z", "ba"), true);
  assert.equal(await matches("a\\Z", "ab"), false);
  assert.equal(await matches("^\\u00e9[\\u0041-C]$", "éB"), true);
  assert.equal(await matches("\\\\Z", "\\Z"), true);
  assert.equal(await matches("\\\\u0041", "A"), false);
});

Deno.test("compilePattern() takes no longer for patterns that explode elsewhere", async () => {
  const text = `${"a".repeat(60_000)}!`;
  const patterns = [
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "(.*a){12}$",
    "a*a*a*a*a*b",
    "(a?){30}a{30}b",
    "\\b(.*a){300}\\B[?]",
    "(a{20}|.{20}){50}[?!]a",
  ];
  for (const pattern of patterns) {
    const started = performance.now();
    assert.equal(await matches(pattern, text), false, pattern);
    assert.ok(performance.now() - started < 5000, pattern);
  }
});

Deno.test("compilePattern() rejects patterns that are invalid, too long, or need backtracking", async () => {
  const refused = [
    ["(", /^missing closing \): `\(`$/],
    ["a)", /^unexpected \)/],
    ["[a", /^missing closing \]/],
    ["*a", /^missing argument to repetition operator/],
    ["a{3,1}", /^invalid repeat count/],
    ["(a)\\1", /^invalid escape sequence: `\\1`$/],
    ["(?<x>a)\\k<x>", /^invalid escape sequence/],
    ["(?=a)", /^invalid or unsupported Perl syntax/],
    ["(?<!a)b", /^invalid/],
    ["((a{100}){100}){100}", /^invalid repeat count/],
    ["a{999999999}", /^invalid repeat count/],
    ["a".repeat(1001), /^it must have at most 1000 characters: current value has 1001$/],
  ] as const;
  for (const [pattern, message] of refused) {
    await assert.rejects(compilePattern(pattern), { name: "SyntaxError", message }, pattern);
  }
});

Deno.test("compilePattern() finds nothing in a text that is too long", async () => {
  assert.equal(await matches("a", "a".repeat(65_536)), true);
  assert.equal(await matches("a", "a".repeat(65_537)), false);
});

Deno.test("compilePattern() matches the same as RegExp, for patterns of both", async () => {
  const piece = fc.oneof(
    fc.constantFrom(..."ab.^$|()", "\\b", "\\B", "\\d", "[ab]", "[^a]", "\\x61", "]", "}", "-"),
    fc.constantFrom("*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "(?:", "(?<n>", "{", ","),
  );
  const patterns = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const texts = fc.string({ unit: fc.constantFrom(..."aabb1\n-{}],"), maxLength: 8 });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(patterns, fc.constantFrom("", "i", "m", "s"), texts, async (...given) => {
      const [pattern, flag, text] = given;
      try {
        const isMatch = await compilePattern(`${flag === "" ? "" : `(?${flag})`}${pattern}`);
        const expected = new RegExp(pattern, flag).test(text);
        taken++;
        assert.equal(isMatch(text), expected);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }),
    { numRuns: 5000 },
  );
  assert.ok(taken > 500, `${taken} of the patterns were taken`);
});

Deno.test("compilePattern() matches plain characters as RE2 does", async () => {
  const characters = fc.string({ unit: fc.constantFrom(..."ab/_-: 0"), maxLength: 3 });
  const ends = fc.constantFrom("", "\n", "\nb");
  await fc.assert(fc.asyncProperty(
    ...[fc.boolean(), characters, fc.boolean(), characters, characters, ends] as const,
    async (isStart, plain, isEnd, before, after, end) => {
      const pattern = `${isStart ? "^" : ""}${plain}${isEnd ? "$" : ""}`;
      const text = `${before}${plain}${after}${end}`;
      // An empty group needs the library.
      for (const one of [text, plain, before]) {
        assert.equal(await matches(pattern, one), await matches(`(?:)${pattern}`, one));
      }
    },
  ));
});
