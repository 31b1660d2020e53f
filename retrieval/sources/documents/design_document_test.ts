import assert from "node:assert/strict";
import fc from "fast-check";
import { slugOf } from "@dossier/core/text";
import { splitDocument, toDesignDocument } from "./design_document.ts";

function read(text: string, path = "docs/my-plan.md") {
  return toDesignDocument(path, { text, modified: 7 });
}

Deno.test("toDesignDocument() takes what the front matter says", () => {
  const text = "---\ntitle: The Plan\nslug: plan\ntype: essay\ntags: [a, b]\n" +
    "updated: 2024-05-06\ndate: 2020-01-01\n---\n# Other\n";
  assert.deepEqual(read(text), {
    path: "docs/my-plan.md",
    title: "The Plan",
    text,
    body: "# Other\n",
    bodyLine: 9,
    updated: Date.UTC(2024, 4, 6),
    modified: 7,
  });
});

Deno.test("toDesignDocument() takes title and slug from headings and the path without front matter", () => {
  const titles = ["text\n\n## The *plan* ##\n", "The plan\n========\n", "no heading\n"];
  assert.deepEqual(titles.map((text) => read(text).title), ["The *plan*", "The plan", "my-plan"]);
  assert.equal(slugOf("docs/guide/index.md"), "guide");
  assert.equal(slugOf("README.md"), "README");
});

Deno.test("toDesignDocument() reads dates with and without time and zone, and no others", () => {
  const updatedOf = (date: string) => read(`---\ndate: ${date}\n---\n`).updated;
  const time = Date.UTC(2024, 4, 6, 7, 8);
  assert.equal(updatedOf("2024-05-06T07:08"), time);
  assert.equal(updatedOf("2024-05-06 09:08:00 +0200"), time);
  assert.equal(updatedOf("'2024-05-06T07:08:00.000Z'"), time);
  assert.equal(updatedOf("2024-13-45"), undefined);
  assert.equal(updatedOf("May 6, 2024"), undefined);
  assert.equal(read("---\nupdated: soon\ndate: 2024-05-06\n---\n").updated, Date.UTC(2024, 4, 6));
});

function parse(...lines: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(splitDocument(["---", ...lines, "---", "body"].join("\n")).fields);
}

Deno.test("splitDocument() reads texts with quotes and without, and both kinds of lists", () => {
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

Deno.test("splitDocument() leaves out values that are no texts", () => {
  assert.deepEqual(parse("a: |", "  long text", "b: {c: d}", "e: &f g", "h:", "link: http://x"), {
    a: [],
    b: [],
    e: [],
    h: [],
    link: ["http://x"],
  });
});

Deno.test("splitDocument() tells where the text starts", () => {
  const text = "\uFEFF---\r\ntitle: A\r\n---\r\nbody\r\n";
  const { fields, bodyLine, bodyStart } = splitDocument(text);
  assert.deepEqual(fields.get("title"), ["A"]);
  assert.equal(bodyLine, 4);
  assert.equal(text.slice(bodyStart), "body\r\n");
});

Deno.test("splitDocument() finds none that is not closed, not at the start, or endless", () => {
  const endless = `---\n${"a: b\n".repeat(300)}---\nbody\n`;
  for (
    const text of [
      "",
      "body",
      "---",
      "---\na: b\n",
      "\n---\na: b\n---\n",
      "----\na: b\n---\n",
      endless,
    ]
  ) {
    assert.deepEqual(splitDocument(text), { fields: new Map(), bodyLine: 1, bodyStart: 0 });
  }
});

Deno.test("splitDocument() reads back any list of quoted texts", () => {
  const item = fc.string({ unit: "grapheme" }).filter((text) => !/[\r\n]/.test(text));
  fc.assert(fc.property(fc.array(item), (items) => {
    const list = items.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(", ");
    assert.deepEqual(parse(`tags: [${list}]`)["tags"], items);
  }));
});

Deno.test("splitDocument() takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...`ab-: \n"'[],#`) }), (text) => {
    const { bodyStart } = splitDocument(`---\n${text}\n---\n`);
    assert.ok(bodyStart <= text.length + 9);
  }));
});
