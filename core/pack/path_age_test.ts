import assert from "node:assert/strict";
import { isNewerPath, questionNamesPath } from "./path_age.ts";

Deno.test("isNewerPath() compares versions and names of replaced files, and is undefined otherwise", () => {
  const pairs: readonly (readonly [newer: string, older: string])[] = [
    ["docs/v2/a.md", "docs/v1/a.md"],
    ["docs/v10/a.md", "docs/v9/a.md"],
    ["docs/2.1.x/a.md", "docs/2.0.x/a.md"],
    ["docs/2.1/a.md", "docs/2/a.md"],
    ["docs/a.md", "versioned_docs/version-10.x/a.md"],
    ["versioned_docs/version-10.x/a.md", "versioned_docs/version-9.x/a.md"],
    ["docs/a.md", "docs/v3/a.md"],
    ["docs/a.md", "docs/archive/a.md"],
    ["src/a.md", "second-edition/src/a.md"],
    ["2021-edition/a.md", "2018-edition/a.md"],
    ["src/file.ts", "src/file.old.ts"],
  ];
  for (const [newer, older] of pairs) {
    assert.deepEqual([isNewerPath(newer, older), isNewerPath(older, newer)], [true, false], older);
  }
  for (const [a, b] of [["src/a.md", "nostarch/a.md"], ["a/README.md", "b/README.md"]] as const) {
    assert.deepEqual([isNewerPath(a, b), isNewerPath(b, a)], [undefined, undefined], b);
  }
});

Deno.test("questionNamesPath() finds the version or the folder that only one path has", () => {
  const [current, old] = ["www/docs/router.md", "www/versioned_docs/version-10.x/router.md"];
  for (const question of ["a router in v10", "router of version 10", "the 10.x router"]) {
    assert.equal(questionNamesPath(question, old, current), true, question);
    assert.equal(questionNamesPath(question, current, old), false, question);
  }
  assert.equal(questionNamesPath("which router is it", old, current), false);
  assert.equal(questionNamesPath("the 100 routers", old, current), false);
  assert.equal(
    questionNamesPath("loops in the second edition", "second-edition/a.md", "src/a.md"),
    true,
  );
  assert.equal(
    questionNamesPath("nostarch/chapter04.md", "nostarch/chapter04.md", "src/ch04.md"),
    true,
  );
  // Common folders do not distinguish them.
  assert.equal(questionNamesPath("www router", old, current), false);
});
