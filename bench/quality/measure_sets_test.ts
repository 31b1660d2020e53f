import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { measureSets } from "./measure_sets.ts";
import { parseRun } from "./run_file.ts";

Deno.test("measureSets() indexes, queries, scores and records the sets in a folder", async () => {
  using workspace = new TempWorkspace({
    "trees/repos/thing/src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    "trees/repos/thing/src/limits.py": "def size_limit():\n    return 10\n",
    "trees/tasks/thing-1/src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    "trees/tasks/thing-1/src/limits.py": "def size_limit():\n    return 10\n",
    "clones/me+thing/repo/src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    "clones/me+thing/repo/src/limits.py": "def size_limit():\n    return 10\n",
  });
  const git = (...args: readonly string[]) =>
    workspace.git("-C", "clones/me+thing/repo", ...args).trim();
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message=start");
  const pin = git("rev-parse", "HEAD");
  workspace.write("clones/me+thing/repo/src/limits.py", "def size_limit():\n    return 20\n");
  git("commit", "--quiet", "--all", "--message=Fixed #1: more");
  const line = (fields: object) => `${JSON.stringify(fields)}\n`;
  const limits = { path: "src/limits.py", resolved: "src/limits.py" };
  workspace.write("bench/repos.tsv", `name\tclone\trevision\nthing\tme/thing\t${pin}\n`);
  workspace.write(
    "bench/queries.jsonl",
    line({
      repo: "thing",
      query_id: "thing#1",
      query: "retry an upload",
      benchmark_root: "src",
      targets: [{ path: "upload.py", resolved: "src/upload.py" }],
    }) +
      line({
        repo: "thing",
        query_id: "thing#2",
        query: "wombat",
        benchmark_root: "src",
        targets: [limits],
      }),
  );
  workspace.write(
    "bench/tasks.jsonl",
    line({
      repo: "thing-1",
      query_id: "thing-1",
      query: "a larger size limit",
      project: "thing",
      base_commit: pin,
      targets: [limits],
    }),
  );
  const record = workspace.path("RESULTS.md");
  const tables = await measureSets({
    bench: workspace.path("bench"),
    trees: workspace.path("trees"),
    sets: ["queries", "tasks"],
    history: workspace.path("clones"),
    out: workspace.path("runs"),
    state: workspace.path("state"),
    limit: 5,
    disabled: [],
    tuned: [],
    record,
  });
  assert.match(tables, /^\| queries \| default +\| 2 +\| 1 +\| \.5000 +\| \.5000 /m);
  assert.match(tables, /^\| tasks +\| plain BM25 +\| 1 +\| 1 +\| 1\.0000 /m);
  assert.match(tables, /^\| tasks +\| default +\| 1 of 1 +\| 1\.0000 .*\| 1\.0000 +\|$/m);
  assert.doesNotMatch(tables, /^\| queries .* of 2 /m, "its queries are about no change");
  const run = parseRun(workspace.read("runs/queries.jsonl"));
  assert.deepEqual([...run.keys()], ["thing#1", "thing#2"]);
  assert.equal(run.get("thing#1")?.[0]?.path, "src/upload.py");
  assert.equal(parseRun(workspace.read("runs/tasks.plain BM25.jsonl")).size, 1);
  const page = Deno.readTextFileSync(record);
  assert.match(page, /^- date: \d{4}-\d\d-\d\d$/m);
  assert.match(page, /^\| tasks +\| plain BM25 /m);
  assert.ok(Deno.statSync(workspace.path("state/repos/thing+src")).isDirectory);
});
