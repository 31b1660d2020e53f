import assert from "node:assert/strict";
import { parseMarkdownIssue } from "./parse_markdown_issue.ts";

/** Returns title and description. */
function read(body: string, fields: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const { title, description } = parseMarkdownIssue(body, fields).issue;
  return [title, description];
}

Deno.test("parseMarkdownIssue() moves the first heading from the text to the title", () => {
  assert.deepEqual(read("\n# Retry  uploads ##\n\nThey fail.\n"), [
    "Retry  uploads",
    "They fail.\n",
  ]);
  assert.deepEqual(read("### Deep\r\n\r\nText"), ["Deep", "Text"]);
  assert.deepEqual(read("Retry\n===\nText"), ["Retry", "Text"]);
  assert.deepEqual(read("# Only"), ["Only", ""]);
  assert.deepEqual(read("# In C#"), ["In C#", ""]);
  assert.deepEqual(read("## ##\n# T"), ["T", "## ##\n# T"]);
});

Deno.test("parseMarkdownIssue() keeps the whole text when there is text above the heading", () => {
  const text = "They fail.\n\n## Steps\n\n1. Send";
  assert.deepEqual(read(text), ["Steps", text]);
});

Deno.test("parseMarkdownIssue() ignores headings in code, lists, quotations and rules", () => {
  const texts = [
    "```sh\n# not a title\n```\nText",
    "~~~~\n# no\n~~~\n# no\n~~~~",
    "    # code",
    "#hashtag",
    "- item\n---\nText",
    "> quote\n===",
    "---\n\nText",
    "Text\n-",
    "Two\nlines\n---\nText",
    "",
  ];
  for (const text of texts) assert.deepEqual(read(text), ["", text], text);
  assert.equal(read("```\n# no\n```\n# Yes")[0], "Yes");
});

Deno.test("parseMarkdownIssue() prefers the title of the front matter, and keeps the heading", () => {
  assert.deepEqual(read("# Heading\n\nText", { title: "Title" }), ["Title", "# Heading\n\nText"]);
  assert.deepEqual(read("  \n", { description: "d" }), ["", "d"]);
  assert.deepEqual(read("# T", { description: "d" }), ["T", "d"]);
  assert.deepEqual(read("Text", { description: "d", design: "e" }), ["", "Text\n\n## Design\n\ne"]);
});

Deno.test("parseMarkdownIssue() finds a manifest in the text", () => {
  const { issue } = parseMarkdownIssue("# T\n\nPRIMARY_FILES:\n- a.ts\n", { id: "x", type: "bug" });
  assert.deepEqual(issue.manifest, { primary: ["a.ts"], read: [], forbidden: [], version: 1 });
  assert.deepEqual([issue.id, issue.type], ["x", "bug"]);
});

Deno.test("parseMarkdownIssue() reads a text of a megabyte", () => {
  const text = "a line of an issue\n".repeat(60_000);
  assert.deepEqual(read(text), ["", text]);
  assert.deepEqual(read(`# T\n${text}`), ["T", text]);
  const spaces = " ".repeat(500_000);
  for (const line of [`# a${spaces}b`, `# a${"#".repeat(500_000)}b`]) {
    assert.deepEqual(read(line), [line.slice(2), ""]);
  }
  assert.deepEqual(read("x", { title: `a${spaces}\nb` }), ["a b", "x"]);
});

Deno.test("parseMarkdownIssue() ignores headings in a comment or in <pre>", () => {
  const body =
    "<!--\n# Describe the bug\n-->\n\n<pre>\n# make\n\n# make\n</pre>\n\n# It fails\n\ntext\n";
  assert.equal(parseMarkdownIssue(body).issue.title, "It fails");
});
