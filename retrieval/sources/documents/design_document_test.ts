import assert from "node:assert/strict";
import { slugOf } from "@dossier/core/text";
import { splitDocument, toDesignDocument } from "./design_document.ts";

function read(text: string, path = "docs/my-plan.md") {
  return toDesignDocument(path, { text, modified: 7 });
}

Deno.test("toDesignDocument() reads the front matter", () => {
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

Deno.test("toDesignDocument() uses headings and the path as title and slug without front matter", () => {
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

Deno.test("splitDocument() returns the first line of the text", () => {
  const text = "\uFEFF---\r\ntitle: A\r\n---\r\nbody\r\n";
  const { fields, body, bodyLine } = splitDocument(text);
  assert.deepEqual(fields.get("title"), ["A"]);
  assert.equal(bodyLine, 4);
  assert.equal(body, "body\r\n");
});

Deno.test("splitDocument() finds no front matter that is not closed, not at the start, or too long", () => {
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
    assert.deepEqual(splitDocument(text), { fields: new Map(), body: text, bodyLine: 1 });
  }
});
