import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTextFields } from "./parse_loose_fields.ts";

function parse(...lines: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(parseTextFields(lines.join("\n")));
}

Deno.test("parseTextFields() reads texts with quotes and without, and both kinds of lists", () => {
  assert.deepEqual(
    parse(
      "Title: A: the first # one",
      'slug: "a \\"b\\" # c"  # comment',
      "type: 'it''s'",
      "tags: [design, \"a, b\", 'c'] # three",
      "aliases:",
      "  - one",
      "- two # second",
      "updated: 2024-05-06",
      "# draft: yes",
    ),
    {
      title: ["A: the first"],
      slug: ['a "b" # c'],
      type: ["it's"],
      tags: ["design", "a, b", "c"],
      aliases: ["one", "two"],
      updated: ["2024-05-06"],
    },
  );
});

Deno.test("parseTextFields() skips values that are not texts", () => {
  assert.deepEqual(parse("a: |", "  long text", "b: {c: d}", "e: &f g", "h:", "link: http://x"), {
    a: [],
    b: [],
    e: [],
    h: [],
    link: ["http://x"],
  });
});

Deno.test("parseTextFields() reads back any list of quoted texts", () => {
  const item = fc.string({ unit: "grapheme" }).filter((text) => !/[\r\n]/.test(text));
  fc.assert(fc.property(fc.array(item), (items) => {
    const list = items.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(", ");
    assert.deepEqual(parse(`tags: [${list}]`)["tags"], items);
  }));
});

Deno.test("parseTextFields() accepts any text", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...`ab-: \n"'[],#`) }), (text) => {
    for (const values of parseTextFields(text).values()) {
      assert.ok(values.join("").length <= text.length);
    }
  }));
});
