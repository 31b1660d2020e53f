import assert from "node:assert/strict";
import { cutParts } from "./cut_parts.ts";
import { findSignature } from "./find_signature.ts";

function signatures(lines: readonly string[]) {
  const info = { path: "a.ts", language: "typescript", kind: "code" } as const;
  const parts = cutParts(lines.join("\n"), info);
  return parts.map((part) => {
    const found = findSignature(part, { parts, lines });
    return [`${part.startLine}-${part.endLine}`, found && `${found.startLine}-${found.endLine}`];
  });
}

Deno.test("findSignature() returns all lines of a signature, and undefined for a block", () => {
  assert.deepEqual(
    signatures([
      'import a from "a";',
      "",
      "/** Adds send( a and b. */",
      "export function send(",
      "  a: number,",
      "): number {",
      "  return a;",
      "}",
    ]),
    [["1-1", undefined], ["3-8", "4-6"]],
  );
});

Deno.test("findSignature() finds the signature of a later piece, and after a long comment", () => {
  const comment = ["/**", ...Array.from({ length: 90 }, (_, at) => ` * Line ${at}.`), " */"];
  const body = Array.from({ length: 90 }, (_, at) => `  use(${at});`);
  const found = signatures([...comment, "function long() {", ...body, "}"]);
  assert.ok(found.length > 2);
  assert.deepEqual(new Set(found.map(([, signature]) => signature)), new Set(["93-93"]));
});
