import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { acquireIndexLock, createLockFile } from "./index_lock.ts";

Deno.test("acquireIndexLock() returns nothing while another holds the lock, and then the lock", async () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.lock");
  const first = await acquireIndexLock(path, { waitMs: 0 });
  assert.ok(first !== undefined);
  assert.equal(await acquireIndexLock(path, { waitMs: 0 }), undefined);
  assert.equal(await acquireIndexLock(path, { waitMs: 50 }), undefined);
  first[Symbol.dispose]();
  using second = await acquireIndexLock(path, { waitMs: 0 });
  assert.ok(second !== undefined);
});

Deno.test("acquireIndexLock() keeps a lock when others in its process try, and leaves its file empty", async () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.lock");
  using _ = (await acquireIndexLock(path, { waitMs: 0 }))!;
  createLockFile(path);
  assert.equal(await acquireIndexLock(path, { waitMs: 0 }), undefined);
  const code = `import { acquireIndexLock } from "${import.meta.resolve("./index_lock.ts")}";
    console.log(await acquireIndexLock(Deno.env.get("LOCK"), { waitMs: 0 }) === undefined);`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    env: { LOCK: path, NO_COLOR: "1" },
  }).output();
  assert.equal(new TextDecoder().decode(stdout), "true\n");
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), ["index.lock"]);
  assert.equal(Deno.statSync(path).size, 0);
});

Deno.test("acquireIndexLock() waits until the lock is released", async () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.lock");
  const first = await acquireIndexLock(path, { waitMs: 0 });
  const waiting = acquireIndexLock(path, { waitMs: Infinity });
  setTimeout(() => first?.[Symbol.dispose](), 30);
  using second = await waiting;
  assert.ok(second !== undefined);
});

Deno.test("acquireIndexLock() stops waiting on request", async () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.lock");
  using _ = (await acquireIndexLock(path, { waitMs: 0 }))!;
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 30);
  const options = { waitMs: Infinity, signal: abort.signal };
  assert.equal(await acquireIndexLock(path, options), undefined);
});

Deno.test("acquireIndexLock() tries at least once, however short the time", async () => {
  using workspace = new TempWorkspace();
  using lock = await acquireIndexLock(workspace.path("index.lock"), {
    waitMs: -1,
    signal: AbortSignal.abort(),
  });
  assert.ok(lock !== undefined);
});

Deno.test("acquireIndexLock() gets the lock of a process that was killed", async () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.lock");
  const code = `import { acquireIndexLock } from "${import.meta.resolve("./index_lock.ts")}";
    const lock = await acquireIndexLock(Deno.env.get("LOCK"), { waitMs: 0 });
    console.log(lock === undefined ? "refused" : "locked");
    setInterval(() => lock, 1000);`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    env: { LOCK: path },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  assert.equal(new TextDecoder().decode(value), "locked\n");
  assert.equal(await acquireIndexLock(path, { waitMs: 0 }), undefined);
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  using lock = await acquireIndexLock(path, { waitMs: 0 });
  assert.ok(lock !== undefined);
});

Deno.test("acquireIndexLock() neither follows a link nor waits for a pipe, and creates nothing", async () => {
  using workspace = new TempWorkspace({ "other": "x" });
  const path = workspace.path("index.lock");
  const makers = [
    () => Deno.symlinkSync("other", path),
    () => Deno.symlinkSync("none", path),
    () => new Deno.Command("mkfifo", { args: [path] }).outputSync(),
    () => Deno.mkdirSync(path),
  ];
  for (const make of makers) {
    make();
    await assert.rejects(acquireIndexLock(path, { waitMs: 0 }), {
      code: "index-unwritable",
      message: /^Cannot lock the index by ".*" as it is not a regular file: remove it/,
    });
    Deno.removeSync(path);
  }
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), ["other"]);
});
