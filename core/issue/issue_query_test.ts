import assert from "node:assert/strict";
import { issueQuery } from "./issue_query.ts";

Deno.test("issueQuery() is title, blank line and description, or the one there is", () => {
  const query = (title: string, description: string) =>
    issueQuery({ id: "x", title, description, labels: ["bug"] });
  assert.equal(query("a", "b\nc"), "a\n\nb\nc");
  assert.equal(query("a", " \n"), "a");
  assert.equal(query("", "b"), "b");
  assert.equal(query("", ""), "");
});
