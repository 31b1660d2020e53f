import assert from "node:assert/strict";
import { writeDossier } from "../policy_trees.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const POLICIES = {
  profiles: {
    base: { context: { system: ["who"], before: ["gone"] } },
    review: {
      extends: "base",
      inputs: { ship: { required: true } },
      body: "Review {input:ship}.",
    },
  },
  knowledge: { who: "You are a pilot.\n" },
};

function makeWorkspace(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/dock.py": "def dock(ship):\n    return ship.moor()\n",
    "issue.md": "# Dock the ship\n\nIt does not moor.\n",
  });
  workspace.initialize();
  writeDossier(workspace.root, POLICIES);
  return workspace;
}

const PROFILE = ["--profile", "review", "--input", "ship=Ada"];

Deno.test("the command line includes a profile with a question and with an issue, and records it", async () => {
  using workspace = makeWorkspace();
  for (const asked of [["dock a ship"], ["--issue", "issue.md"]]) {
    const { code, stdout, stderr } = await workspace.run(["context", ...PROFILE, ...asked]);
    assert.equal(code, 0, stderr);
    const headings = stdout.match(/^## .*/gm)?.map((line) => line.slice(3));
    assert.deepEqual(headings?.slice(0, 2), [
      "knowledge:who (of the profile, for the system prompt)",
      "profile:review (of the profile)",
    ]);
    assert.match(stdout, /^Review Ada\.$/m);
    assert.match(stdout, /def dock/);
    assert.match(
      stderr,
      /Nothing is included from "gone" for the profile base: there is no such item/,
    );
  }
  const shown = assertSuccess(await workspace.run(["log", "show", "1"]));
  assert.match(shown, /^profile +review$/m);
  assert.match(shown, /^chain +base > review$/m);
  assert.match(shown, /^inputs +ship "Ada"$/m);
  assert.match(shown, /knowledge:who: profile, whole, \d+ tokens[^]*?\n +profile base$/m);
  const json = assertSuccess(
    await workspace.run(["context", ...PROFILE, "--json", "--no-record", "dock"]),
  );
  assert.deepEqual(JSON.parse(json).profile, {
    id: "review",
    inputs: { ship: "Ada" },
    chain: ["base", "review"],
  });
});

Deno.test("the command line refuses an invalid profile in one sentence", async () => {
  using workspace = makeWorkspace();
  writeDossier(workspace.root, { profiles: { round: { extends: "round" } } });
  const refusals: readonly (readonly [readonly string[], RegExp])[] = [
    [["--profile", "reveiw"], /Cannot find the profile "reveiw": did you mean "review"/],
    [["--profile", "review"], /without the input "ship": add a value/],
    [["--profile", "round"], /round/],
    [["--profile", "../x"], /that is not an ID/],
    [["--profile", "review", "--input", "ship"], /write NAME=VALUE/],
    [["--input", "ship=Ada"], /Cannot use --input without a profile: add --profile/],
  ];
  for (const [words, message] of refusals) {
    assertFailure(await workspace.run(["context", ...words, "dock"]), { code: 2, message });
  }
});
