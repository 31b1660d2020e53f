import assert from "node:assert/strict";
import { readConstants } from "./read_constants.ts";

const read = (text: string, language: "python" | "javascript") => {
  const constants = readConstants(text, language, ["A", "B"]);
  return constants && Object.fromEntries(constants);
};

Deno.test("readConstants() reads unindented assignments of Python at any position", () => {
  const text = [
    '"""Says\nA = 0\n"""',
    "import os",
    "# A = 0",
    "if os:",
    "    A = 0",
    "call(",
    "A = 0",
    ")",
    "A: dict[str, int] = {'a': 1}",
    "B = 'b'  # why",
    "C = 'c'",
    "A == 1",
  ].join("\n");
  assert.deepEqual(read(text, "python"), { A: { a: 1 }, B: "b" });
});

Deno.test("readConstants() reads assignments outside of blocks in JavaScript and TypeScript", () => {
  const text = [
    "/* const A = 0; */",
    "const text = `const A = 0; ${'}'}`;",
    "const pattern = /[{'\"]/;",
    "function f() { const A = 0; return { A: 0 }; }",
    "  export const A: Record<string, (a: number) => void> = { a: 1 } as const",
    "let B = 'b', C = 1;",
    "export { A };",
  ].join("\n");
  assert.deepEqual(read(text, "javascript"), { A: { a: 1 }, B: "b" });
  assert.deepEqual(read("exports.A = 1;\nmodule.exports.B = A;", "javascript"), { A: 1 });
  assert.deepEqual(read("const A = 1;\nexports.A = A;", "javascript"), { A: 1 });
});

Deno.test("readConstants() returns the last value of a name, and none when that is not a literal", () => {
  assert.deepEqual(read("A = 1\nA = 2\n", "python"), { A: 2 });
  assert.deepEqual(read("A = {'a': 1}\nA = extend(A)\nB = A = 1\n", "python"), {});
});

Deno.test("readConstants() reads Windows line breaks and a byte order mark", () => {
  assert.deepEqual(read("\uFEFFA = '''a\r\nb'''\r\nB = 2\r\n", "python"), { A: "a\nb", B: 2 });
});

for (
  const [what, text] of [
    ["an open bracket", "A = 1\ndef broken(:\n"],
    ["a bracket to spare", "A = 1\nf())\n"],
    ["brackets across", "A = 1\nf([)]\n"],
    ["an open string", "A = 1\nprint('a)\n"],
    ["an open string of several lines", 'A = 1\n"""a\n'],
  ] as const
) {
  Deno.test(`readConstants() gives nothing of a program with ${what}`, () => {
    assert.equal(read(text, "python"), undefined);
  });
}

Deno.test("readConstants() is not taken in by brackets and quotes in strings and comments", () => {
  const python = "A = '([{'\n# don't (\nB = \"it's\"\n'''(\"'''\n";
  assert.deepEqual(read(python, "python"), { A: "([{", B: "it's" });
  const script = "const A = '([{'; // don't (\nconst B = `it's`; /* ( */ const c = /[\"']\\(/;\n";
  assert.deepEqual(read(script, "javascript"), { A: "([{", B: "it's" });
});

Deno.test("readConstants() takes time in proportion to its text", () => {
  const start = performance.now();
  for (
    const part of ["const A: ", "A = [", "A = 1\n", "exports.A = ", "'", "`${", "(", "/*", "\\"]
  ) {
    for (const language of ["python", "javascript"] as const) {
      readConstants(part.repeat(200_000 / part.length), language, ["A"]);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  assert.ok(seconds < 3, `${seconds} s`);
});
