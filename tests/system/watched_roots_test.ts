import assert from "node:assert/strict";
import { openServer } from "../runs/served_process.ts";
import { TempWorkspace } from "../temp_workspace.ts";

/** Changes are reported in order, so that trees can be watched, only on Linux. */
const ignore = Deno.build.os !== "linux";

/** Folders of the watched tree. */
const OTHER_FOLDERS = 300;

/** Files that differ between two branches. */
const CHANGED_FILES = 81;

/** Interval of requests to the server, in milliseconds. */
const POLL_MS = 5;

/** Maximum wait, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Creates a repository with two branches; the checked-out branch contains the word "apple". */
function makeBranches(): TempWorkspace {
  const workspace = new TempWorkspace();
  workspace.initialize();
  for (const word of ["apricot", "apple"]) {
    for (let i = 0; i < CHANGED_FILES; i++) workspace.write(`src/${i}.md`, `${word} pie`);
    workspace.commit();
    if (word === "apricot") workspace.git("branch", "other");
  }
  return workspace;
}

Deno.test({
  name:
    "serve --watch is right soon after a checkout beside a large tree, and until then says it is not",
  ignore,
  async fn() {
    using small = makeBranches();
    using large = new TempWorkspace();
    for (let i = 0; i < OTHER_FOLDERS; i++) large.write(`${i % 17}/${i}/a.md`, "cherry pie");
    const roots = ["--root", `small=${small.root}`, "--root", `large=${large.root}`];
    await using server = await openServer([], ["--watch", ...roots]);
    const readiness = async () => {
      // The indexing thread yields to all other work.
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const response = await fetch(`${server.url}/readyz`);
      return { ...await response.json(), status: response.status };
    };
    const search = async () => {
      const response = await fetch(`${server.url}/v1/search`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ root: "small", query: "apricot", limit: 100 }),
      });
      const { index, results } = await response.json();
      // The word finds the files that contain it, as no other file does.
      return { index, isRight: results.length === CHANGED_FILES };
    };
    const giveUpAt = performance.now() + PATIENCE_MS;
    const isLate = () => performance.now() > giveUpAt;
    while ((await readiness()).status !== 200) assert.ok(!isLate(), "It is never ready");
    assert.equal((await search()).isRight, false);

    small.git("checkout", "--quiet", "other");
    const unreadyStates: { status: number; pending: number }[] = [];
    // It is notified of a change only a moment after it was made.
    for (let hasReported = false;;) {
      const before = await readiness();
      const { index, isRight } = await search();
      assert.equal(index.stale, index.pending > 0);
      const [{ pending, isReady }, other] = before.roots;
      assert.equal(isReady, before.status === 200 || !other.isReady);
      assert.equal(isReady, pending === 0);
      if (!isReady) unreadyStates.push({ status: before.status, pending });
      hasReported ||= index.stale;
      if (!index.stale && hasReported) {
        assert.ok(isRight, "It says that it is right, and is not");
        break;
      }
      assert.ok(!isLate(), "It is never right");
    }
    assert.ok(unreadyStates.length > 0);
    assert.ok(unreadyStates.every(({ status, pending }) => status === 503 && pending > 0));
    while ((await readiness()).status !== 200) assert.ok(!isLate(), "It is never ready again");
  },
});
