import assert from "node:assert/strict";
import { type SessionWork, toMemoryQuery } from "./memory_query.ts";

function query(work: Partial<SessionWork>): string {
  return toMemoryQuery({ session: "s1", ...work });
}

Deno.test("M-2: toMemoryQuery() joins identifier, title and the first line of the description", () => {
  const work = {
    identifier: "ABC-7",
    title: "  Title ",
    description: "\n First line \nsecond line",
  };
  assert.equal(query(work), "ABC-7 Title First line");
  assert.equal(query({ identifier: "ABC-7", title: "Title" }), "ABC-7 Title");
});

Deno.test("M-2: toMemoryQuery() falls back to the identifier, the issue's id and the session", () => {
  assert.equal(query({ identifier: "ABC-7", title: " \t", description: "First" }), "ABC-7");
  assert.equal(query({ identifier: "", issueId: "6f1c" }), "6f1c");
  assert.equal(query({ issueId: " " }), "s1");
  assert.equal(query({}), "s1");
});

Deno.test("M-2: toMemoryQuery() uses a title that has no identifier", () => {
  assert.equal(query({ title: "Title", description: "First\nsecond" }), "Title First");
});
