import assert from "node:assert/strict";
import { assembleFirstMessage, assembleSystem, wrapItem } from "./message.ts";

Deno.test("wrapItem() names the tag after the item, and escapes what it says of it", () => {
  assert.equal(
    wrapItem(" Ships enter. \n", { id: "a/harbour", itemType: "knowledge", name: "Harbour" }),
    '<Harbour id="a/harbour" type="knowledge">\nShips enter.\n</Harbour>',
  );
  assert.equal(wrapItem("x", { id: "a/tides", itemType: "" }), '<tides id="a/tides">\nx\n</tides>');
  assert.equal(
    wrapItem("x", { id: 'a/"><b>&', itemType: "", name: "no tag" }),
    '<context id="a/&quot;&gt;&lt;b&gt;&amp;">\nx\n</context>',
  );
  assert.match(wrapItem("x", { id: "a/1st", itemType: "" }), /^<context id="a\/1st">/);
});

Deno.test("assembleFirstMessage() puts hooks outermost and drops what is empty", () => {
  const message = assembleFirstMessage({
    before: { hooks: ["h1", " "], chain: ["c1\n", "c2"] },
    prompt: "do it",
    after: { hooks: ["h2"], chain: ["c3"] },
  });
  assert.equal(message, "h1\n\nc1\n\nc2\n\ndo it\n\nc3\n\nh2");
  assert.equal(assembleSystem({ hooks: ["h"], chain: ["root", "leaf"] }), "h\n\nroot\n\nleaf");
  assert.equal(assembleSystem({ hooks: [], chain: [""] }), "");
});
