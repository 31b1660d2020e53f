import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { parseCommitsArguments } from "./commits_arguments.ts";
import { QualityUsageError } from "./program.ts";

Deno.test("parseCommitsArguments() parses folders, excluded names and a number", () => {
  using workspace = new TempWorkspace({ "names.txt": "# kept aside\nme/thing\n\n other \r\n" });
  const { root } = workspace;
  const asked = ["--clones", root, "--out", `${root}/set`];
  const set = { kind: "set", clones: root, out: `${root}/set`, excluded: [], perRepository: 14 };
  assert.deepEqual(parseCommitsArguments(asked), set);
  const names = ["--exclude", workspace.path("names.txt"), "--per-repository", "3"];
  assert.deepEqual(parseCommitsArguments([...asked, ...names]), {
    ...set,
    excluded: ["me/thing", "other"],
    perRepository: 3,
  });
  assert.deepEqual(parseCommitsArguments(["--help"]), { kind: "help" });
});

Deno.test("parseCommitsArguments() reports a fault in one sentence", () => {
  const wrong: readonly (readonly [args: readonly string[], RegExp])[] = [
    [["--out", "x"], /^Cannot run without "--clones"$/],
    [["--clones", "."], /^Cannot run without "--out"$/],
    [
      ["--clones", "no-such", "--out", "x"],
      /^Cannot find what "--clones" names: there is no "no-such"$/,
    ],
    [
      ["--clones", ".", "--out", "x", "--exclude", "no-such"],
      /^Cannot find what "--exclude" names: there is no "no-such"$/,
    ],
    [
      ["--clones", ".", "--out", "x", "--per-repository", "0"],
      /^Cannot make queries as their number must be a whole number >= 1: current value is "0"$/,
    ],
    [["--clone", "."], /--clone/],
  ];
  for (const [args, message] of wrong) {
    assert.throws(() => parseCommitsArguments(args), (error) => {
      assert.ok(error instanceof QualityUsageError, `${error}`);
      assert.match(error.message, message);
      return true;
    });
  }
});
