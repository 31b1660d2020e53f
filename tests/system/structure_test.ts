import assert from "node:assert/strict";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";
import { TempWorkspace } from "../temp_workspace.ts";

function makeWorkspace(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/retry.py": "def pause_after(attempt):\n    return attempt\n",
    "src/upload.py":
      "from retry import pause_after\n\n\ndef retry_upload(file):\n    pause_after(1)\n",
    "src/download.py": "def pause_before(attempt):\n    return attempt + 1\n",
    "tests/test_retry.py":
      "from retry import pause_after\n\n\ndef test_pause():\n    assert pause_after(1)\n",
  });
  workspace.initialize();
  return workspace;
}

Deno.test("the command line prints the map, outlines, callers, callees, tests and what is related", async () => {
  using workspace = makeWorkspace();
  const ask = async (...words: string[]) => assertSuccess(await workspace.run(words));
  const pause = "src/retry.py\n  1-2  def pause_after(attempt)";
  assert.match(
    await ask("map"),
    /^src\/\n {2}retry\.py: pause_after 1\n {2}upload\.py: retry_upload 4\n/,
  );
  assert.equal(await ask("map", "tests"), "tests/test_retry.py: test_pause 4\n");
  assert.equal(await ask("outline", "src/retry.py"), `${pause}\n`);
  assert.equal(
    await ask("callers", "pause_after"),
    "src/upload.py\n  4-5  def retry_upload(file)  (calls it in line 5)\n\n" +
      "tests/test_retry.py\n  4-5  def test_pause()  (calls it in line 5)\n",
  );
  assert.equal(await ask("callees", "retry_upload"), `${pause}  (in line 5)\n`);
  assert.equal(
    await ask("tests", "src/retry.py#pause_after"),
    "tests/test_retry.py\n  4-5  def test_pause()  (calls it in line 5)\n",
  );
  assert.match(await ask("related", "src/retry.py:2"), /def pause_before\(attempt\) {2}\(shares /);
});

Deno.test("the command line finds paths from where it is called, as shells complete them", async () => {
  using workspace = makeWorkspace();
  const options = { folder: "src" };
  const own = assertSuccess(await workspace.run(["outline", "retry.py"], options));
  assert.equal(assertSuccess(await workspace.run(["outline", "src/retry.py"], options)), own);
  assert.match(
    assertSuccess(await workspace.run(["related", "retry.py:1"], options)),
    /pause_before/,
  );
  const callers = assertSuccess(await workspace.run(["callers", "pause_after"]));
  for (const target of ["retry.py:1", "retry.py#pause_after", "src/retry.py:1", "pause_after"]) {
    assert.equal(assertSuccess(await workspace.run(["callers", target], options)), callers, target);
  }
  const message = /^dossier: Cannot read ".*" as it is outside|it is outside the root/;
  workspace.write("../beside.py", "x = 1\n");
  assertFailure(await workspace.run(["outline", "../../beside.py"], options), { code: 2, message });
});

Deno.test("the command line prints answers about structure as JSON, and what they leave out", async () => {
  using workspace = makeWorkspace();
  const result = await workspace.run(["callers", "--json", "--budget", "30", "pause_after"]);
  const answer = JSON.parse(assertSuccess(result));
  assert.equal(answer.kind, "callers");
  assert.deepEqual(answer.targets, ["pause_after"]);
  assert.deepEqual([answer.subject.path, answer.subject.startLine], ["src/retry.py", 1]);
  assert.equal(answer.definitions.length + answer.omitted, 2);
  assert.ok(answer.budget.used <= 30);
  const none = await workspace.run(["callers", "test_pause"]);
  assert.equal(assertSuccess(none), "");
  assert.match(none.stderr, /^dossier: Nothing calls it, .*\(test_pause\)\n$/m);
});

Deno.test("the command line names what is near to an unknown definition", async () => {
  using workspace = makeWorkspace();
  assertFailure(await workspace.run(["callers", "pause_aftr"]), {
    code: 2,
    message: /"pause_aftr": did you mean "pause_after"/,
  });
});
