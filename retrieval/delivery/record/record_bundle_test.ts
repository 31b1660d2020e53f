import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";
import { openInjectionLog } from "./injection_log.ts";
import { openState } from "../state/open_state.ts";
import { findInjection } from "../state/read_injections.ts";
import { findIndexStore } from "../../index/mod.ts";
import { receivePendingMessages, recordBundle } from "./record_bundle.ts";
import { linesOf } from "../../../tests/lines_of.ts";

/**
 * Calls `onMessage` as soon as this thread handles its messages, as an abort of a thread arrives.
 */
function sendMessage(onMessage: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    onMessage();
  };
  port2.postMessage(undefined);
}

Deno.test("recordBundle() records the shown text of a file that was removed since", async () => {
  using workspace = new TempWorkspace({ "upload.py": "def upload():\n    send()\n" });
  using engine = await openEngine({ root: workspace.root });
  const bundle = await engine.context("upload", { record: false });
  workspace.remove("upload.py");
  await engine.index();
  const folder = workspace.path(".dossier/state");
  using state = await openState(folder);
  const place = { root: folder, folder };
  using reader = findIndexStore(place).open(place);
  const recorded = await recordBundle(state, bundle, {
    kind: "bundle",
    trigger: "context",
    options: {},
    format: "markdown",
    reader,
  });
  assert.deepEqual(
    (await findInjection(state, recorded!.record!))?.fragments.map((
      { source, fileHash },
    ) => [source, fileHash]),
    [["file:upload.py#L1-2", ""]],
  );
});

Deno.test("recordBundle() records nothing after an abort, and the session receives it later", async () => {
  using workspace = new TempWorkspace({ "upload.py": "def upload():\n    send()\n" });
  const abort = new AbortController();
  const { signal } = abort;
  using engine = await openEngine({
    root: workspace.root,
    async runStep(name, step) {
      const done = await step();
      // Like an abort of the client after the answer is ready, before the thread has received it.
      if (name === "pack") sendMessage(() => abort.abort());
      return done;
    },
  });
  const aborted = engine.context("upload", { session: "s", signal });
  await assert.rejects(aborted, { code: "interrupted" });
  assert.deepEqual(await engine.log(), []);
  const { fragments, record } = await engine.context("upload", { session: "s" });
  assert.deepEqual([linesOf(fragments)[0]?.path, record], ["upload.py", 1]);
});

Deno.test("recordBundle() uses no round for an aborted answer", async () => {
  using workspace = new TempWorkspace({ "upload.py": "def upload():\n    send()\n" });
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  const abort = new AbortController();
  setTimeout(() => abort.abort());
  const options = { session: "s", round: 1, refresh: false };
  const aborted = engine.answerRequests("NEED_CODE: upload.py", {
    ...options,
    signal: abort.signal,
  });
  await assert.rejects(aborted, { code: "interrupted" });
  assert.equal((await engine.answerRequests("NEED_CODE: upload.py:1", options)).record, 1);
});

/** Prunes the log by the settings once, as a user does to enable them. */
async function allowSettings(workspace: TempWorkspace): Promise<void> {
  using log = await openInjectionLog({ root: workspace.root });
  await log.prune();
}

Deno.test("recordBundle() deletes nothing by settings that the user has not pruned by", async () => {
  using workspace = new TempWorkspace({
    "upload.py": "def upload():\n    send()\n",
    ".dossier/config.yaml": "log:\n  keep: 40\n",
  });
  const config = (keep: number) =>
    workspace.write(".dossier/config.yaml", `log:\n  keep: ${keep}\n`);
  const record = async (count: number) => {
    using engine = await openEngine({ root: workspace.root });
    for (let at = 0; at < count; at++) await engine.context("upload", { refresh: false });
    return (await engine.log({ limit: 10_000 })).length;
  };
  assert.equal(await record(64), 64, "the settings came with the tree");
  await allowSettings(workspace);
  assert.equal(await record(24), 64);
  config(1);
  assert.equal(await record(32), 96, "the tree has changed its settings");
  config(40);
  assert.equal(await record(8), 40);
});

Deno.test("recordBundle() deletes the records that the settings do not keep", async () => {
  using workspace = new TempWorkspace({
    "upload.py": "def upload():\n    send()\n",
    ".dossier/config.yaml": "log:\n  keep: 40\n",
  });
  using engine = await openEngine({ root: workspace.root });
  const record = async (count: number) => {
    for (let at = 0; at < count; at++) await engine.context("upload", { refresh: false });
  };
  const first = async () => (await engine.log({ limit: 10_000 })).at(-1)?.id;
  await engine.context("upload", { session: "early" });
  await allowSettings(workspace);
  await record(62);
  assert.equal(await first(), 1, "63 records");
  await record(1);
  assert.equal(await first(), 25, "of 64 the newest 40 stay");
  // An active session is kept as a whole.
  await engine.context("upload", { session: "kept" });
  await record(62);
  await engine.context("upload", { session: "kept", budget: 100 });
  assert.deepEqual((await engine.log({ session: "kept" })).map(({ id }) => id), [128, 65]);
  assert.equal((await engine.log({ limit: 10_000 })).length, 41);
  assert.deepEqual(await engine.log({ session: "early" }), []);
});

/** Runs in its own process, because other tests use memory as well. */
const SCRIPT = `const { receivePendingMessages } = await import("./record_bundle.ts");
const repeat = async () => { for (let i = 0; i < 4000; i++) await receivePendingMessages(); };
await repeat();
const before = Deno.memoryUsage().rss;
await repeat();
console.log((Deno.memoryUsage().rss - before) / 1e6);`;

Deno.test("receivePendingMessages() resolves after the pending messages of this thread", async () => {
  const { port1, port2 } = new MessageChannel();
  let taken = false;
  port1.onmessage = () => taken = true;
  port2.postMessage(undefined);
  await receivePendingMessages();
  assert.ok(taken);
  port1.close();
  port2.close();
});

Deno.test("receivePendingMessages() leaks no memory", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", SCRIPT],
    cwd: import.meta.dirname!,
  }).output();
  // It would be 20 MB if the ports stayed open.
  assert.ok(Number(new TextDecoder().decode(stdout)) < 10);
});
