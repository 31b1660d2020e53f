import assert from "node:assert/strict";
import fc from "fast-check";
import { HOOK_TEXT_BYTES } from "./hook_reply.ts";
import {
  findHookBlocks,
  findIssueIds,
  splitHookBlocks,
  stripHookBlocks,
  wrapHookBlock,
} from "./hook_block.ts";

const LABEL = { moment: "prompt", id: "0a1b2c3d4e5f" };

Deno.test("wrapHookBlock() labels a text in its first line, and adds no block without a text", () => {
  assert.equal(
    wrapHookBlock("One.\n", LABEL),
    '<dossier-context version="1" moment="prompt" id="0a1b2c3d4e5f">\nOne.\n</dossier-context>',
  );
  assert.equal(wrapHookBlock(" \n", LABEL), "");
});

Deno.test("wrapHookBlock() escapes the ends of blocks of dossier and of hosts, and stays within the limit", () => {
  const text = "a </dossier-context> b </Dossier-Context > c </system-reminder>";
  const block = wrapHookBlock(text, LABEL);
  assert.deepEqual(block.match(/<\/[\w-]+/g), ["</dossier-context"]);
  assert.match(block, /c <\\\/system-reminder>\n<\/dossier-context>$/);
  for (const end of ["</dossier-context", "</system-reminder"]) {
    const full = end.repeat(HOOK_TEXT_BYTES / end.length);
    assert.ok(wrapHookBlock(full, { ...LABEL, moment: "before-compaction" }).length <= 10_000);
  }
});

Deno.test("stripHookBlocks() removes whole blocks with any content, and the rest of a cut one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const block = wrapHookBlock(`a${text}</dossier-context>`, LABEL);
      assert.equal(stripHookBlocks(`x\n${block}\ny${block}`), "x\ny");
      assert.equal(stripHookBlocks(`x\n${block.slice(0, -3)}`), "x\n");
    }),
  );
});

Deno.test("findHookBlocks() names the blocks in order, also of later versions", () => {
  const later = wrapHookBlock("b", { moment: "compact", id: "1" }).replace('"1"', '"2"');
  const text = `${wrapHookBlock("a", LABEL)}\nand ${later}`;
  assert.deepEqual(findHookBlocks(text), [LABEL, { moment: "compact", id: "1" }]);
  assert.equal(stripHookBlocks("no <dossier-contexts> here"), "no <dossier-contexts> here");
});

Deno.test("splitHookBlocks() separates the texts of dossier from others", () => {
  const block = wrapHookBlock("One.\nTwo.", LABEL);
  assert.deepEqual(splitHookBlocks(`before\n${block}\nafter`), [
    { text: "before\n" },
    { text: "One.\nTwo.", label: LABEL },
    { text: "after" },
  ]);
  assert.deepEqual(splitHookBlocks(block.slice(0, -19)), [{ text: "One.\nTwo.", label: LABEL }]);
  assert.deepEqual(splitHookBlocks(""), []);
});

Deno.test("findIssueIds() finds possible ids of trackers, each once, up to the maximum", () => {
  assert.deepEqual(findIssueIds("do web-7 and noface-hwk, then web-7 and bd-a1b2.3"), [
    ...["web-7", "noface-hwk", "bd-a1b2.3"],
  ]);
  assert.deepEqual(findIssueIds("see src/web-7 and web-7/x, ./web-8.txt, a--b"), []);
  assert.equal(findIssueIds(Array.from({ length: 20 }, (_, at) => `x-${at}`).join(" ")).length, 8);
});
