import assert from "node:assert/strict";
import fc from "fast-check";
import { GRAMMARS } from "./grammars.ts";
import { MAX_TREE_LENGTH, openSyntax, type Syntax } from "./open_syntax.ts";

const SAMPLES: Readonly<Record<string, string>> = {
  bash: "# a\nf() {\n  echo $(g)\n}\nX=1\n",
  c: "#define A 1\n#ifdef B\n/* f */\nint *f(int a) { return 0; }\n#endif\nstruct s { int a; } *x;\n",
  cpp:
    "namespace a {\ntemplate <class T> class C { int m(); };\nint C<int>::m() { return 1; }\n}\n",
  csharp: "namespace A;\n/// <b>\n[X]\nclass C {\n  int P { get; set; }\n  void M() { }\n}\n",
  go: "package a\n\n// F\nfunc (s *S[T]) F() {}\ntype (\n\tI interface { M() }\n)\n",
  java: "/** A */\n@X\nclass A {\n  static final int B = 1;\n  void m() { }\n}\n",
  javascript:
    "export const f = () => {\n  return `${1}`;\n};\nclass A { m() {} }\nexports.b = f;\n",
  lua: "--- f\nfunction M.f() end\nlocal t = { g = function() end }\n",
  php: "<?php\nnamespace A;\n/** B */\nclass B {\n  const C = 1;\n  function m() {}\n}\n?>\n",
  python: '@a\nclass A:\n    """Doc."""\n    def m(self):\n        pass\n\nB = [\n    1,\n]\n',
  ruby: "# A\nclass A::B < C\n  def self.m; end\n  private def n(a) = 1\nend\n",
  rust: "/// A\n#[x]\nimpl<T> A<T> {\n    fn m(&self) {}\n}\nmacro_rules! b { () => {} }\n",
  scala: "/** A */\nobject A {\n  def m(a: Int): Int = a\n}\ngiven b: C = 1\n",
  tsx: "export function A() {\n  return <b>{1}</b>;\n}\ninterface I { m(): void }\n",
  typescript:
    "@a\nexport class A<T> {\n  private m(): void {}\n}\ndeclare module 'x' { let y: 1 }\n",
};

/** Languages where a container is always written around its members, and so is found as well. */
const ENCLOSING_LANGUAGES = ["csharp", "java", "php", "python", "scala"];

const LANGUAGES = GRAMMARS.map(({ language }) => language);

/** Samples with parts cut out, repeated and put elsewhere, or foreign characters put in. */
const brokenSource = fc.record({
  language: fc.constantFrom(...LANGUAGES),
  edits: fc.array(
    fc.record({
      at: fc.nat({ max: 120 }),
      cut: fc.nat({ max: 12 }),
      text: fc.oneof(
        fc.constantFrom(
          "{",
          "}",
          "(",
          ")",
          '"',
          "'",
          "`",
          "\n",
          "\r\n",
          "/*",
          "*/",
          "#",
          "<",
          "=>",
        ),
        fc.string({ unit: "binary", maxLength: 6 }),
        fc.constantFrom(...Object.values(SAMPLES)),
      ),
    }),
    { maxLength: 6 },
  ),
}).map(({ language, edits }) => {
  let text = SAMPLES[language] ?? "";
  for (const { at, cut, text: put } of edits) text = text.slice(0, at) + put + text.slice(at + cut);
  return { language, text };
});

Deno.test("extractSymbols() keeps its promises on any broken source", async () => {
  using syntax = await openSyntax(LANGUAGES);
  fc.assert(
    fc.property(brokenSource, ({ language, text }) => {
      const symbols = syntax.extractSymbols(text, language);
      assert.ok(symbols !== undefined);
      const lineCount = text.split("\n").length;
      const paths = new Set<string>();
      let previous = 1;
      for (const { name, container, startLine, endLine, signature, doc } of symbols) {
        assert.ok(previous <= startLine && startLine <= endLine && endLine <= lineCount);
        assert.ok(name !== "" && signature !== "" && container !== "" && doc !== "");
        assert.ok(signature.length <= 200 && !signature.includes("\n"));
        assert.ok(doc === undefined || doc.length <= 400);
        if (container !== undefined && ENCLOSING_LANGUAGES.includes(language)) {
          assert.ok(paths.has(container), `${container} of ${name}`);
        }
        const dotted = name.replaceAll(/::|\\/g, ".");
        paths.add(container === undefined ? dotted : `${container}.${dotted}`);
        previous = startLine;
      }
      assert.deepEqual(syntax.extractSymbols(text, language), symbols);
    }),
    { numRuns: 400 },
  );
});

Deno.test("extractSymbols() finds what it can around an error", async () => {
  using syntax = await openSyntax(["python", "typescript", "java"]);
  const names = (text: string, language: string) =>
    syntax.extractSymbols(text, language)?.map(({ name }) => name);
  assert.deepEqual(names("def a(:\n    pass\n\ndef b():\n    pass\n", "python")?.at(-1), "b");
  assert.deepEqual(names("const = ;\nfunction b() {}\n", "typescript"), ["b"]);
  assert.deepEqual(names("class A {\n  void m( { }\n  void n() { }\n}\n", "java")?.at(-1), "n");
});

Deno.test("extractSymbols() is undefined for what has no tree", async () => {
  using syntax = await openSyntax(["lua", "klingon"]);
  assert.deepEqual(syntax.failures, []);
  assert.equal(syntax.has("lua"), true);
  assert.equal(syntax.has("klingon"), false);
  assert.equal(syntax.extractSymbols("x = 1", "klingon"), undefined);
  assert.equal(syntax.extractSymbols("x = 1", "python"), undefined);
  assert.equal(syntax.extractSymbols(" ".repeat(MAX_TREE_LENGTH + 1), "lua"), undefined);
  assert.deepEqual(syntax.extractSymbols("", "lua"), []);
});

Deno.test("extractSymbols() is undefined after the syntax was disposed", async () => {
  const syntax: Syntax = await openSyntax(["lua"]);
  syntax[Symbol.dispose]();
  assert.equal(syntax.extractSymbols("x = 1", "lua"), undefined);
  syntax[Symbol.dispose]();
});

Deno.test("extractSymbols() reads 200 levels of nesting, and stops at what is hostile", async () => {
  using syntax = await openSyntax(["javascript", "cpp"]);
  const nested = syntax.extractSymbols(
    `${"function f() { if (a) { g([".repeat(200)}0${"]) } }".repeat(200)}\nfunction last() {}\n`,
    "javascript",
  );
  assert.equal(nested?.at(-1)?.name, "last");
  const spaces = syntax.extractSymbols(
    `${"namespace a {\n".repeat(5000)}${"}\n".repeat(5000)}`,
    "cpp",
  );
  assert.ok(spaces !== undefined && spaces.length >= 90 && spaces.length <= 100);
});

Deno.test("extractSymbols() reads a line of 500,000 characters and a comment of 100,000 lines", async () => {
  using syntax = await openSyntax(["python"]);
  const line = "x = 1 + f(a, b); ".repeat(30_000) + "\ndef last(): pass\n";
  assert.equal(syntax.extractSymbols(line, "python")?.at(-1)?.name, "last");
  const comment = "# text\n".repeat(100_000) + "def last(): pass\n";
  const [last] = syntax.extractSymbols(comment, "python") ?? [];
  assert.equal(last?.startLine, 100_001);
  assert.ok(last?.doc?.startsWith("text text"));
});

Deno.test("extractSymbols() gives up on runaway texts and reads the next one as usual", async () => {
  using syntax = await openSyntax(["bash", "c"], { maxParseMilliseconds: 400 });
  // Bash reads on to the end at every NUL; C keeps every way to read the arrows.
  assert.equal(syntax.extractSymbols("\0".repeat(200_000), "bash"), undefined);
  assert.equal(syntax.extractSymbols("a=>".repeat(100_000), "c"), undefined);
  assert.equal(syntax.extractSymbols("f() { :; }", "bash")?.[0]?.name, "f");
  assert.equal(syntax.extractSymbols("int f(void) {}", "c")?.[0]?.name, "f");
});
