import assert from "node:assert/strict";
import fc from "fast-check";
import { measureUtf8 } from "../../../../core/text/utf8.ts";
import { fitHookParts } from "./hook_reply.ts";

const part = (name: string, text: string) => ({ name, text, more: `dossier ${name}` });

Deno.test("fitHookParts() includes all parts with a text, as long as they fit", () => {
  assert.equal(fitHookParts([part("a", "1\n2\n"), part("b", " "), part("c", "3")], 8), "1\n2\n\n3");
  assert.equal(fitHookParts([], 100), "");
});

Deno.test("fitHookParts() cuts a part between its lines, and explains how to get the rest", () => {
  const text = Array.from({ length: 40 }, () => "0123456789").join("\n");
  assert.equal(
    fitHookParts([part("map", text), part("rest", text)], 340),
    `${
      text.slice(0, 12 * 11 - 1)
    }\n\nOmitted for lack of room: 28 lines of the map: dossier map; ` +
      "40 lines of the rest: dossier rest",
  );
});

Deno.test("fitHookParts() stays within the limit and reports omitted parts", () => {
  const parts = fc.array(
    fc.string({ unit: "grapheme" }).map((text) => part("p", text.repeat(9))),
    { maxLength: 5 },
  );
  fc.assert(fc.property(parts, fc.integer({ min: 210, max: 600 }), (parts, room) => {
    const text = fitHookParts(parts, room);
    assert.ok(measureUtf8(text).bytes <= room, text);
    const isWhole = parts.every(({ text: one }) => text.includes(one.trimEnd()));
    assert.ok(isWhole || text.includes("Omitted for lack of room"));
  }));
});
