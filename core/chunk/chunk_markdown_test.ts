import assert from "node:assert/strict";
import { chunkMarkdown } from "./chunk_markdown.ts";

const WORDS = "word ".repeat(240).trimEnd();

/** Returns the names of the found headings, in order. */
function headings(text: string, language = "markdown"): string[] {
  return chunkMarkdown(text, language).flatMap(({ symbols }) => symbols.map(({ name }) => name));
}

function chunks(text: string, language = "markdown"): [number, number, string][] {
  return chunkMarkdown(text, language)
    .map(({ startLine, endLine, trail }) => [startLine, endLine, trail.join(" > ")]);
}

Deno.test("chunkMarkdown() keeps a document that fits in one chunk", () => {
  assert.deepEqual(chunks("# A\n\ntext\n\n## B\n\ntext\n"), [[1, 7, "A"]]);
});

Deno.test("chunkMarkdown() returns separate chunks with trails for sections that do not fit together", () => {
  const text = `# A\n\n${WORDS}\n\n## B\n\n${WORDS}\n\n### C\n\n${WORDS}\n\n## D\n\n${WORDS}\n`;
  assert.deepEqual(chunks(text), [
    [1, 3, "A"],
    [5, 7, "A > B"],
    [9, 11, "A > B > C"],
    [13, 15, "A > D"],
  ]);
});

Deno.test("chunkMarkdown() joins small sections under one parent while they fit", () => {
  const small = `## B\n\n${"word ".repeat(100).trimEnd()}\n\n`;
  const text = `# A\n\n${WORDS}\n\n${small.repeat(6)}`;
  assert.deepEqual(chunks(text), [[1, 7, "A"], [9, 19, "A > B"], [21, 27, "A > B"]]);
});

Deno.test("chunkMarkdown() joins a heading without text to the following chunk", () => {
  const text = `# A\n\n## B\n\n${WORDS}\n\n${WORDS}\n`;
  assert.deepEqual(chunks(text), [[1, 5, "A > B"], [7, 7, "A > B"]]);
});

Deno.test("chunkMarkdown() cuts a long section between paragraphs and never in a fence that fits", () => {
  const fence = `\`\`\`sh\n# comment\n\n${"run it\n".repeat(180)}\`\`\`\n`;
  const text = `# A\n\n${"word ".repeat(150)}\n\n${fence}\nafter\n`;
  assert.deepEqual(chunks(text), [[1, 3, "A"], [5, 190, "A"]]);
});

Deno.test("chunkMarkdown() cuts inside a fence only when the fence does not fit", () => {
  const fence = `\`\`\`\n${`${"x".repeat(49)}\n`.repeat(30)}\n${
    `${"x".repeat(49)}\n`.repeat(30)
  }\`\`\`\n`;
  assert.deepEqual(chunks(`# A\n\n${fence}`), [[1, 33, "A"], [35, 65, "A"]]);
});

Deno.test("chunkMarkdown() finds headings with hashes, underlines and tags", () => {
  const text = [
    "Title *one*",
    "===========",
    "## Two `code` ##",
    "Three",
    "goes on",
    "---",
    '<h3 align="center">Four <b>bold</b></h3>',
    "#### [Five](https://example.org) {#five}",
    "###### ",
    "#no-heading",
  ].join("\n");
  assert.deepEqual(headings(text), [
    "Title *one*",
    "Two code",
    "Three goes on",
    "Four bold",
    "Five",
  ]);
});

Deno.test("chunkMarkdown() finds no heading in fences, indented code, comments, lists and tables", () => {
  const text = [
    "```",
    "# fenced",
    "~~~",
    "```",
    "~~~~ text",
    "# fenced too",
    "~~~",
    "# still fenced",
    "~~~~",
    "",
    "    # indented code",
    "<!-- a comment",
    "# commented",
    "-->",
    "<!-- closed --> text",
    "- item",
    "---",
    "> quoted",
    "===",
    "",
    "| a |",
    "---",
    "",
    "- ```js",
    "  # in a list",
    "  ```",
    "",
    "# Real",
  ].join("\n");
  assert.deepEqual(headings(text), ["Real"]);
});

/** HTML and tables with a row that looks like a heading but is not one for CommonMark and GitHub. */
const NO_HEADINGS: Readonly<Record<string, string>> = {
  "<pre>": "<pre>\n# no\n\n# no\n</pre>",
  "<pre> with an attribute and text": '<pre lang="sh"># no\n# no</pre>',
  "<PRE><code>": "<PRE><code>\n# no\n</code></PRE>",
  "<script>": '<script type="x">\n\n# no\n</script>',
  "<style>": "<style>\n# no {}\n</style>",
  "<textarea>": "<textarea>\n\n# no\n</textarea>",
  "a comment": "<!--\n\n# no\n\n-->",
  "a comment behind spaces": "  <!--\n# no\n-->",
  "PHP": "<?php\n\n# no\n?>",
  "CDATA": "<![CDATA[\n\n# no\n]]>",
  "<details> without a blank line": "<details>\n# no\n</details>",
  "<td><pre>": "<td><pre>\n# no\n</pre></td>",
  "<code> of several lines": "<code>\n# no\n</code>",
  "a quotation with a fence": "> ```\n> # no\n> ```",
  "a table without outer bars": "a | b\n--- | ---\n1 | 2\n---",
  "a comment of MDX": "{/*\n\n# no\n\n# no */}",
  "a hashtag, and what runs a script": "#no\n\n#!/bin/sh",
  "a fence in HTML": "<div>\n\n```sh\n# no\n```\n</div>",
};

for (const [name, text] of Object.entries(NO_HEADINGS)) {
  Deno.test(`chunkMarkdown() finds no heading in ${name}, but the headings after it`, () => {
    assert.deepEqual(headings(`# A\n\n${text}\n\n## B\n\ntext\n`), ["A", "B"]);
  });
}

Deno.test("chunkMarkdown() finds headings after inline HTML, and in HTML after a blank line", () => {
  assert.deepEqual(headings("text <pre>\n# A\n\n<details>\n\n# B\n\n</details>\n"), ["A", "B"]);
  assert.deepEqual(headings("<pre>a</pre>\n# A\n<!-- b -->\n# B\n"), ["A", "B"]);
  assert.deepEqual(headings("{/* a */}\n# A\n{name}\n# B\n"), ["A", "B"]);
  assert.deepEqual(headings("<div>\n<h1>A</h1>\n</div>\n"), ["A"]);
});

Deno.test("chunkMarkdown() extends a fence that is never closed to the end of the document", () => {
  assert.deepEqual(headings("# A\n\n```\n# b\n"), ["A"]);
});

Deno.test("chunkMarkdown() reads the title of the front matter as the outermost heading", () => {
  const front = '---\ntitle: "The Guide"\n# no: heading\n---\n';
  const text = `${front}\n${WORDS}\n\n## Install\n\n${WORDS}\n`;
  assert.deepEqual(chunks(text), [[1, 6, "The Guide"], [8, 10, "The Guide > Install"]]);
  assert.deepEqual(headings("---\nlayout: post\n---\n# A\n"), ["A"]);
  assert.deepEqual(headings("---\nlayout: post\n# no\n...\n# A\n"), ["A"]);
});

Deno.test("chunkMarkdown() does not repeat a title that is also the first heading", () => {
  const text = `---\ntitle: Guide\n---\n# Guide\n\n${WORDS}\n\n## B\n\n${WORDS}\n`;
  assert.deepEqual(chunks(text).map(([, , trail]) => trail), ["Guide", "Guide > B"]);
});

Deno.test("chunkMarkdown() returns headings with the range of their section", () => {
  const [chunk] = chunkMarkdown("# A\n\ntext\n\n## B\n\ntext\n\n# C\n", "markdown");
  assert.deepEqual(
    chunk?.symbols.map(({ kind, startLine, endLine, signature }) => [
      kind,
      startLine,
      endLine,
      signature,
    ]),
    [["heading", 1, 7, "# A"], ["heading", 5, 7, "## B"], ["heading", 9, 9, "# C"]],
  );
});

Deno.test("chunkMarkdown() reads the titles of reStructuredText", () => {
  const text = [
    "=====",
    "Title",
    "=====",
    "",
    "Using :mod:`email`",
    "------------------",
    "",
    "Text::",
    "",
    "    literal",
    "    =======",
    "",
    "Deeper",
    "~~~~~~",
    "",
    "Next part",
    "---------",
    "",
    "-----",
  ].join("\n");
  assert.deepEqual(headings(text, "restructuredtext"), [
    "Title",
    "Using email",
    "Deeper",
    "Next part",
  ]);
  const [chunk] = chunkMarkdown(`${text}\n\n${WORDS}\n\n${WORDS}\n`, "restructuredtext");
  assert.equal(chunk?.symbols[0]?.startLine, 1);
  assert.deepEqual(chunk?.symbols.map(({ signature }) => signature.split(" ")[0]), [
    "#",
    "##",
    "###",
    "##",
  ]);
});

Deno.test("chunkMarkdown() reads the underlined titles of AsciiDoc, but no delimiter", () => {
  const text = [
    "git-add(1)",
    "==========",
    "",
    "NAME",
    "----",
    "git-add - text",
    "",
    ".A listing",
    "----",
    "== not one",
    "----",
    "",
    "[[OPTIONS]]",
    "Options of it",
    "~~~~~~~~~~~~~",
    "",
    "text goes on",
    "and on",
    "------",
    "== not one",
    "------",
    "",
    "== Last",
  ].join("\n");
  assert.deepEqual(headings(text, "asciidoc"), ["git-add(1)", "NAME", "Options of it", "Last"]);
});

Deno.test("chunkMarkdown() reads the titles of AsciiDoc outside its blocks", () => {
  const text = "= Title\n\n== Part\n\n----\n== not one\n----\n\n=== Deeper\n";
  assert.deepEqual(headings(text, "asciidoc"), ["Title", "Part", "Deeper"]);
});

Deno.test("chunkMarkdown() reads the headlines of Org outside its blocks", () => {
  const text =
    "* TODO First :tag:\ntext\n** Second\n#+BEGIN_SRC sh\n* not one\n#+END_SRC\n* Third\n";
  assert.deepEqual(headings(text, "org"), ["First", "Second", "Third"]);
});
