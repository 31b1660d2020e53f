import assert from "node:assert/strict";
import { analyzeQuery } from "../text/mod.ts";
import { asksForRecords, isProjectRecord } from "./is_project_record.ts";

Deno.test("isProjectRecord() detects changelogs, release notes, licences and lists of people by their paths", () => {
  const records = [
    ...["CHANGELOG.md", "packages/a/changelog.md", "CHANGELOG-1.x.rst", "docs/releases/1.8.txt"],
    ...["HISTORY.md", "NEWS", "CHANGES.rst", "docs/release-notes/v2.md", "RELEASE_NOTES.txt"],
    ...["LICENSE", "LICENSE-MIT.txt", "licences/zlib.txt", "docs/whatsnew/3.2.rst", "AUTHORS.md"],
  ];
  for (const path of records) assert.ok(isProjectRecord(path), path);
  const documents = [
    ...["README.md", "docs/history.md", "docs/changes.md", "docs/release_process.md"],
    ...["docs/licensing.md", "authors.md", "docs/news-feed.md", "wiki/changelog_format/design.md"],
  ];
  assert.deepEqual(documents.filter(isProjectRecord), []);
});

Deno.test("asksForRecords() reads the words of a task", () => {
  const asks = (text: string) => asksForRecords(analyzeQuery(text));
  assert.ok(asks("Update the changelog") && asks("wrong licence header") && asks("licensing"));
  assert.ok(!asks("force push warning is wrong since the last release"));
});
