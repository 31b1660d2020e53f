import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { compareAnchor, findWorstState, sliceAnchoredText } from "./anchor_state.ts";

const LINES = ["import x", "", "function retry() {", "  return queue.add();", "}"];

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const RETRY = { start: 3, end: 5 };
const CITED = { path: "a.js", lines: RETRY, hash: hashText(sliceAnchoredText(LINES, RETRY)) };
const NAMED = { path: "a.js", symbol: "retry", hash: CITED.hash };

Deno.test("compareAnchor() finds lines fresh where they were, where they have moved to, and with other line ends", () => {
  assert.equal(compareAnchor(CITED, { lines: LINES }, hashText), "fresh");
  assert.equal(compareAnchor(CITED, { lines: ["// new", ...LINES] }, hashText), "fresh");
  assert.equal(
    compareAnchor(CITED, { lines: LINES.map((line) => `${line} \r`) }, hashText),
    "fresh",
  );
});

Deno.test("compareAnchor() finds lines drifted once one of them has changed", () => {
  const lines = LINES.with(3, "  return jobs.add();");
  assert.equal(compareAnchor(CITED, { lines }, hashText), "drifted");
  assert.equal(compareAnchor(CITED, { lines: [] }, hashText), "drifted");
});

Deno.test("compareAnchor() follows a definition by its name", () => {
  const moved = { lines: ["", "", ...LINES], definition: { start: 5, end: 7 } };
  assert.equal(compareAnchor(NAMED, moved, hashText), "fresh");
  const changed = { lines: LINES, definition: { start: 1, end: 2 } };
  assert.equal(compareAnchor(NAMED, changed, hashText), "drifted");
  assert.equal(compareAnchor(NAMED, { lines: LINES }, hashText), "orphaned");
});

Deno.test("compareAnchor() finds an anchor without its file orphaned, and a whole file drifted by any change", () => {
  const whole = { path: "a.js", hash: hashText(LINES.join("\n")) };
  assert.equal(compareAnchor(whole, undefined, hashText), "orphaned");
  assert.equal(compareAnchor(whole, { lines: LINES }, hashText), "fresh");
  assert.equal(compareAnchor(whole, { lines: [...LINES, "x"] }, hashText), "drifted");
});

Deno.test("findWorstState() is fresh only when all anchors are fresh", () => {
  assert.equal(findWorstState([]), "fresh");
  assert.equal(findWorstState(["fresh", "drifted"]), "drifted");
  assert.equal(findWorstState(["orphaned", "drifted"]), "orphaned");
});
