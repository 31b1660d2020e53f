import assert from "node:assert/strict";
import { chunkCode } from "./chunk_code.ts";
import { outlineSymbols } from "../outline/outline_symbols.ts";

const LINE = "    call(some, arguments, of_it)\n";

function ranges(text: string, language = "python"): [number, number][] {
  return chunkCode(text, outlineSymbols(text, language))
    .map(({ startLine, endLine }) => [startLine, endLine]);
}

Deno.test("chunkCode() keeps comments and decorators with their declaration", () => {
  const body = LINE.repeat(30);
  const text = `def a():\n${body}\n# About b.\n@decorated\ndef b():\n${body}`;
  assert.deepEqual(ranges(text), [[1, 31], [33, 65]]);
});

Deno.test("chunkCode() joins small neighbours up to the target", () => {
  const small = `def a():\n${LINE.repeat(9)}\n`;
  assert.deepEqual(ranges(small.repeat(6)), [[1, 21], [23, 43], [45, 65]]);
});

Deno.test("chunkCode() cuts a long class into its head and its members", () => {
  const member = `    def b(self):\n${LINE.repeat(30)}\n`;
  const head = `class A:\n    """${"Doc. ".repeat(100)}"""\n\n`;
  assert.deepEqual(ranges(head + member.repeat(3)), [[1, 2], [4, 34], [36, 66], [68, 98]]);
});

Deno.test("chunkCode() leaves the closing brackets of a class with its last member", () => {
  const member = `  b() {\n${LINE.repeat(30)}  }\n`;
  const text = `class A {\n${member}${member}}\n`;
  assert.deepEqual(ranges(text, "javascript"), [[1, 33], [34, 66]]);
});

Deno.test("chunkCode() cuts a long function after a blank line", () => {
  const text = `def a():\n${LINE.repeat(35)}\n${LINE.repeat(35)}`;
  assert.deepEqual(ranges(text), [[1, 36], [38, 72]]);
});

Deno.test("chunkCode() separates a long header from the following code, but not a short one", () => {
  const header = "import a_rather_long_name_of_a_module\n";
  const body = `def a():\n${LINE.repeat(10)}`;
  assert.deepEqual(ranges(`${header.repeat(12)}\n${body}`), [[1, 12], [14, 24]]);
  assert.deepEqual(ranges(`${header.repeat(2)}\n${body}`), [[1, 14]]);
});

Deno.test("chunkCode() separates a declaration that fits from a comment that does not", () => {
  const comment = `# ${"word ".repeat(16)}\n`.repeat(14);
  assert.deepEqual(ranges(`${comment}def a():\n${LINE.repeat(30)}`), [[1, 14], [15, 45]]);
});

Deno.test("chunkCode() tolerates symbols in any order, twice, and overlapping", () => {
  const text = LINE.repeat(100);
  const symbol = { name: "a", kind: "function", signature: "" } as const;
  const symbols = [
    { ...symbol, startLine: 50, endLine: 80 },
    { ...symbol, startLine: 1, endLine: 60 },
    { ...symbol, startLine: 1, endLine: 60 },
    { ...symbol, startLine: 90, endLine: 400 },
  ];
  const chunks = chunkCode(text, symbols);
  assert.equal(chunks[0]?.startLine, 1);
  assert.equal(chunks.at(-1)?.endLine, 100);
  chunks.slice(1).forEach((chunk, index) => {
    assert.equal(chunk.startLine, (chunks[index]?.endLine ?? 0) + 1);
  });
});
