import assert from "node:assert/strict";
import { firstHeading } from "./scan_markdown_headings.ts";

Deno.test("firstHeading() finds the first real heading", () => {
  assert.equal(
    firstHeading("```sh\n# no\n```\n\n<pre>\n# no\n</pre>\n\n## `A` b ##\n\n# C\n"),
    "A b",
  );
  assert.equal(firstHeading("Title\n-----\n"), "Title");
  assert.equal(firstHeading("---\ntitle: no\n---\n# A\n"), "A");
  assert.equal(firstHeading("text\n#hashtag\n"), undefined);
});

Deno.test("firstHeading() finds the first heading of a level", () => {
  assert.equal(firstHeading("## A\n\n# B\n", { level: 1 }), "B");
});
