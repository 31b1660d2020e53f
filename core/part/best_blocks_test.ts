import assert from "node:assert/strict";
import { chooseBestBlocks } from "./best_blocks.ts";
import { cutParts } from "./cut_parts.ts";
import { findSignature } from "./find_signature.ts";

const FILLER = ["  const other = 1;", "  use(other);", "  use(other);", "  use(other);", ""];
const LINES = [
  "export function send(",
  "  mail: Mail,",
  "): void {",
  ...FILLER,
  ...FILLER,
  "  // The retry waits longer each time.",
  "  const wait = retryDelay(mail);",
  "",
  ...FILLER,
  ...FILLER,
  "  return queue(mail, wait);",
  "}",
];

function blocks(terms: readonly string[], share = .5) {
  const info = { path: "a.ts", language: "typescript", kind: "code" } as const;
  const parts = cutParts(LINES.join("\n"), info);
  const [part] = parts;
  const signature = findSignature(part!, { parts, lines: LINES });
  return chooseBestBlocks(part!, {
    lines: LINES,
    signature,
    share,
    terms: terms.map((term) => ({ term })),
  });
}

Deno.test("chooseBestBlocks() returns the signature and the blocks with the words of a query", () => {
  assert.equal(blocks(["absent"]), undefined);
  assert.deepEqual(blocks(["retri"]), [
    { startLine: 1, endLine: 3 },
    { startLine: 14, endLine: 15 },
  ]);
});

Deno.test("chooseBestBlocks() returns no more lines than the share allows", () => {
  const all = blocks(["use", "other"], .3)!;
  const lines = all.slice(1).reduce((sum, one) => sum + one.endLine - one.startLine + 1, 0);
  assert.ok(lines <= .3 * LINES.length && lines > 0);
});
