import assert from "node:assert/strict";
import { PROFILES } from "../language/language_table.ts";
import { outlineSymbols } from "./outline_symbols.ts";

/** Names of all outlined languages, including dialects. */
const OUTLINE_LANGUAGES = PROFILES.filter(({ outline }) => outline !== undefined)
  .flatMap(({ name, aliases }) => [name, ...aliases?.split(" ") ?? []]);

function signatures(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ signature }) => signature);
}

function docs(text: string, language: string): (string | undefined)[] {
  return outlineSymbols(text, language).map(({ doc }) => doc);
}

Deno.test("outlineSymbols() returns heads on one line without bodies", () => {
  const cases: readonly [language: string, text: string, signature: string][] = [
    [
      "typescript",
      "export async function a(\n  b: { c: number },\n): Promise<{ d: 1 }> {\n}",
      "export async function a( b: { c: number }, ): Promise<{ d: 1 }>",
    ],
    ["typescript", 'const a = (b: string, c = "{") => b + c;', 'const a = (b: string, c = "{") =>'],
    ["typescript", "export const LIMITS = {\n  a: 1,\n};", "export const LIMITS"],
    [
      "python",
      "def a(b,\n      c) -> dict[str, int]:  # why\n    pass",
      "def a(b, c) -> dict[str, int]",
    ],
    [
      "go",
      "func (s *Server) Serve(l net.Listener) (n interface{}, err error) {\n}",
      "func (s *Server) Serve(l net.Listener) (n interface{}, err error)",
    ],
    [
      "rust",
      "pub fn a<T>(b: T) -> impl Fn() -> T\nwhere\n    T: Copy,\n{\n}",
      "pub fn a<T>(b: T) -> impl Fn() -> T where T: Copy,",
    ],
    ["c", "static int\nsum(int a,\n    int b)\n{\n}", "static int sum(int a, int b)"],
    ["cpp", "Pool::Pool(int a) : a_{a}, b_(2) {\n}", "Pool::Pool(int a) : a_{a}, b_(2)"],
    ["kotlin", "fun a(b: Int = 1): Int = b * 2", "fun a(b: Int = 1): Int"],
    ["csharp", "class A\n{\n    public int B(int c) => c;\n}", "class A"],
    ["elixir", "def a(b) when b > 1 do\n  b\nend", "def a(b) when b > 1"],
    ["haskell", 'a :: Int\n  -> String\na 1 = ""', "a :: Int -> String"],
    ["bash", "a() { echo; }", "a()"],
  ];
  for (const [language, text, signature] of cases) {
    assert.equal(signatures(text, language)[0], signature);
  }
});

Deno.test("outlineSymbols() cuts a signature at 200 characters", () => {
  const [signature = ""] = signatures(`function a(${"b, ".repeat(200)}c) {}\n`, "javascript");
  assert.equal(signature.length, 200);
});

Deno.test("outlineSymbols() reads the comment above a declaration without its markers", () => {
  const cases: readonly [language: string, text: string, doc: string][] = [
    [
      "typescript",
      "/**\n * Adds `a`\n * and *b*.\n */\n@memo()\nexport function a() {}",
      "Adds `a` and *b*.",
    ],
    ["javascript", "/* One line. */\nfunction a() {}", "One line."],
    ["go", "// Serve listens\n// for ever.\nfunc Serve() {}", "Serve listens for ever."],
    ["rust", "/// Makes one.\n#[inline]\n#[must_use]\npub fn a() {}", "Makes one."],
    [
      "csharp",
      '/// <summary>A <see cref="B"/> thing.</summary>\n[Obsolete]\nclass A { }',
      "A thing.",
    ],
    ["python", "# Above.\n@decorated(\n    1,\n)\ndef a():\n    pass", "Above."],
    ["ruby", "# Serves.\ndef a\nend", "Serves."],
    ["lua", "--- Opens.\n-- @param x\nfunction a(x)\nend", "Opens. @param x"],
    ["haskell", "-- | The size.\nsize :: Int\nsize = 1", "The size."],
    ["haskell", "{- | The\n  size. -}\nsize :: Int\nsize = 1", "The size."],
    ["ocaml", "(** Adds. *)\nlet add a b = a + b", "Adds."],
    ["erlang", "%% Starts.\nstart() -> ok.", "Starts."],
    ["clojure", ";; The limit.\n(def limit 1)", "The limit."],
    ["elixir", '@doc """\nStarts it.\n"""\n@spec a() :: :ok\ndef a() do\nend', "Starts it."],
    ["cpp", "// A pool.\ntemplate <typename T>\nclass Pool {\n};", "A pool."],
  ];
  for (const [language, text, doc] of cases) assert.equal(docs(text, language).at(-1), doc);
});

Deno.test("outlineSymbols() prefers the doc string of a Python definition", () => {
  const text = 'def a():\n    r"""First line\n    and second.\n\n    More."""\n';
  assert.deepEqual(docs(text, "python"), ["First line and second. More."]);
  assert.deepEqual(docs("def a():\n    'one'\n", "python"), ["one"]);
  assert.deepEqual(docs("def a():\n    x = 'one'\n", "python"), [undefined]);
});

Deno.test("outlineSymbols() ignores a comment that a blank line separates from the declaration", () => {
  assert.deepEqual(docs("// Licence.\n\nfunction a() {}\n", "javascript"), [undefined]);
  assert.deepEqual(docs("#include <a.h>\nint a(void) {}\n", "c"), [undefined]);
  assert.deepEqual(docs("x = 1  # about x\ndef a():\n    pass\n", "python"), [
    undefined,
    undefined,
  ]);
});

Deno.test("outlineSymbols() cuts a doc comment at 400 characters", () => {
  const [doc = ""] = docs(`// ${"word ".repeat(200)}\nfunction a() {}\n`, "javascript");
  assert.ok(doc.length <= 400 && doc.length > 390);
});

Deno.test("outlineSymbols() reads the same definitions with and without carriage returns", () => {
  const text =
    "/** Doc. */\nclass A {\n  b(c,\n    d) {\n  }\n}\nconst e = `\n{`;\nfunction f() {}\n";
  const unix = outlineSymbols(text, "typescript");
  assert.deepEqual(unix.map(({ name }) => name), ["A", "b", "e", "f"]);
  assert.deepEqual(outlineSymbols(text.replaceAll("\n", "\r\n"), "typescript"), unix);
});

Deno.test("outlineSymbols() follows templates, regular expressions and comments over lines", () => {
  const text = [
    'const a = `${b ? `}` : "{"} { \\``;',
    "const c = d.replace(/[{/'\"]/g, '{') / 2;",
    "/* function hidden() {",
    "*/",
    "const e = f => /[`{]/.test(f);",
    "function g() {}",
  ].join("\n");
  const names = outlineSymbols(text, "javascript").map(({ name, startLine }) => [name, startLine]);
  assert.deepEqual(names, [["a", 1], ["c", 2], ["e", 5], ["g", 6]]);
});

Deno.test("outlineSymbols() finds the following definitions when a quote or bracket is never closed", () => {
  const text = "function a() {\n  return <p>don't {x}</p>;\n}\nconst b = ((1;\nfunction c() {\n}\n";
  assert.deepEqual(
    outlineSymbols(text, "tsx").map((
      { name, startLine, endLine },
    ) => [name, startLine, endLine])[0],
    ["a", 1, 3],
  );
});

Deno.test("outlineSymbols() ends a comment at its first end when a nested comment has no end", () => {
  const text = "/* a /* b */\nfn first() {}\n/* c /* d */\nfn second() {}\n";
  const names = outlineSymbols(text, "rust").map(({ name, startLine }) => [name, startLine]);
  assert.deepEqual(names, [["first", 2], ["second", 4]]);
});

Deno.test("outlineSymbols() reads both alternatives of a directive at the same depth", () => {
  const text =
    "#if A\nint a(int b) {\n#else\nint a(void) {\n#endif\n  return 1;\n}\nint c(void) {\n}\n";
  const found = outlineSymbols(text, "c").map(({ name, endLine }) => `${name} ${endLine}`);
  assert.deepEqual(found.at(-1), "c 9");
  assert.equal(found.length, 3);
});

Deno.test("outlineSymbols() looks for no declaration in a line of more than 2,000 characters", () => {
  const text = `function a() {${"x();".repeat(500)}}\nfunction b() {}\n`;
  assert.deepEqual(outlineSymbols(text, "javascript").map(({ name }) => name), ["b"]);
});

Deno.test("outlineSymbols() finds nothing in an unknown language", () => {
  assert.deepEqual(outlineSymbols("def a(): pass", "unheard-of"), []);
});

Deno.test("OUTLINE_LANGUAGES names each language once", () => {
  assert.equal(new Set(OUTLINE_LANGUAGES).size, OUTLINE_LANGUAGES.length);
  assert.ok(OUTLINE_LANGUAGES.includes("kotlin"));
});

/** Texts that define `größe` or `Straße`, by language. */
const WIDE_NAMES: Readonly<Record<string, string>> = {
  bash: "größe() {\n  echo 1\n}\n",
  c: "int größe(void) {\n  return 1;\n}\n",
  csharp: "class Straße {\n  int größe() { return 1; }\n}\n",
  dart: "class Straße {\n  int größe() {\n    return 1;\n  }\n}\n",
  elixir: "defmodule Straße do\n  def größe(x), do: x\nend\n",
  go: "func größe() int {\n\treturn 1\n}\n\ntype Straße struct{}\n",
  haskell: "größe :: Int\ngröße = 1\n",
  java: "class Straße {\n  int größe() {\n    return 1;\n  }\n}\n",
  javascript: "class Straße {\n  größe() {\n    return 1;\n  }\n}\n",
  kotlin: "class Straße {\n  fun größe() = 1\n}\n",
  lua: "local function größe()\n  return 1\nend\n",
  perl: "sub größe {\n  1\n}\n",
  php: "<?php\nfunction größe() {\n  return 1;\n}\n",
  python: "class Straße:\n    def größe(self):\n        return 1\n",
  ruby: "class Straße\n  def größe\n    1\n  end\nend\n",
  rust: "struct Straße {\n}\n\nfn größe() -> i32 {\n    1\n}\n",
  swift: "func größe() -> Int {\n  1\n}\n",
  typescript: "interface Straße {}\n\nexport const größe = (länge: number) => länge;\n",
};

for (const [language, text] of Object.entries(WIDE_NAMES)) {
  Deno.test(`outlineSymbols() finds names with letters beyond ASCII in ${language}`, () => {
    const names = outlineSymbols(text, language).map(({ name }) => name);
    const wanted = ["Straße", "größe"].filter((name) => text.includes(name));
    assert.deepEqual(names.toSorted(), wanted);
    const japanese = text.replaceAll("größe", "計算する").replaceAll("Straße", "Жизнь");
    assert.deepEqual(
      outlineSymbols(japanese, language).map(({ name }) => name).toSorted(),
      ["Жизнь", "計算する"].filter((name) => japanese.includes(name)),
    );
  });
}
