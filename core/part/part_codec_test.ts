import assert from "node:assert/strict";
import fc from "fast-check";
import { cutParts } from "./cut_parts.ts";
import { decodePartLocations, decodeParts, encodeParts } from "./part_codec.ts";

const PYTHON = `import os

class Pool:
    """Holds connections. And more."""

    def open(self, size=1):
        """Open one."""
        return os

    def open_all(self,
                 size=2):
        # Nothing.
        pass
`;

function recode(text: string, language: string, kind: "code" | "document") {
  const lines = text.split("\n");
  const parts = cutParts(text, { path: "a", language, kind });
  const encoded = encodeParts(parts, lines);
  assert.deepEqual(decodeParts(encoded, lines), parts);
  const places = parts.map(({ head: _head, symbol: _symbol, ...place }) => place);
  assert.deepEqual(decodePartLocations(encoded), places);
  return encoded;
}

Deno.test("encodeParts() writes the offsets of texts that occur in the lines", () => {
  const encoded = recode(PYTHON, "python", "code");
  assert.ok(!encoded.includes("Holds connections"));
  assert.ok(!encoded.includes("size=1"));
});

Deno.test("decodeParts() and decodePartLocations() restore the parts of encodeParts(), for any text", () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...["", "class A:", "    def f(self, a):", "        pass", "x = 1", "# note", "}", "@d"],
      ...[
        '    """Says it.',
        "# Title",
        "## Sub title",
        "const a = 1;",
        "function f(",
        "a) {",
        "/** A. */",
      ],
    ),
    fc.string(),
  );
  const language = fc.constantFrom("python", "typescript", "go", "markdown", "text", "unknown");
  const kind = fc.constantFrom("code", "document");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 250 }), language, kind, (lines, ...info) => {
      recode(lines.join("\n"), ...info);
    }),
  );
});

Deno.test("decodeParts() returns undefined for parts of other lines", () => {
  const lines = PYTHON.split("\n");
  const encoded = recode(PYTHON, "python", "code");
  for (
    const other of [encoded.slice(1), "{}", "[]", "[[],[[0]]]", '[[""],[[-5,1,0,"a",0]]]', "7"]
  ) {
    assert.equal(decodeParts(other, lines), undefined, other);
  }
  assert.equal(decodeParts(encoded, lines.slice(3)), undefined);
});

Deno.test("decodeParts() returns parts of the lines or undefined, for any encoded text", () => {
  const lines = PYTHON.split("\n");
  const value = fc.oneof(fc.constantFrom(0, 1, 2, 5), fc.double(), fc.string(), fc.jsonValue());
  const part = fc.array(value, { minLength: 5, maxLength: 8 });
  const written = fc.tuple(
    fc.array(fc.oneof(fc.string(), fc.jsonValue()), { maxLength: 3 }),
    fc.array(part, { maxLength: 3 }),
  );
  const isText = (text: unknown) => typeof text === "string";
  fc.assert(
    fc.property(written, (texts) => {
      for (const one of decodeParts(JSON.stringify(texts), lines) ?? []) {
        assert.ok([one.startLine, one.endLine].every(Number.isInteger));
        assert.ok(1 <= one.startLine && one.startLine <= one.endLine);
        assert.ok(one.endLine <= lines.length);
        assert.ok(one.names.every(isText) && [one.container, one.head].every(isText));
      }
    }),
    { numRuns: 2000 },
  );
});
