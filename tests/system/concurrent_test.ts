import { openEngine } from "@dossier/retrieval";
import { acquireIndexLock, lstatOrUndefined } from "@dossier/retrieval/machine";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { GeneratedTree } from "../runs/generated_tree.ts";
import { type RunResult, TempWorkspace } from "../temp_workspace.ts";
import { assertSentences, assertSuccess } from "./assert_sentences.ts";

/** Number of files with which a worker indexes for a second. */
const FILES = 900;

const SEED = 3;

const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Interval of checks of a running program, in milliseconds. */
const POLL_MS = 5;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function finish(child: Deno.ChildProcess): Promise<RunResult> {
  await child.stdin.close();
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Waits until a process has locked the index: it has begun with the files. */
async function waitForIndexing(workspace: TempWorkspace): Promise<void> {
  const path = workspace.path(".dossier/state/index.lock");
  for (;;) {
    if (lstatOrUndefined(path)?.isFile === true) {
      using lock = await acquireIndexLock(path, { waitMs: 0 });
      if (lock === undefined) return;
    }
    await sleep(POLL_MS);
  }
}

/** Returns the answer of the index at `state`, or at the default place, without a refresh. */
async function answerAll(
  workspace: TempWorkspace,
  { queries, state }: { readonly queries: readonly string[]; readonly state?: string },
): Promise<string> {
  using engine = await openEngine({ root: workspace.root, state });
  if (state !== undefined) await engine.index();
  const found: unknown[] = [];
  for (const query of queries) {
    found.push((await engine.search(query, { refresh: state !== undefined })).results);
  }
  return JSON.stringify(found);
}

Deno.test("the files of a tree are listed once for its first index", async () => {
  using workspace = new TempWorkspace({ "upload.py": "def retry_upload(): ...\n" });
  workspace.initialize();
  const calls = workspace.write(".git/calls", "");
  const script = `#!/bin/sh\necho "$*" >> "${calls}"\nPATH="\${PATH#*:}" exec git "$@"\n`;
  Deno.chmodSync(workspace.write(".git/bin/git", script), 0o755);
  const environment = { PATH: `${workspace.path(".git/bin")}:${Deno.env.get("PATH")}` };
  assertSuccess(await workspace.run(["index"], { environment }));
  const listings = workspace.read(".git/calls").split("\n").filter((call) =>
    call.includes("ls-files -z -co")
  );
  assert.equal(listings.length, 1, workspace.read(".git/calls"));
});

Deno.test("two processes that index a tree at the same time give the same result as one", async () => {
  using workspace = new TempWorkspace();
  const queries = new GeneratedTree(workspace, { files: FILES, seed: SEED }).queries(10);
  const runs = await Promise.all([
    workspace.run(["index", "--json"]),
    workspace.run(["index", "--json"]),
    workspace.run(["search", "--json", queries[0]!]),
  ]);
  const [one, other] = runs.map((result) => JSON.parse(assertSuccess(result)));
  assert.deepEqual([one.documents, other.documents], [FILES, FILES]);
  assert.ok(one.added + other.added <= FILES);
  assert.deepEqual([one.pending, other.pending], [0, 0]);
  const state = `${workspace.cache}/reference`;
  assert.equal(
    await answerAll(workspace, { queries }),
    await answerAll(workspace, { queries, state }),
  );
});

Deno.test("a reader answers from the existing index while the tree is indexed", async () => {
  using workspace = new TempWorkspace({ "first.md": "zebra\n" });
  assertSuccess(await workspace.run(["index"]));
  new GeneratedTree(workspace, { files: FILES, seed: SEED });
  const indexing = workspace.start(["index"]);
  await waitForIndexing(workspace);
  const readers = await Promise.all([
    workspace.run(["search", "--json", "--no-refresh", "zebra"]),
    workspace.run(["search", "--json", "--max-refresh-ms", "0", "zebra"]),
    workspace.run(["context", "--json", "--max-refresh-ms", "50", "zebra"]),
    workspace.run(["status", "--json"]),
  ]);
  const [still, hasty, bundle] = readers.map((result) => JSON.parse(assertSuccess(result)));
  for (const { results } of [still, hasty]) assert.equal(results[0].path, "first.md");
  assert.equal(bundle.fragments[0].location.path, "first.md");
  assert.equal(still.index.stale, true);
  assert.equal((await finish(indexing)).code, 0);
  using engine = await openEngine({ root: workspace.root });
  assert.equal((await engine.status()).documents, FILES + 1);
});

Deno.test("Ctrl-C stops indexing with one sentence and code 130, and the next run continues", async () => {
  using workspace = new TempWorkspace();
  const tree = new GeneratedTree(workspace, { files: FILES, seed: SEED });
  const query = tree.queries(1)[0]!;
  for (const args of [["index"], ["context", query], ["search", "--json", query]]) {
    const child = workspace.start(args);
    await waitForIndexing(workspace);
    child.kill("SIGINT");
    const result = await finish(child);
    assertSentences(result);
    assert.equal(result.code, 130, result.stderr);
    assert.match(
      result.stderr,
      /^dossier: Stopped .*\d+ files left to index.*the next run continues\n$/,
    );
    const usable = await workspace.run(["search", "--no-refresh", query]);
    assertSuccess(usable);
    workspace.remove(".dossier");
  }
  const partial = workspace.start(["index"]);
  await waitForIndexing(workspace);
  partial.kill("SIGINT");
  await finish(partial);
  const { documents, pending } = JSON.parse(
    assertSuccess(await workspace.run(["index", "--json"])),
  );
  assert.deepEqual([documents, pending], [FILES, 0]);
});

/**
 * Asserts that an index run was stopped, and that the index contains all work that the run reports.
 */
async function assertKept(workspace: TempWorkspace, stderr: string, files: number): Promise<void> {
  const [, left] =
    /^dossier: Stopped with (\d+) files left to index; finished work is stored/.exec(stderr) ??
      [];
  assert.ok(left !== undefined, stderr);
  const { documents } = JSON.parse(assertSuccess(await workspace.run(["status", "--json"])));
  assert.equal(documents, files - Number(left));
}

Deno.test("SIGTERM and repeated signals keep finished work, and the next run continues", async () => {
  using workspace = new TempWorkspace();
  new GeneratedTree(workspace, { files: FILES, seed: SEED });
  for (const signals of [["SIGINT", "SIGINT"], ["SIGTERM"], ["SIGTERM", "SIGTERM"]] as const) {
    const child = workspace.start(["index"]);
    await waitForIndexing(workspace);
    for (const signal of signals) {
      child.kill(signal);
      await sleep(POLL_MS);
    }
    const { code, stderr } = await finish(child);
    assert.equal(code, 130);
    await assertKept(workspace, stderr, FILES);
    const { documents } = JSON.parse(assertSuccess(await workspace.run(["index", "--json"])));
    assert.equal(documents, FILES);
    workspace.remove(".dossier");
  }
});

Deno.test("a signal to deno task and all its processes keeps finished work", async () => {
  using workspace = new TempWorkspace();
  new GeneratedTree(workspace, { files: FILES, seed: SEED });
  for (const signal of ["INT", "TERM"]) {
    // A new session has no terminal, and is a group of processes that receive a signal at the same
    // time.
    const child = new Deno.Command("bash", {
      args: [
        ...["--norc", "-c", 'exec setsid "$@"', "bash"],
        ...[Deno.execPath(), "task", "--quiet", "--config", CONFIG, "index"],
      ],
      cwd: workspace.root,
      env: { ...workspace.environment(), INIT_CWD: workspace.root },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    await waitForIndexing(workspace);
    const kill = `kill -${signal} -- -${child.pid}`;
    new Deno.Command("bash", { args: ["--norc", "-c", kill] }).outputSync();
    const { stderr } = await child.output();
    await assertKept(workspace, new TextDecoder().decode(stderr), FILES);
    workspace.remove(".dossier");
  }
});
