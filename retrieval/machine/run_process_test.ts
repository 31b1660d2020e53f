import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { lstatOrUndefined } from "./file_info.ts";
import { type ProcessOptions, runProcess } from "./run_process.ts";

/** Runs a script in a new folder. */
async function sh(script: string, options: Partial<ProcessOptions> = {}) {
  using tree = makeTree();
  return await runProcess("sh", ["-c", script], {
    folder: tree.root,
    timeLimitMs: 10_000,
    maxBytes: 1000,
    ...options,
  });
}

Deno.test("runProcess() gives both outputs, the code, and text where there is no UTF-8", async () => {
  const { durationMs, ...result } = await sh("printf 'a\\377b'; echo no >&2; exit 3");
  assert.deepEqual(result, {
    code: 3,
    stdout: "a\ufffdb",
    stderr: "no\n",
    isTimedOut: false,
    isTruncated: false,
  });
  assert.ok(durationMs > 0 && durationMs < 10_000);
});

Deno.test("runProcess() gives a program its input and variables", async () => {
  const { stdout } = await sh('cat; printf "$ONE"', { input: "in\n", environment: { ONE: "1 *" } });
  assert.equal(stdout, "in\n1 *");
  // One that does not read is not waited for.
  assert.equal((await sh("exit 0", { input: "x".repeat(1_000_000) })).code, 0);
});

Deno.test("runProcess() keeps the first bytes, and lets the program go on or kills it", async () => {
  const { stdout, isTruncated, code } = await sh("yes | head -c 100000; exit 4");
  assert.deepEqual([stdout.length, isTruncated, code], [1000, true, 4]);
  const killed = await sh("yes", { isKilledWhenFull: true });
  assert.deepEqual([killed.isTruncated, killed.isTimedOut, killed.code], [true, false, 137]);
});

Deno.test("runProcess() kills what takes too long, with all that it has begun", async () => {
  using tree = makeTree();
  // Whoever lives on writes into the file.
  const script = "(sleep 1; echo late > file) & echo begun; sleep 60";
  const { stdout, isTimedOut, code } = await sh(script, { folder: tree.root, timeLimitMs: 300 });
  assert.deepEqual([stdout, isTimedOut, code], ["begun\n", true, 137]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.throws(() => Deno.statSync(`${tree.root}/file`), Deno.errors.NotFound);
});

Deno.test("runProcess() ends what a program leaves behind that writes nowhere, if it is to", async () => {
  for (const isEndedWhole of [true, false]) {
    using tree = makeTree();
    const script = "(sleep .3; echo late > file) > /dev/null 2>&1 & exit 0";
    const { code } = await sh(script, { folder: tree.root, endsDescendants: isEndedWhole });
    assert.equal(code, 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(lstatOrUndefined(`${tree.root}/file`) === undefined, isEndedWhole);
  }
});

Deno.test("runProcess() says what is wrong with a program that cannot be run", async () => {
  const options = { folder: "/", timeLimitMs: 100, maxBytes: 1 };
  await assert.rejects(
    runProcess("no-such-program", [], options),
    /no-such-program" was not found: /,
  );
  // Only a sandbox refuses what is there.
  const { state } = Deno.permissions.querySync({ name: "run", command: "python3" });
  if (state === "granted") return;
  await assert.rejects(
    runProcess("python3", [], options),
    /^Error: this process may not run "python3": /,
  );
});

Deno.test("runProcess() kills a program and what it has begun when it is told to", async () => {
  using tree = makeTree();
  const script = "(sleep 1; echo late > file) & sleep 60";
  const { code, isTimedOut } = await sh(script, {
    folder: tree.root,
    signal: AbortSignal.timeout(300),
  });
  assert.deepEqual([code, isTimedOut], [137, false]);
  assert.equal((await sh("sleep 60", { signal: AbortSignal.abort() })).code, 137);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.equal(lstatOrUndefined(`${tree.root}/file`), undefined);
});
