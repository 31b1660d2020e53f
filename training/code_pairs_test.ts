import assert from "node:assert/strict";
import { codePairs } from "./code_pairs.ts";
import { cutFile } from "./cut_file.ts";
import { sectionPairs } from "./section_pairs.ts";

const CODE = `import asyncio


class RouteTable:
    """Keeps the handlers of all registered routes, by their paths.

    Nothing is removed from it.
    """

    def add_handler(self, path, handler):
        # The last handler of a path takes the place of those before it.
        self.handlers[self.normalise(path)] = handler
        self.order.append(path)
        return handler
`;

Deno.test("codePairs() uses the documentation of a definition as the query, and removes it from the passage", () => {
  const pairs = codePairs(cutFile({ path: "web/routing.py", text: CODE }));
  const doc = pairs.find(({ kind }) => kind === "doc");
  assert.equal(doc?.query, "Keeps the handlers of all registered routes, by their paths");
  assert.equal(doc.language, "python");
  assert.match(doc.capsule, /^web\/routing\.py\n.*RouteTable/);
  assert.match(doc.body, /self\.order\.append\(path\)/);
  assert.doesNotMatch(doc.body, /Keeps the handlers/);
});

Deno.test("codePairs() uses a comment as the query for the code around it", () => {
  const pairs = codePairs(cutFile({ path: "web/routing.py", text: CODE }));
  const comment = pairs.find(({ kind }) => kind === "comment");
  assert.equal(comment?.query, "The last handler of a path takes the place of those before it");
  assert.match(comment.body, /Keeps the handlers/);
  assert.doesNotMatch(comment.body, /takes the place/);
});

Deno.test("codePairs() uses a name as the query for its definition, and hides the name there", () => {
  const pairs = codePairs(cutFile({ path: "web/routing.py", text: CODE }));
  const name = pairs.find(({ kind }) => kind === "name");
  assert.equal(name?.query, "Route Table");
  assert.doesNotMatch(name.body + name.capsule, /RouteTable/);
  assert.deepEqual(
    codePairs(cutFile({ path: "tests/routing.py", text: CODE })).map(({ kind }) => kind),
    ["doc", "comment"],
  );
});

const PROSE = `# Guide

## Running behind a proxy

Forwarded headers are read only from the proxies that the settings name, since everybody can send them.

List their addresses, one a line, in the file that the settings point to, and start anew.
`;

Deno.test("sectionPairs() uses the heading and the first sentence as queries for a section", () => {
  const pairs = sectionPairs(cutFile({ path: "docs/guide.md", text: PROSE }));
  assert.deepEqual(pairs.map(({ query }) => query), [
    "Running behind a proxy",
    "Forwarded headers are read only from the proxies that the settings name, since everybody can send them",
  ]);
  for (const { query, capsule, body } of pairs) {
    assert.ok(!`${capsule}\n${body}`.includes(query), query);
    assert.match(body, /one a line/);
  }
  assert.deepEqual(sectionPairs(cutFile({ path: "CHANGELOG.md", text: PROSE })), []);
});
