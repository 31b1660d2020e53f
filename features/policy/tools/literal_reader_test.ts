import assert from "node:assert/strict";
import fc from "fast-check";
import { readLiteral } from "./literal_reader.ts";
import type { LiteralLanguage } from "./literal_syntax.ts";

const VALUES: Readonly<Record<LiteralLanguage, readonly (readonly [string, unknown])[]>> = {
  python: [
    ["True", true],
    ["None", null],
    ["-1_000", -1000],
    ["0x1F", 31],
    ["1.5e-3", .0015],
    [".5", .5],
    ["'a' 'b' + \"c\"", "abc"],
    ["('a'\n  'b')", "ab"],
    ["(1)", 1],
    ["(1,)", [1]],
    ["()", []],
    ["[1, 'a', None,]", [1, "a", null]],
    ["{'a': {'b': [True]}, # why\n 'c': 1}", { a: { b: [true] }, c: 1 }],
    ["{200: 'fine'}", { 200: "fine" }],
    ["'''a\n'b' \"c\"'''", "a\n'b' \"c\""],
    [String.raw`"\x41\u00e9\U0001F600\101\n\q\a"`, "Aé😀A\n\\q\x07"],
    [String.raw`r"\n\""`, '\\n\\"'],
    ["'a\\\nb'", "ab"],
    ["1  # one", 1],
    ["1; x = 2", 1],
  ],
  javascript: [
    ["true;", true],
    ["null", null],
    ["-1_000", -1000],
    ["0b11", 3],
    ["'a' +\n \"b\" + `c`", "abc"],
    ["('a')", "a"],
    ["[1, 'a', null,]", [1, "a", null]],
    ["{ a: 1, 'b-c': [true], 200: 'x', }", { a: 1, "b-c": [true], 200: "x" }],
    ["{ /* why */ type: 'object' } as const;", { type: "object" }],
    ["{ enum: ['a'] as const }", { enum: ["a"] }],
    ["[] satisfies string[]", []],
    [String.raw`"\x41\u00e9\u{1F600}\n\q\0"`, "Aé😀\nq\0"],
    ["`a\nb`", "a\nb"],
    ["1, other = 2", 1],
    ["1\n/** Next. */\nexport function f() {}", 1],
    ["1 // one\n", 1],
  ],
};

/** Expressions that must be evaluated, and values that JSON cannot represent. */
const OTHERS: Readonly<Record<LiteralLanguage, readonly string[]>> = {
  python: [
    "NAME",
    "os.environ",
    "dict(a=1)",
    "{'a': f()}",
    "{**base}",
    "{1, 2}",
    "[x for x in y]",
    "[*a]",
    "f'{x}'",
    "b'a'",
    "'a' % b",
    "'a'.join([])",
    "'a' if b else 'c'",
    "[1][0]",
    "{} | other",
    "1 + 2",
    "1, 2",
    "1e999",
    "2j",
    "'\\N{BULLET}'",
    "'open",
    "[1, 2",
    "[1 2]",
    "{'a' 1}",
    "{None: 1}",
    "{'__proto__': 1}",
    "lambda: 1",
    "",
  ],
  javascript: [
    "NAME",
    "undefined",
    "Object.freeze({})",
    "{ a }",
    "{ a() {} }",
    "{ get a() { return 1; } }",
    "{ ...base }",
    "{ [a]: 1 }",
    "{ __proto__: { a: 1 } }",
    "{ '__proto__': 1 }",
    "[1, , 2]",
    "[...a]",
    "`${a}`",
    "'a' + b",
    "'a'.length",
    "{}\n  .a",
    "[1]\n[0]",
    "(1, 2)",
    "() => 1",
    "10n",
    "-Infinity",
    "/a/",
    "'a\nb'",
    "'\\u{110000}'",
    "",
  ],
};

for (const language of ["python", "javascript"] as const) {
  Deno.test(`readLiteral() reads the literals of ${language}`, () => {
    for (const [text, value] of VALUES[language]) {
      assert.deepEqual(readLiteral(`x = ${text}`, 4, language), value, text);
    }
  });

  Deno.test(`readLiteral() gives nothing for what is no literal in ${language}`, () => {
    for (const text of OTHERS[language]) {
      assert.equal(readLiteral(`x = ${text}`, 4, language), undefined, text);
    }
  });

  Deno.test(`readLiteral() gives nothing for 10,000 brackets in ${language}`, () => {
    for (const [open, close] of [["[", "]"], ["{'a': ", "}"], ["(", ")"]] as const) {
      const text = `${open.repeat(10_000)}1${close.repeat(10_000)}`;
      assert.equal(readLiteral(text, 0, language), undefined);
    }
  });

  Deno.test(`readLiteral() takes time in proportion to its text in ${language}`, () => {
    const start = performance.now();
    for (
      const part of ["[1, ", "'a' ", "  ", "# a\n", "/* */", "(", "'a' + ", "\\\n", "'\\x41' "]
    ) {
      readLiteral(part.repeat(200_000 / part.length), 0, language);
      readLiteral(`[${part.repeat(200_000 / part.length)}`, 0, language);
    }
    assert.ok(performance.now() - start < 3000);
  });
}

Deno.test("readLiteral() reads JSON like a JSON parser, in both languages", () => {
  const key = fc.string().filter((one) => one !== "__proto__");
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
      fc.string({ unit: "grapheme" }),
      fc.array(tie("value")),
      fc.dictionary(key, tie("value"), { noNullPrototype: true }),
    ),
  }));
  fc.assert(fc.property(value, (one) => {
    const text = JSON.stringify(one, null, 1);
    assert.deepEqual(readLiteral(text, 0, "javascript"), one);
    const words = { "true": "True", "false": "False", "null": "None" };
    const python = text.replaceAll(
      /"(?:[^"\\]|\\.)*"|true|false|null/g,
      (word) => words[word as keyof typeof words] ?? word.replaceAll("\\/", "/"),
    );
    assert.deepEqual(readLiteral(`(${python})`, 0, "python"), one);
  }));
});
