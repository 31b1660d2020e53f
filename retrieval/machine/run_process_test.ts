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

Deno.test("runProcess() returns both outputs and the code, and replaces invalid UTF-8", async () => {
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

Deno.test("runProcess() passes input and variables to a program", async () => {
  const { stdout } = await sh('cat; printf "$ONE"', { input: "in\n", environment: { ONE: "1 *" } });
  assert.equal(stdout, "in\n1 *");
  // A program that does not read its input is not waited for.
  assert.equal((await sh("exit 0", { input: "x".repeat(1_000_000) })).code, 0);
});

Deno.test("runProcess() keeps the first bytes, and lets the program continue or kills it", async () => {
  const { stdout, isTruncated, code } = await sh("yes | head -c 100000; exit 4");
  assert.deepEqual([stdout.length, isTruncated, code], [1000, true, 4]);
  const killed = await sh("yes", { isKilledWhenFull: true });
  assert.deepEqual([killed.isTruncated, killed.isTimedOut, killed.code], [true, false, 137]);
});

Deno.test("runProcess() kills a program that takes too long, with its descendants", async () => {
  using tree = makeTree();
  // A surviving process writes into the file.
  const script = "(sleep 1; echo late > file) & echo begun; sleep 60";
  const { stdout, isTimedOut, code } = await sh(script, { folder: tree.root, timeLimitMs: 300 });
  assert.deepEqual([stdout, isTimedOut, code], ["begun\n", true, 137]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.throws(() => Deno.statSync(`${tree.root}/file`), Deno.errors.NotFound);
});

Deno.test("runProcess() ends silent descendants of a program on request", async () => {
  for (const isEndedWhole of [true, false]) {
    using tree = makeTree();
    const script = "(sleep .3; echo late > file) > /dev/null 2>&1 & exit 0";
    const { code } = await sh(script, { folder: tree.root, endsDescendants: isEndedWhole });
    assert.equal(code, 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(lstatOrUndefined(`${tree.root}/file`) === undefined, isEndedWhole);
  }
});

Deno.test("runProcess() reports why a program cannot be run", async () => {
  const options = { folder: "/", timeLimitMs: 100, maxBytes: 1 };
  await assert.rejects(
    runProcess("no-such-program", [], options),
    /no-such-program" was not found: /,
  );
  // Only a sandbox refuses an existing program.
  const { state } = Deno.permissions.querySync({ name: "run", command: "python3" });
  if (state === "granted") return;
  await assert.rejects(
    runProcess("python3", [], options),
    /^Error: this process may not run "python3": /,
  );
});

Deno.test("runProcess() kills a program and its descendants on request", async () => {
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
