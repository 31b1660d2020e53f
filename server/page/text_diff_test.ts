import assert from "node:assert/strict";
import { compareTexts } from "./text_diff.tsx";

Deno.test("compareTexts() finds the differing lines, and lets other work run meanwhile", async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const difference = await compareTexts(
    lines.join("\n"),
    lines.map((line, index) => index % 3 === 0 ? `${line}!` : line).join("\n"),
    { unbrokenMs: 0 },
  );
  clearInterval(timer);
  assert.equal(difference.kind, "hunks");
  assert.ok(turns > 1, `${turns} turns of others`);
});

Deno.test("compareTexts() needs no turn of the event loop for each difference of two usual bundles", async () => {
  const lines = Array.from({ length: 600 }, (_, index) => `line ${index}`);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const difference = await compareTexts(
    lines.join("\n"),
    lines.map((line, index) => index % 3 === 0 ? line : `${line}!`).join("\n"),
    { unbrokenMs: 10_000 },
  );
  clearInterval(timer);
  assert.equal(difference.kind, "hunks");
  assert.ok(turns <= 1, `${turns} turns`);
});

Deno.test("compareTexts() reports equal texts, and texts with too many differences", async () => {
  assert.deepEqual(await compareTexts("a", "a"), { kind: "same" });
  const long = "a\n".repeat(2_000_000);
  assert.deepEqual(await compareTexts(long, `${long}b`), { kind: "large" });
  assert.deepEqual(await compareTexts("a\nb\n", "c\nd\n", { maxDifferences: 3 }), {
    kind: "large",
  });
  assert.equal((await compareTexts("a\nb\n", "c\nd\n", { maxDifferences: 4 })).kind, "hunks");
});
