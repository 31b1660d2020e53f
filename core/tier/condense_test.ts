import assert from "node:assert/strict";
import { condenseMarkdown } from "./condense.ts";

Deno.test("condenseMarkdown() keeps headings and the first paragraph below each", () => {
  const text = [
    ...["---", "title: x", "---", "# Voice", "", "Say it plainly.", "In few words.", "", "More."],
    ...[
      "",
      "## Rules",
      "",
      "```sh",
      "# no heading",
      "```",
      "",
      "One rule.",
      "",
      "| a | b |",
      "---",
    ],
    ...["| 1 | 2 |", "", "### Empty", "", "## Last", "- one", "- two", "", "- three"],
  ].join("\r\n");
  assert.equal(
    condenseMarkdown(text),
    "# Voice\n\nSay it plainly.\nIn few words.\n\n## Rules\n\nOne rule.\n\n### Empty\n\n## Last\n\n- one\n- two\n",
  );
  assert.equal(condenseMarkdown("\n\n"), "");
});

Deno.test("condenseMarkdown() takes nothing in <pre> or a comment for a heading", () => {
  const text = "# A\n\nOne.\n\n<pre>\n# no\n\n# no\n</pre>\n\n<!-- # no -->\n\n## B\n\nTwo.\n";
  assert.equal(condenseMarkdown(text), "# A\n\nOne.\n\n## B\n\nTwo.\n");
});
