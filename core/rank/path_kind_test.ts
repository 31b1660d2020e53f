import assert from "node:assert/strict";
import { analyzeQuery } from "../text/analyze_query.ts";
import { pathKinds, requestedKinds } from "./path_kind.ts";

Deno.test("pathKinds() detects tests in the conventions of many languages", () => {
  for (
    const path of [
      "tests/a.py",
      "src/test/java/A.java",
      "pkg/a_test.go",
      "src/a.spec.ts",
      "src/__tests__/a.js",
      "app/AppTests.cs",
      "test_a.py",
      "spec/a_spec.rb",
      "lib/fixtures/a.rb",
    ]
  ) assert.deepEqual(pathKinds(path), ["test"], path);
  for (const path of ["src/contest.py", "latest.js", "src/attest/a.ts", "Protest.java"]) {
    assert.deepEqual(pathKinds(path), [], path);
  }
});

Deno.test("pathKinds() detects examples, old code, declarations and contracts", () => {
  assert.deepEqual(pathKinds("examples/a.ts"), ["example"]);
  assert.deepEqual(pathKinds("pydantic/v1/main.py"), ["legacy"]);
  assert.deepEqual(pathKinds("src/_compat.py"), ["legacy"]);
  assert.deepEqual(pathKinds("index.d.ts"), ["declaration"]);
  assert.deepEqual(pathKinds("Contracts/Queue.php"), ["contract"]);
});

Deno.test("pathKinds() detects generated files and data", () => {
  for (const path of ["dist/a.js", "a.min.js", "js/graph-BjxlZS7t.js", "a_pb2.py", "deno.lock"]) {
    assert.deepEqual(pathKinds(path), ["generated"], path);
  }
  assert.deepEqual(pathKinds("package-lock.json"), ["generated", "data"]);
  assert.deepEqual(pathKinds("wiki/a.html"), ["markup"]);
  assert.deepEqual(pathKinds("a.csv"), ["data"]);
  for (const path of ["distance.js", "src/builder.ts", "lock.py", "json.rs"]) {
    assert.deepEqual(pathKinds(path), [], path);
  }
});

Deno.test("requestedKinds() returns the kinds that the query requests, in any form of the word", () => {
  const asked = (query: string) => [...requestedKinds(analyzeQuery(query).map(({ term }) => term))];
  assert.deepEqual(asked("where are the unit tests of the router"), ["test"]);
  assert.deepEqual(asked("deprecated interfaces"), ["legacy", "contract"]);
  assert.deepEqual(asked("see the README or the guides"), ["document"]);
  assert.deepEqual(asked("router"), []);
});
