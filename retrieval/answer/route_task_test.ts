import assert from "node:assert/strict";
import { bundleFor, FORMATS, makeIssue, NO_EMBEDDER, render } from "../../tests/task_fixture.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { sampleSecrets } from "../../tests/sample_secrets.ts";
import { linesOf } from "../../tests/lines_of.ts";

/**
 * Forty files that an issue about retries may mean, and one that only the error of the attempt
 * leads to.
 */
const TREE = {
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `src/retry${at}.ts`,
      `/** Retries upload ${at}. */\nexport function retryUpload${at}() {\n  return ${at};\n}\n`,
    ]),
  ),
  "src/clock.ts":
    "export function now() {\n  return 1;\n}\n\nexport function tick() {\n  throw 1;\n}\n",
  "src/start.ts": "import { retryUpload1 } from './retry1.ts';\nretryUpload1();\n",
};

const ISSUE = makeIssue({
  id: "w-1",
  title: "Retry uploads that fail",
  manifest: { primary: ["src/retry1.ts"] },
});

const DIFF = [
  "--- a/src/start.ts",
  "+++ b/src/start.ts",
  "@@ -1,2 +1,3 @@",
  "+tick();",
  "",
].join("\n");

const ERROR = "Error: 1\n    at tick (src/clock.ts:6:3)\n    at main (src/start.ts:2:1)\n";

Deno.test("contextForIssue() shows the previous attempt in every format, and finds the files that it names", async () => {
  using workspace = new TempWorkspace(TREE);
  const first = await bundleFor(workspace, ISSUE, { budget: 1500 });
  assert.ok(!linesOf(first.fragments).some(({ path }) => path === "src/clock.ts"));
  for (const format of FORMATS) {
    const retry = { diff: DIFF, error: ERROR };
    const bundle = await bundleFor(workspace, ISSUE, { budget: 1500, format, retry });
    assert.deepEqual(bundle.retry, retry);
    const snippets = linesOf(bundle.fragments).filter(({ role }) => role === "snippet");
    const paths = snippets.slice(0, 2).map(({ path }) => path);
    assert.deepEqual(paths.sort(), ["src/clock.ts", "src/start.ts"], format);
    assert.equal(bundle.query, first.query);
    assert.deepEqual(bundle.plan?.complexity, first.plan?.complexity);
    assert.notEqual(bundle.hash, first.hash);
    const text = await render(bundle, format);
    assert.match(text, /\+tick\(\);/);
    assert.match(text, /at tick \(src\/clock\.ts:6:3\)/);
    assert.ok(bundle.budget.used <= 1500);
  }
});

Deno.test("contextForIssue() shortens the previous attempt to its share, masks its secrets, and records it", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const secret = sampleSecrets(7)["github"]![0]!;
  const error = `first\n${"noise of a build\n".repeat(5000)}${secret}\nlast\n`;
  for (const format of FORMATS) {
    const options = { format, budget: 2000, retry: { diff: "", error } };
    const bundle = await engine.contextForIssue(ISSUE, options);
    const shown = bundle.retry?.error ?? "";
    assert.match(shown, /^first\n[^]*\n\[cut: \d+ of \d+ characters omitted\]\n[^]*last\n$/);
    assert.ok(shown.includes("«masked: ") && !shown.includes(secret));
    assert.equal(bundle.retry?.diff, undefined);
    assert.ok(bundle.budget.used <= 2000 && bundle.fragments.length > 3);
    const text = await render(bundle, format);
    const restored = await engine.renderRecord(bundle.record!);
    assert.deepEqual(restored, { text }, format);
    const record = await engine.findRecord(bundle.record!);
    assert.ok(!JSON.stringify(record).includes(secret));
    assert.equal(record?.details.retry?.error, shown);
  }
});

Deno.test("answerRequests() reports how the agent ended its turn, and records it without a round", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const ended = await engine.answerRequests("It works.\n\nISSUE_COMPLETE\n", { session: "s" });
  assert.deepEqual(ended.signals, [{ signal: "ISSUE_COMPLETE", line: 3 }]);
  assert.deepEqual([ended.record, ended.outcomes, ended.notes], [1, [], []]);
  for (const format of FORMATS) {
    assert.match(await render(ended, format), /received: ISSUE_COMPLETE|"ISSUE_COMPLETE"/, format);
  }
  const record = await engine.findRecord(1);
  assert.deepEqual([record?.round, record?.details.signals], [undefined, ended.signals]);
  const text = "CHANGES_REQUESTED: no test\nNEED_CODE: src/clock.ts\n";
  const asked = await engine.answerRequests(text, { session: "s", round: 1 });
  assert.deepEqual(asked.signals?.map(({ reason }) => reason), ["no test"]);
  assert.equal(linesOf(asked.fragments)[0]?.path, "src/clock.ts");
  assert.equal((await engine.findRecord(2))?.round, 1);
  const silent = await engine.answerRequests("> APPROVED", { session: "s" });
  assert.deepEqual([silent.record, silent.signals], [undefined, undefined]);
});

Deno.test("contextForIssue() removes escape sequences of terminals from its input", async () => {
  using workspace = new TempWorkspace(TREE);
  const issue = { ...ISSUE, description: "\x1b[31mred\x1b[0m description" };
  const error =
    "10%\r90%\r\x1b[31mError\x1b[39m: 1\n at \x1b[96msrc/clock.ts\x1b[0m:\x1b[93m6\x1b[0m\n";
  const bundle = await bundleFor(workspace, issue, { retry: { error }, budget: 1500 });
  assert.ok(linesOf(bundle.fragments).some(({ path }) => path === "src/clock.ts"));
  for (const format of FORMATS) {
    const shown = await render(bundle, format);
    assert.doesNotMatch(shown, /\\u001b|\[31m|90%/);
    assert.match(shown, /src\\?\/clock.ts:6/, format);
  }
});
