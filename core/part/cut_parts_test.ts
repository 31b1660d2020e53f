import assert from "node:assert/strict";
import fc from "fast-check";
import { cutParts } from "./cut_parts.ts";

const PYTHON = { path: "a.py", language: "python", kind: "code" } as const;

function tell(text: string, info: Parameters<typeof cutParts>[1] = PYTHON): string[] {
  return cutParts(text, info).map(({ startLine, endLine, kind, symbol = "", isContinuation }) =>
    `${startLine}-${endLine} ${kind} ${symbol}${isContinuation ? " (rest)" : ""}`.trim()
  );
}

Deno.test("cutParts() adds comments and decorators to definitions, and makes blocks of the text between", () => {
  const text = [
    "import os",
    "",
    "# Opens it.",
    "@cached",
    "def open_it():",
    "    return os",
    "",
    "print(open_it())",
  ].join("\n");
  assert.deepEqual(tell(text), ["1-1 block", "3-6 definition open_it", "8-8 block"]);
});

Deno.test("cutParts() keeps a small class whole, and splits a large one", () => {
  const method = (name: string) => [`    def ${name}(self):`, ...Array(25).fill("        pass")];
  const small = ["class Pool:", ...method("open")];
  assert.deepEqual(tell(small.join("\n")), ["1-27 definition Pool"]);
  const large = ["class Pool:", '    """Holds."""', "", ...method("open"), "", ...method("close")];
  assert.deepEqual(tell(large.join("\n")), [
    "1-2 definition Pool",
    "4-29 definition Pool.open",
    "31-56 definition Pool.close",
  ]);
});

Deno.test("cutParts() cuts a long function at its blank lines, and marks continuations", () => {
  const body = Array.from({ length: 200 }, (_, i) => i % 10 === 9 ? "" : `    step(${i})`);
  const parts = tell(["def run():", ...body].join("\n"));
  assert.equal(parts[0], "1-50 definition run");
  assert.ok(parts.slice(1).every((part) => part.endsWith("definition run (rest)")), `${parts}`);
});

Deno.test("cutParts() puts consecutive constants into one part with all their names", () => {
  const text = "export const A = 1;\nexport const B = 2;\n\nexport const C = 3;\n";
  const [part, ...others] = cutParts(text, { path: "a.ts", language: "typescript", kind: "code" });
  assert.deepEqual(part?.names, ["A", "B", "C"]);
  assert.deepEqual(others, []);
});

Deno.test("cutParts() cuts prose by its headings", () => {
  const text = `# Guide\n\n${"Long. ".repeat(200)}\n\n## Install\n\n${"Steps. ".repeat(200)}\n`;
  const info = { path: "a.md", language: "markdown", kind: "document" } as const;
  const parts = cutParts(text, info);
  assert.deepEqual(tell(text, info), ["1-3 section Guide", "5-7 section Install"]);
  assert.deepEqual(parts.map(({ head }) => head), ["Guide", "Guide\nInstall"]);
});

Deno.test("cutParts() covers every line that is not blank once, in order, for any text", () => {
  const line = fc.constantFrom(
    ...[
      "",
      "class A:",
      "    def f(self):",
      "        pass",
      "x = 1",
      "# note",
      "}",
      "@d",
      '    """',
    ],
  );
  const language = fc.constantFrom("python", "typescript", "go", "markdown", "text", "unknown");
  fc.assert(fc.property(fc.array(line, { maxLength: 250 }), language, (lines, language) => {
    const kind = language === "markdown" ? "document" : "code";
    const parts = cutParts(lines.join("\n"), { path: "a", language, kind });
    let next = 1;
    for (const { startLine, endLine } of parts) {
      assert.ok(startLine >= next && endLine >= startLine && endLine <= lines.length);
      for (let row = next; row < startLine; row++) assert.equal(lines[row - 1], "");
      next = endLine + 1;
    }
    for (const rest of lines.slice(next - 1)) assert.equal(rest, "");
  }));
});
