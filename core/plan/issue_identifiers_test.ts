import assert from "node:assert/strict";
import { parseQuery } from "../query/parse_query.ts";
import { issueIdentifiers } from "./issue_identifiers.ts";
import { issueText } from "../issue/issue.ts";

function identifiersIn(title: string, description: string) {
  const { symbols, paths } = issueIdentifiers(parseQuery(issueText({ title, description })));
  return { names: symbols.map(({ name }) => name).sort(), paths };
}

Deno.test("issueIdentifiers() finds code spans, camel and snake case, calls and paths", () => {
  const { names, paths } = identifiersIn(
    "openStore leaks `handle`",
    "When max_rounds is 0, `Loop.run` calls close() twice.\nSee ./src/loop.zig:12, `src/loop.zig` and docs/loop.md.",
  );
  assert.deepEqual(names, ["close", "handle", "max_rounds", "openStore", "run"]);
  assert.deepEqual(paths, ["src/loop.zig", "docs/loop.md"]);
});

Deno.test("issueIdentifiers() finds none in plain words", () => {
  assert.deepEqual(identifiersIn("Startup is slow", "It takes too long."), {
    names: [],
    paths: [],
  });
});

Deno.test("issueText() joins title and description by a blank line, without what is empty", () => {
  assert.equal(issueText({ title: " a ", description: "b\n" }), "a\n\nb");
  assert.equal(issueText({ title: "", description: "b" }), "b");
  assert.equal(issueText({ title: "a", description: " \n" }), "a");
});
