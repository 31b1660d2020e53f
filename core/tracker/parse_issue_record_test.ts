import assert from "node:assert/strict";
import fc from "fast-check";
import { parseIssueId, parseIssueRecord } from "./parse_issue_record.ts";

/** A line of noface's own tracker, its texts shortened. */
const BEADS_RECORD = {
  id: "noface-4h2",
  title: "Align CLI flags with design doc naming (scrum vs planner)",
  description: "Design doc documents scrum flags.",
  design: "README.md > CLI Options & Configuration",
  "acceptance_criteria": "- CLI supports --no-scrum",
  notes: "",
  status: "closed",
  priority: 1,
  "issue_type": "task",
  labels: ["cli", "docs", "cli"],
  "created_at": "2025-12-10T14:17:58.709372-08:00",
  comments: [
    {
      id: 4,
      "issue_id": "noface-4h2",
      author: "planner",
      text: "MANIFEST: primary=[src/main.zig] read=[src/loop.zig] forbidden=[src/web.zig]",
    },
    { id: 5, author: "someone", text: "Looks good" },
    {
      id: 6,
      "issue_id": "noface-4h2",
      author: "planner",
      text: "MANIFEST: primary=[src/main.zig,README.md] read=[src/loop.zig] forbidden=[]",
    },
  ],
};

Deno.test("parseIssueRecord() reads a record of beads, its last manifest and its criteria", () => {
  const { issue, problems } = parseIssueRecord(BEADS_RECORD);
  assert.deepEqual(problems, []);
  assert.deepEqual(issue, {
    id: "noface-4h2",
    title: "Align CLI flags with design doc naming (scrum vs planner)",
    description: "Design doc documents scrum flags.\n\n## Design\n\nREADME.md > CLI Options & " +
      "Configuration\n\n## Acceptance criteria\n\n- CLI supports --no-scrum",
    type: "task",
    labels: ["cli", "docs"],
    manifest: {
      primary: ["src/main.zig", "README.md"],
      read: ["src/loop.zig"],
      forbidden: [],
      version: 2,
    },
  });
});

Deno.test("parseIssueRecord() reads records of forges", () => {
  const { issue, problems } = parseIssueRecord({
    action: "opened",
    issue: {
      id: 2839283923,
      number: 17,
      title: "Retry\nuploads ",
      body: null,
      labels: [{ id: 1, name: "bug" }, { name: "p1" }],
      type: { name: "Bug" },
      comments: 3,
    },
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(issue, {
    id: "17",
    title: "Retry uploads",
    description: "",
    type: "Bug",
    labels: ["bug", "p1"],
  });
});

Deno.test("parseIssueRecord() compares names without case and separators", () => {
  const { issue } = parseIssueRecord({
    Key: "X-1",
    SUMMARY: "s",
    Content: "c",
    "Issue Type": "t",
    tags: "a, b,,a",
    "acceptance-criteria": "d",
    primaryFiles: ["p.ts"],
  });
  assert.deepEqual(issue, {
    id: "X-1",
    title: "s",
    description: "c\n\n## Acceptance criteria\n\nd",
    type: "t",
    labels: ["a", "b"],
    manifest: { primary: ["p.ts"], read: [], forbidden: [], version: 1 },
  });
});

Deno.test("parseIssueRecord() prefers a manifest field to one in a text", () => {
  const text = "MANIFEST: primary=[b.ts]";
  const { issue } = parseIssueRecord({ description: text, manifest: { primary: ["a.ts"] } });
  assert.deepEqual(issue.manifest?.primary, ["a.ts"]);
  const { issue: other } = parseIssueRecord({ description: text, manifest: {} });
  assert.deepEqual(other.manifest?.primary, ["b.ts"]);
  const { issue: noted } = parseIssueRecord({ description: text, notes: "PRIMARY_FILES: c.ts" });
  assert.deepEqual([noted.manifest?.primary, noted.manifest?.version], [["c.ts"], 2]);
});

Deno.test("parseIssueRecord() reports ignored parts of a manifest", () => {
  const { issue, problems } = parseIssueRecord({
    title: "t",
    manifest: { forbiden: ["a.ts"], primary: [5], Read_Files: ["b.ts"], owner: 1, version: 2 },
  });
  assert.deepEqual(issue.manifest, { primary: [], read: ["b.ts"], forbidden: [], version: 2 });
  assert.deepEqual(problems, [
    'Unknown key "forbiden" of the manifest is ignored: did you mean "forbidden"?',
    'Entries of "primary" in the manifest are ignored as they are not text',
    'Unknown key "owner" of the manifest is ignored: the known keys are "primary", "read", ' +
    '"forbidden", "version"',
  ]);
  const quiet = { manifest: { primary: "a.ts, b.ts", read: null, forbidden: [] } };
  assert.deepEqual(parseIssueRecord(quiet).problems, []);
});

Deno.test("parseIssueRecord() reads lists beside the other fields when there is no manifest", () => {
  const lists = { primary: ["a.ts"], read: "b.ts, c.ts", Forbidden: ["d/", 5] };
  const { issue, problems } = parseIssueRecord({ title: "t", ...lists });
  assert.deepEqual(issue.manifest, {
    primary: ["a.ts"],
    read: ["b.ts", "c.ts"],
    forbidden: ["d/"],
    version: 1,
  });
  assert.deepEqual(problems, [
    'Entries of "forbidden" in the manifest are ignored as they are not text',
  ]);
  const both = parseIssueRecord({ title: "t", ...lists, manifest: { primary: ["e.ts"] } });
  assert.deepEqual(both.issue.manifest?.forbidden, []);
  assert.deepEqual(both.problems, [
    'The lists next to the "manifest" of the issue are ignored as it takes precedence',
  ]);
});

Deno.test("parseIssueRecord() reports and ignores values of the wrong type", () => {
  const { issue, problems } = parseIssueRecord({
    title: ["a"],
    description: { type: "doc" },
    labels: [1, ["x"], "b"],
    manifest: ["a.ts"],
    comments: [1, null, { text: 3 }],
  });
  assert.deepEqual(issue, { id: "", title: "", description: "", labels: ["1", "b"] });
  assert.deepEqual(problems, [
    'The "description" of the issue is ignored as it is not text',
    'The "manifest" of the issue is ignored as it is not a mapping with "primary", "read" and "forbidden"',
    'The "title" of the issue is ignored as it is not text',
    'Some "labels" of the issue are ignored as they are not text',
  ]);
});

Deno.test("parseIssueRecord() reads any JSON object, and parseIssueId() returns the same id", () => {
  const name = fc.constantFrom(
    ...[
      "id",
      "title",
      "body",
      "labels",
      "manifest",
      "comments",
      "issue",
      "notes",
      "__proto__",
      "x",
    ],
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), (record) => {
      const { issue } = parseIssueRecord(record);
      assert.equal(typeof issue.title, "string");
      assert.equal(typeof issue.description, "string");
      assert.ok(issue.labels.every((label) => typeof label === "string" && label !== ""));
      assert.equal(parseIssueId(record), issue.id);
    }),
    { numRuns: 500 },
  );
});
