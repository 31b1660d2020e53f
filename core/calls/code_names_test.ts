import assert from "node:assert/strict";
import fc from "fast-check";
import { areRelatedLanguages, listKeywords, maskLiterals } from "./code_names.ts";

Deno.test("areRelatedLanguages() is true for one language, its dialects, and languages of one family", () => {
  const related = [["python", "python"], ["vue", "typescript"], ["c", "cpp"], ["kotlin", "java"], [
    "jsx",
    "javascript",
  ], ["klingon", "klingon"]] as const;
  for (const [one, other] of related) assert.ok(areRelatedLanguages(one, other), `${one} ${other}`);
  const foreign = [["python", "ruby"], ["java", "javascript"], ["c", "csharp"], [
    "klingon",
    "python",
  ], ["klingon", "vulcan"]] as const;
  for (const [one, other] of foreign) {
    assert.ok(!areRelatedLanguages(one, other), `${one} ${other}`);
  }
});

Deno.test("listKeywords() has the keywords, modifiers and definers of a language, and no names", () => {
  const words: Readonly<Record<string, readonly string[]>> = {
    typescript: ["return", "function", "let", "export", "async", "interface"],
    python: ["return", "def", "self", "init", "async"],
    java: ["public", "static", "return", "class"],
    rust: ["pub", "fn", "impl", "let", "self"],
    go: ["func", "return", "type", "struct"],
    unheard: ["return", "class"],
  };
  for (const [language, expected] of Object.entries(words)) {
    const keywords = listKeywords(language);
    assert.deepEqual(expected.filter((word) => !keywords.has(word)), [], language);
    for (const name of ["cookie", "retry", "session", ""]) assert.ok(!keywords.has(name), name);
  }
});

const CASES: readonly (readonly [language: string, text: string, masked: string])[] = [
  ["python", "a('b()') # c()", "a('   ')      "],
  ["python", '"""d()\ne()"""\nf()', '"""   \n   """\nf()'],
  ["python", 'f"x{g(1)} {{h()}}"', 'f"  g(1)         "'],
  ["javascript", "`a${b(`c${d()}`)}e()`", "`   b(`   d() `)    `"],
  ["javascript", "a = b / c() / d; e = /f()/g", "a = b / c() / d; e = /   /g"],
  ["typescript", "f(/* g() */ 1) // h()", "f(          1)       "],
  ["go", "`a()\nb()`; 'c'; d()", "`   \n   `; ' '; d()"],
  ["rust", 'f::<\'a>(\'b\', r#"g("h")"#)', "f::<'a>(' ', r#\"      \"#)"],
  ["rust", "/* a() /* b() */ c() */ d()", `${" ".repeat(23)} d()`],
  ["csharp", '$"a{B(1)}" + @"c()\\" + d()', '$"  B(1) " + @"    " + d()'],
  ["kotlin", '"a${b("c")}" + d()', '"   b(" ") " + d()'],
  ["swift", '"a\\(b("c"))"', '"   b(" ") "'],
  ["ruby", "x = <<~A + b()\n  c()\nA\nd(%w(e f))", "x = <<~A + b()\n     \nA\nd(%     ))"],
  ["ruby", '"a#{b("c")}" # d()', '"   b(" ") "      '],
  ["lua", "[[a()\nb()]] --[[ c() ]] d()", "[[   \n   ]]             d()"],
  ["c", 'a("b\\"c()"); // d()', 'a("      ");       '],
  ["text", "'a()' # b()", "'a()' # b()"],
];

for (const [language, text, masked] of CASES) {
  Deno.test(`maskLiterals() keeps the code in ${JSON.stringify(text)} for ${language}`, () => {
    assert.equal(maskLiterals(text, language), masked);
  });
}

Deno.test("maskLiterals() treats unclosed literals as code", () => {
  for (const text of ['a("b()', "/* a()", "`a${b(", "'''a()", "f(`${'a)"]) {
    assert.equal(maskLiterals(text, "javascript"), text);
  }
});

Deno.test("maskLiterals() keeps the length and the lines, and changes characters to spaces only", () => {
  const piece = fc.constantFrom(
    ..."\"'`#/*-[]{}()$\\@%<>=~ \nabrfRw",
    "<<A",
    '"""',
    "${",
    "#{",
    "/*",
  );
  const languages = fc.constantFrom(
    ...["python", "javascript", "rust", "csharp", "kotlin", "swift", "ruby", "lua", "cpp", "php"],
    ...["bash", "haskell", "perl", "go"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), languages, (pieces, language) => {
      const text = pieces.join("");
      const masked = maskLiterals(text, language);
      assert.equal(masked.length, text.length);
      for (let i = 0; i < text.length; i++) {
        if (masked[i] !== text[i]) assert.ok(masked[i] === " " && text[i] !== "\n");
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("maskLiterals() tries code in strings that is never closed once, not at each depth", () => {
  for (
    const [language, line] of [["python", 'f"{\n'], ["kotlin", '"${\n'], ["dart", '"${\n']] as const
  ) {
    const text = line.repeat(2000);
    assert.equal(maskLiterals(text, language), text);
  }
});
