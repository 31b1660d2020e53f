import { findProfile, type ReferenceRules, type SyntaxNode } from "@dossier/core/language";
import assert from "node:assert/strict";
import fc from "fast-check";
import { GRAMMARS, loadGrammar } from "./grammars.ts";
import { SyntaxFile } from "./syntax_file.ts";
import { MAX_TREE_LENGTH, type ParsedLanguage, TreeParser } from "./tree_parser.ts";

const SAMPLES: Readonly<Record<string, string>> = {
  bash: "# a\nf() {\n  echo $(g)\n}\nX=1\n",
  lua: "--- f\nfunction M.f() end\nlocal t = { g = function() end }\n",
  c: "#define A 1\n#ifdef B\n/* f */\nint *f(int a) { return 0; }\n#endif\nstruct s { int a; } *x;\n",
  cpp:
    "namespace a {\ntemplate <class T> class C { int m(); };\nint C<int>::m() { return 1; }\n}\n",
  csharp: "namespace A;\n/// <b>\n[X]\nclass C {\n  int P { get; set; }\n  void M() { }\n}\n",
  go: "package a\n\n// F\nfunc (s *S[T]) F() {}\ntype (\n\tI interface { M() }\n)\n",
  java: "/** A */\n@X\nclass A {\n  static final int B = 1;\n  void m() { }\n}\n",
  javascript:
    "export const f = () => {\n  return `${1}`;\n};\nclass A { m() {} }\nexports.b = f;\n",
  php: "<?php\nnamespace A;\n/** B */\nclass B {\n  const C = 1;\n  function m() {}\n}\n?>\n",
  python: '@a\nclass A:\n    """Doc."""\n    def m(self):\n        pass\n\nB = [\n    1,\n]\n',
  ruby: "# A\nclass A::B < C\n  def self.m; end\n  private def n(a) = 1\nend\n",
  rust: "/// A\n#[x]\nimpl<T> A<T> {\n    fn m(&self) {}\n}\nmacro_rules! b { () => {} }\n",
  tsx: "export function A() {\n  return <b>{1}</b>;\n}\ninterface I { m(): void }\n",
  typescript:
    "@a\nexport class A<T> {\n  private m(): void {}\n}\ndeclare module 'x' { let y: 1 }\n",
};

const LANGUAGES = GRAMMARS.map(({ language }) => language);

/** Tokens that change the meaning of the rest of a text. */
const MARKS = ["{", "}", "(", ")", '"', "'", "`", "\n", "\r\n", "/*", "*/", "#", "<", "=>"];

/** Samples with parts removed, repeated or moved, or with foreign characters inserted. */
const brokenSource = fc.record({
  language: fc.constantFrom(...LANGUAGES),
  edits: fc.array(
    fc.record({
      at: fc.nat({ max: 120 }),
      cut: fc.nat({ max: 12 }),
      text: fc.oneof(
        fc.constantFrom(...MARKS),
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

/** Returns the names of a text, each as `line text: role`, or `undefined` when it has no tree. */
function listNames(parser: TreeParser, loaded: ParsedLanguage, text: string) {
  const { rules } = loaded;
  const tree = parser.parse(text, loaded);
  if (tree === undefined) return undefined;
  try {
    const root = tree.rootNode as SyntaxNode;
    const file = new SyntaxFile({ path: "a", hash: "", language: "", text, root, rules });
    assert.ok(file.imports.length >= 0);
    return [...file.walkNames(0, text.length)].map(({ node, line, use }) => {
      assert.equal(text.slice(node.startIndex, node.endIndex), node.text);
      return `${line} ${node.text}: ${use.is}`;
    });
  } finally {
    tree.delete();
  }
}

async function load(parser: TreeParser, language: string): Promise<ParsedLanguage> {
  const loaded = await parser.load(language);
  assert.ok(loaded !== undefined, language);
  return loaded;
}

/** Returns a language with only its grammar loaded. */
async function loadOnlyGrammar(language: string): Promise<ParsedLanguage> {
  const source = findProfile(language)?.grammar;
  assert.ok(source !== undefined);
  return { grammar: await loadGrammar(source), rules: {} as ReferenceRules };
}

Deno.test("TreeParser returns a tree of any broken source, with stable names", async () => {
  using parser = new TreeParser();
  const languages = new Map<string, ParsedLanguage>();
  for (const language of LANGUAGES) languages.set(language, await load(parser, language));
  fc.assert(
    fc.property(brokenSource, ({ language, text }) => {
      const loaded = languages.get(language)!;
      const names = listNames(parser, loaded, text);
      assert.ok(names !== undefined);
      assert.deepEqual(listNames(parser, loaded, text), names);
    }),
    { numRuns: 400 },
  );
});

Deno.test("TreeParser finds the names around an error", async () => {
  using parser = new TreeParser();
  const loaded = await load(parser, "typescript");
  assert.ok(listNames(parser, loaded, "const = ;\nfunction b() {}\n")?.includes("2 b: declared"));
});

Deno.test("TreeParser returns no tree for a language without a grammar, for a text that is too long, or after disposal", async () => {
  using parser = new TreeParser();
  assert.equal(await parser.load("klingon"), undefined);
  const loaded = await load(parser, "javascript");
  assert.equal(parser.parse(" ".repeat(MAX_TREE_LENGTH + 1), loaded), undefined);
  assert.deepEqual(listNames(parser, loaded, ""), []);
  parser[Symbol.dispose]();
  assert.equal(parser.parse("x = 1", loaded), undefined);
});

Deno.test("TreeParser reads 200 levels of nesting, a line of 500,000 characters and a comment of 100,000 lines", async () => {
  using parser = new TreeParser();
  const loaded = await load(parser, "javascript");
  for (
    const text of [
      `${"function f() { if (a) { g([".repeat(200)}0${"]) } }".repeat(200)}\n`,
      `${"x = 1 + f(a, b); ".repeat(30_000)}\n`,
      "// text\n".repeat(100_000),
    ]
  ) {
    const tree = parser.parse(`${text}function last() {}\n`, loaded);
    assert.equal(tree?.rootNode.lastNamedChild?.text, "function last() {}");
    tree?.delete();
  }
});

Deno.test("TreeParser abandons runaway texts and parses the next one as usual", async () => {
  using parser = new TreeParser({ maxParseMilliseconds: 400 });
  await load(parser, "javascript");
  // Bash reads to the end at every NUL; C keeps every interpretation of the arrows.
  const [bash, c] = [await loadOnlyGrammar("bash"), await loadOnlyGrammar("c")];
  assert.equal(parser.parse("\0".repeat(200_000), bash), undefined);
  assert.equal(parser.parse("a=>".repeat(100_000), c), undefined);
  for (const [text, loaded] of [["f() { :; }", bash], ["int f(void) {}", c]] as const) {
    const tree = parser.parse(text, loaded);
    assert.equal(tree?.rootNode.hasError, false);
    tree?.delete();
  }
});
