import assert from "node:assert/strict";
import {
  condenseMarkdown,
  matchDocument,
  parseDocumentStatus,
  parseTasks,
  renderTasks,
} from "./project_document.ts";

const NAMES = [
  "0015-deletion.md",
  "0016-context-injection.md",
  "0016-context-injection.plan.md",
  "0017-S-context-activation.md",
  "0017-context-activation.plan.md",
  "0116-later.md",
];

Deno.test("B-6: a document is found by number, by part of its name, and by its name", () => {
  for (const id of ["16", "0016", "context-inj", "Context-Inj", "0016-context-injection"]) {
    assert.equal(matchDocument(NAMES, id), "0016-context-injection.md", id);
  }
  assert.equal(matchDocument(NAMES, "deletion"), "0015-deletion.md");
  assert.equal(matchDocument(NAMES, "none"), undefined);
});

Deno.test("B-6: the first of several that an id may mean is taken, and never a plan", () => {
  assert.equal(matchDocument(NAMES, "context"), "0016-context-injection.md");
  assert.equal(matchDocument(["0016-a.plan.md"], "16"), undefined);
});

Deno.test("B-6: a plan is found by the number of its document, also where its name is shorter", () => {
  assert.equal(matchDocument(NAMES, "16/plan"), "0016-context-injection.plan.md");
  assert.equal(matchDocument(NAMES, "0016/plan"), "0016-context-injection.plan.md");
  assert.equal(matchDocument(NAMES, "17/plan"), "0017-context-activation.plan.md");
  assert.equal(matchDocument(NAMES, "15/plan"), undefined);
});

Deno.test("parseDocumentStatus() reads each notation of a status", () => {
  const heads = [
    "# RFC 1\n\n| | |\n|---|---|\n| **Status** | In Progress |\n",
    "**Status:** In progress (since May)",
    "- **Status**: in_progress",
    "---\ntitle: x\nstatus: in-progress\n---\n",
    "> Status: 🚧 In Progress",
  ];
  for (const head of heads) {
    assert.match(parseDocumentStatus(head) ?? "", /^in-progress/, head);
  }
  assert.equal(parseDocumentStatus("# RFC\n\nThe status is unclear.\n"), undefined);
  assert.equal(parseDocumentStatus(`${"x\n".repeat(40)}Status: done`), undefined);
});

Deno.test("renderTasks() lists open tasks, or states that all are done or that there are none", () => {
  const plan = "- [x] one\n* [ ] two\n  - [ ] three\n- no task\n";
  assert.deepEqual(parseTasks(plan).map(({ isDone }) => isDone), [true, false, false]);
  assert.equal(renderTasks(parseTasks(plan)), "1. two\n2. three");
  assert.equal(renderTasks(parseTasks("- [x] one\n- [X] two")), "All tasks are complete.");
  assert.match(renderTasks(parseTasks("text")), /^No tasks/);
});

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

Deno.test("condenseMarkdown() finds no headings in <pre> or a comment", () => {
  const text = "# A\n\nOne.\n\n<pre>\n# no\n\n# no\n</pre>\n\n<!-- # no -->\n\n## B\n\nTwo.\n";
  assert.equal(condenseMarkdown(text), "# A\n\nOne.\n\n## B\n\nTwo.\n");
});
