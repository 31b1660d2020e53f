import assert from "node:assert/strict";
import { resolve } from "node:path";
import { PLAIN_RANKING } from "./compared_rankings.ts";
import { parseQualityArguments } from "./quality_arguments.ts";
import { QualityUsageError } from "./program.ts";

const SETS = ["--bench", ".", "--trees", "tests"];

Deno.test("parseQualityArguments() distinguishes a run of sets, of a file, and a scoring", () => {
  const sets = parseQualityArguments([...SETS, "--sets", "tasks,queries", "--disable", "path"]);
  assert.equal(sets.kind, "sets");
  assert.ok(sets.kind === "sets");
  assert.deepEqual([sets.sets, sets.disabled, sets.limit], [["queries", "tasks"], ["path"], 50]);
  const run = ["--queries", "deno.json", "--trees", "tests", "--out", "run.jsonl"];
  assert.equal(parseQualityArguments(run).kind, "queries");
  const score = ["--queries", "mod.ts", "--score", "deno.json", "--against", "README.md"];
  assert.deepEqual(parseQualityArguments(score), {
    kind: "score",
    queries: resolve("mod.ts"),
    score: resolve("deno.json"),
    against: resolve("README.md"),
  });
  assert.deepEqual(parseQualityArguments(["--help"]), { kind: "help" });
});

Deno.test("parseQualityArguments() accepts `all` for the steps that a plain search engine lacks", () => {
  const command = parseQualityArguments([...SETS, "--disable", "all"]);
  assert.ok(command.kind === "sets");
  assert.deepEqual(command.disabled, PLAIN_RANKING.disabled);
});

Deno.test("parseQualityArguments() reports a fault in one sentence", () => {
  const wrong: readonly (readonly [args: readonly string[], RegExp])[] = [
    [[], /^Cannot run without queries: give either "--bench DIR" or "--queries FILE"$/],
    [["--bench", "."], /^Cannot run without "--trees"$/],
    [
      ["--bench", ".", "--trees", "no-such"],
      /^Cannot find what "--trees" names: there is no "no-such"$/,
    ],
    [
      ["--bench", "no-such", "--trees", "."],
      /^Cannot find what "--bench" names: there is no "no-such"$/,
    ],
    [["--queries", "deno.json", "--trees", "tests"], /^Cannot run without "--out"$/],
    [["--score", "run.jsonl"], /^Cannot run without "--queries"$/],
    [
      ["--queries", "deno.json", "--score", "no-such"],
      /^Cannot find what "--score" names: there is no "no-such"$/,
    ],
    [
      [...SETS, "--sets", "tasks,quries"],
      /^Cannot run the set "quries": use one of queries, commits, issues, tasks$/,
    ],
    [
      [...SETS, "--disable", "pth"],
      /^Cannot leave out the ranking step "pth": use one of .*path/,
    ],
    [[...SETS, "--limit", "0"], /^Cannot use the limit as it must be a whole number >= 1: /],
    [["--tree", "."], /--tree/],
  ];
  for (const [args, message] of wrong) {
    assert.throws(() => parseQualityArguments(args), (error) => {
      assert.ok(error instanceof QualityUsageError, `${error}`);
      assert.match(error.message, message);
      return true;
    });
  }
});
