import assert from "node:assert/strict";
import fc from "fast-check";
import { measureUtf8 } from "../../../../core/text/utf8.ts";
import { cutInstructions } from "./merge_instructions.ts";

const texts = (...texts: string[]) => texts.map((text, at) => ({ path: `${at}.md`, text }));

Deno.test("C-4: cutInstructions() by root-first keeps the first documents, and cuts between characters", () => {
  const cut = (limit: number, ...given: string[]) =>
    cutInstructions(texts(...given), { limit, cut: "root-first" }).map(({ text }) => text);
  assert.deepEqual(cut(10, "12345678", "abcdefgh"), ["12345678", "ab"]);
  assert.deepEqual(cut(8, " \n\n ", "abcdefgh"), ["", "abcdefgh"]);
  assert.deepEqual(cut(0, "12345678"), [""]);
  assert.deepEqual(cut(4, "aéé€"), ["aé"]);
  assert.deepEqual(cut(5, "aéé€"), ["aéé"]);
  assert.deepEqual(cut(6, "a😀😀"), ["a😀"]);
  assert.deepEqual(cut(9, "a😀😀"), ["a😀😀"]);
});

Deno.test("cutInstructions() by sections omits the last sections of the least specific document", () => {
  const root = `# Root\nIntro.\n\n## Build\n${"b".repeat(50)}\n\n## Style\n${"s".repeat(50)}\n`;
  const leaf = "# Leaf\nMind the gap.\n";
  const [first, second] = cutInstructions(texts(root, leaf), { limit: 150, cut: "sections" });
  assert.equal(
    first?.text,
    `# Root\nIntro.\n\n## Build\n${
      "b".repeat(50)
    }\n\n[0.md is cut here for its size: 60 bytes more]`,
  );
  assert.deepEqual(first.sections, ["Style"]);
  assert.equal(second?.text, leaf);
  const [gone, whole] = cutInstructions(texts(root, leaf), { limit: 75, cut: "sections" });
  assert.deepEqual([gone?.text, whole?.text], ["[0.md is left out for its size: 136 bytes]", leaf]);
  const tight = cutInstructions(texts(root, leaf), { limit: 21, cut: "sections" });
  assert.deepEqual(tight.map(({ text }) => text), ["", leaf]);
});

Deno.test("cutInstructions() by sections cuts a leaf that is too large itself at the end of a line", () => {
  const leaf = `${"x".repeat(30)}\n${"y".repeat(30)}\n${"z".repeat(30)}\n`;
  const [, only] = cutInstructions(texts("# Root\n", leaf), { limit: 90, cut: "sections" });
  assert.equal(only?.text, `${"x".repeat(30)}\n\n[1.md is cut here for its size: 62 bytes more]`);
  assert.equal(only.bytes, 31);
});

Deno.test("cutInstructions() treats a heading in a fence as code", () => {
  const text = `# A\n\`\`\`sh\n# no heading\nmake\n\`\`\`\n# B\n${"b".repeat(80)}\n`;
  const [only] = cutInstructions(texts(text), { limit: 90, cut: "sections" });
  assert.deepEqual(only?.sections, ["B"]);
  assert.ok(only?.text.includes("# no heading\nmake\n```"));
});

const DOCUMENT = fc.array(
  fc.oneof(
    fc.constantFrom("# A", "## B", "```", "é€😀", "", "a line of some words", "x".repeat(40)),
  ),
  { maxLength: 12 },
).map((lines) => `${lines.join("\n")}\n`);

Deno.test("cutInstructions() stays within its bytes, ends between characters and cuts the leaf last", () => {
  fc.assert(fc.property(
    fc.array(DOCUMENT, { minLength: 1, maxLength: 4 }),
    fc.nat(400),
    fc.constantFrom("sections" as const, "root-first" as const),
    (given, limit, cut) => {
      const shown = cutInstructions(texts(...given), { limit, cut });
      const parts = shown.map(({ text }) => text).filter((text) => text !== "");
      const joints = cut === "sections" ? "\n\n" : "";
      assert.ok(measureUtf8(parts.join(joints)).bytes <= limit);
      assert.ok(parts.every((text) => text.isWellFormed()));
      if (cut === "root-first") return;
      const said = given.map((text) => text.trim() !== "");
      const isWhole = shown.map(({ text }, at) => text === given[at] || !said[at]);
      // Documents after a complete one are complete: the leaf is only cut when nothing else is
      // left.
      const last = said.lastIndexOf(true);
      if (last >= 0 && !isWhole[last]) {
        assert.ok(shown.slice(0, last).every(({ bytes }) => bytes === 0));
      }
      assert.ok(!isWhole.some((whole, at) => whole && said[at] && isWhole.indexOf(false, at) > 0));
    },
  ));
});
