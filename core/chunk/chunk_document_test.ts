import assert from "node:assert/strict";
import fc from "fast-check";
import type { Chunk } from "./chunk.ts";
import { chunkCode } from "./chunk_code.ts";
import { chunkDocument } from "./chunk_document.ts";
import { MAXIMUM_CODE_CHUNK } from "./chunk_lines.ts";
import { PROFILES } from "../language/language_table.ts";
import { outlineSymbols } from "../outline/outline_symbols.ts";
import type { SymbolDefinition } from "../language/symbol.ts";

/** Names of all outlined languages, including dialects. */
const OUTLINE_LANGUAGES = PROFILES.filter(({ outline }) => outline !== undefined)
  .flatMap(({ name, aliases }) => [name, ...aliases?.split(" ") ?? []]);

const HEADED_LANGUAGES = ["markdown", "mdx", "restructuredtext", "asciidoc", "org"];
const RUNS = { numRuns: 300 };

/** Pieces of texts that look like programs and documents in every language. */
const FRAGMENTS = [
  "\n",
  "\n\n",
  "\r\n",
  "\r",
  "\0",
  "\t",
  "    ",
  "  ",
  " ",
  "\u00a0",
  "\ufeff",
  "é",
  "😀",
  "\ud800",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  ";",
  ",",
  "=",
  "=>",
  "->",
  ":",
  "::",
  "<",
  ">",
  "<<EOF",
  "EOF",
  '"',
  "'",
  "`",
  '"""',
  "'''",
  "${",
  "\\",
  "//",
  "/*",
  "*/",
  "#",
  "--",
  "{-",
  "-}",
  "(*",
  "*)",
  "%",
  "# Title",
  "## Part",
  "===",
  "---",
  "```",
  "~~~",
  "- item",
  "> quote",
  "<!--",
  "-->",
  "* head",
  "function f",
  "def f",
  "class A",
  "fn f",
  "func f",
  "const x = ",
  "struct S",
  "impl T for S",
  "export default ",
  "public ",
  "static ",
  "namespace N",
  "int main",
  "#if A",
  "#else",
  "#endif",
  "#define M 1",
  "let x",
  "end",
  "do",
  "module M",
  "data T",
  "f :: Int",
  "create table t",
  "@x",
  'resource "a" "b"',
  "-spec f",
  "(defn f",
  "sub f",
  "f <- function",
  "type (",
  "x".repeat(300),
] as const;

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 120 }).map((parts) => parts.join("")),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 120 }).map((parts) => parts.join("\n")),
);

function toLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function assertCovers(text: string, chunks: readonly Chunk[]): void {
  const lines = toLines(text);
  const seen = new Uint8Array(lines.length + 1);
  let previous = 0;
  for (const { startLine, endLine } of chunks) {
    assert.ok(startLine > previous && endLine >= startLine, "ranges are ordered and disjoint");
    assert.ok(endLine <= lines.length, "ranges are inside the text");
    for (let line = startLine; line <= endLine; line++) seen[line] = 1;
    previous = endLine;
  }
  lines.forEach((line, row) => {
    if (line.trim() !== "") assert.equal(seen[row + 1], 1, `line ${row + 1} is in a chunk`);
  });
}

function chunkAs(text: string, language: string): readonly Chunk[] {
  const symbols = outlineSymbols(text, language);
  return chunkDocument({ info: { path: "a", language, kind: "code" }, text, symbols });
}

Deno.test("chunkDocument() covers every line that is not blank exactly once, for any text", () => {
  const languages = [...OUTLINE_LANGUAGES, ...HEADED_LANGUAGES, "text"];
  fc.assert(
    fc.property(anyText, (text) => {
      for (const language of languages) assertCovers(text, chunkAs(text, language));
    }),
    RUNS,
  );
});

Deno.test("chunkDocument() puts every definition into the chunk its declaration begins in", () => {
  const languages = [...OUTLINE_LANGUAGES, ...HEADED_LANGUAGES];
  fc.assert(
    fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
      const chunks = chunkAs(text, language);
      for (const { startLine, endLine, symbols } of chunks) {
        for (const symbol of symbols) {
          assert.ok(symbol.startLine >= startLine && symbol.startLine <= endLine);
        }
      }
      if (HEADED_LANGUAGES.includes(language)) return;
      const inside = chunks.reduce((count, { symbols }) => count + symbols.length, 0);
      assert.equal(inside, outlineSymbols(text, language).length);
    }),
    RUNS,
  );
});

Deno.test("chunkDocument() returns the same chunks for the same document", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom("typescript", "python", "markdown"), (text, language) => {
      assert.deepEqual(chunkAs(text, language), chunkAs(text, language));
    }),
    RUNS,
  );
});

Deno.test("outlineSymbols() returns ordered definitions inside the text, for any text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const count = toLines(text).length;
      for (const language of OUTLINE_LANGUAGES) {
        let previous = 1;
        for (const symbol of outlineSymbols(text, language)) {
          assert.ok(symbol.startLine >= previous, language);
          assert.ok(symbol.endLine >= symbol.startLine && symbol.endLine <= count, language);
          assert.notEqual(symbol.name, "");
          assert.ok(symbol.signature.length <= 200 && !symbol.signature.includes("\n"));
          previous = symbol.startLine;
        }
      }
    }),
    RUNS,
  );
});

/** Texts of nested declarations, with their definitions as a parser would return them. */
const nested = fc.array(
  fc.record({
    doc: fc.integer({ min: 0, max: 3 }),
    gap: fc.integer({ min: 0, max: 2 }),
    members: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
  }),
  { maxLength: 8 },
).map((classes) => {
  const lines: string[] = [];
  const symbols: SymbolDefinition[] = [];
  const define = (name: string, startLine: number, endLine: number) =>
    symbols.push({ name, kind: "function", startLine, endLine, signature: name });
  for (const { doc, gap, members } of classes) {
    for (let line = 0; line < doc; line++) lines.push("// About the class that follows.");
    const start = lines.push("class Some {");
    for (const size of members) {
      const first = lines.push("  // About the method that follows.", "  method() {");
      for (let line = 0; line < size; line++) lines.push("    call(some, arguments, of, it);");
      define("method", first, lines.push("  }"));
    }
    define("Some", start, lines.push("}"));
    for (let line = 0; line < gap; line++) lines.push("");
  }
  return { text: lines.join("\n"), symbols };
});

Deno.test("chunkCode() cuts no declaration that fits into a chunk", () => {
  fc.assert(
    fc.property(nested, ({ text, symbols }) => {
      const chunks = chunkCode(text, symbols);
      assertCovers(text, chunks);
      const lines = text.split("\n");
      for (const { name, startLine, endLine } of symbols) {
        const size = lines.slice(startLine - 1, endLine).join("\n").length + 1;
        if (size > MAXIMUM_CODE_CHUNK) continue;
        assert.ok(
          chunks.some((chunk) => chunk.startLine <= startLine && chunk.endLine >= endLine),
          `${name} of lines ${startLine} to ${endLine} is whole`,
        );
      }
    }),
    RUNS,
  );
});

Deno.test("chunkCode() exceeds the maximum only for closing brackets", () => {
  fc.assert(
    fc.property(nested, ({ text, symbols }) => {
      const lines = text.split("\n");
      for (const { startLine, endLine } of chunkCode(text, symbols)) {
        const size = lines.slice(startLine - 1, endLine).join("\n").length;
        assert.ok(size <= MAXIMUM_CODE_CHUNK + 24);
      }
    }),
    RUNS,
  );
});

Deno.test("chunkDocument() has no chunks for an empty and for a blank document", () => {
  for (const language of ["markdown", "python", "text"]) {
    assert.deepEqual(chunkAs("", language), []);
    assert.deepEqual(chunkAs("\n  \n\t\r\n", language), []);
  }
});

Deno.test("chunkDocument() makes one chunk of a line of five million characters", () => {
  for (const language of ["javascript", "markdown", "json"]) {
    const text = `var a="${"x;".repeat(2_500_000)}"`;
    const chunks = chunkAs(text, language);
    assert.deepEqual(chunks.map(({ startLine, endLine }) => [startLine, endLine]), [[1, 1]]);
  }
});
