import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readBenchTrees } from "./bench_sets.ts";

Deno.test("readBenchTrees() combines the queries of two sets over one tree", () => {
  using workspace = new TempWorkspace({
    "bench/queries.jsonl":
      '{"repo":"a","query_id":"a1","query":"one","benchmark_root":"src/lib"}\n{"repo":"b","query_id":"b1","query":"x"}',
    "bench/commits.jsonl": '{"repo":"a","query_id":"a2","query":"two","benchmark_root":"src/lib"}',
    "bench/tasks.jsonl": '{"repo":"b","query_id":"b2","query":"three"}',
    "trees/repos/a/src/lib/x.ts": "",
    "trees/repos/b/y.ts": "",
    "trees/tasks/b/y.ts": "",
  });
  const trees = readBenchTrees(workspace.path("bench"), {
    sets: ["queries", "commits", "tasks"],
    trees: workspace.path("trees"),
  });
  assert.deepEqual(
    trees.map(({ name, root, queries }) => [
      name,
      root,
      queries.map(({ set, queryId }) => `${set}:${queryId}`),
    ]),
    [
      ["repos/a+src+lib", workspace.path("trees/repos/a/src/lib"), ["queries:a1", "commits:a2"]],
      ["repos/b", workspace.path("trees/repos/b"), ["queries:b1"]],
      ["tasks/b", workspace.path("trees/tasks/b"), ["tasks:b2"]],
    ],
  );
});

Deno.test("readBenchTrees() names missing files and trees", () => {
  using workspace = new TempWorkspace({
    "tasks.jsonl": '{"repo":"b","query_id":"b2","query":"three"}',
  });
  const { root: trees } = workspace;
  assert.throws(() => readBenchTrees(trees, { sets: ["issues"], trees }), {
    message: `Cannot run the set "issues": there is no file "${trees}/issues.jsonl"`,
  });
  assert.throws(() => readBenchTrees(trees, { sets: ["tasks"], trees }), {
    message: `Cannot run the set "tasks": there is no folder "${trees}/tasks/b"`,
  });
});
