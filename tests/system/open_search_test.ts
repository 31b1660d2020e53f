import assert from "node:assert/strict";
import { FaultyNode } from "../faulty_node.ts";
import { NODE, OpenSearchCluster, testOpenSearch } from "../open_search_cluster.ts";
import { answerQuestions, reachCluster, succeed, UPLOAD_FILES } from "../cluster_commands.ts";
import { TempWorkspace } from "../temp_workspace.ts";

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace(UPLOAD_FILES);
  workspace.initialize();
  workspace.write(".gitignore", ".dossier/state/\n");
  workspace.commit("upload: retry what failed");
  return workspace;
}

testOpenSearch(
  "all commands answer from a cluster as from files, byte for byte",
  async (cluster) => {
    using workspace = makeRepository();
    const here = `${workspace.cache}/here`;
    const there = `${workspace.cache}/there`;
    await succeed(workspace, ["index", "--state", here]);
    const expected = await answerQuestions(workspace, ["--state", here], { varying: [here] });
    const sent = await succeed(
      workspace,
      ["index", "--store", "opensearch", "--state", here],
      reachCluster(cluster),
    );
    assert.match(sent.stdout, /; \d+ chunks sent to http:\/\/127\.0\.0\.1:\d+\n$/);
    const again = await succeed(
      workspace,
      ["index", "--store", "opensearch", "--json", "--state", here],
      reachCluster(cluster),
    );
    assert.equal(JSON.parse(again.stdout).shared.segments, 0);
    const begun = await succeed(
      workspace,
      ["index", "--json", "--state", there],
      reachCluster(cluster),
    );
    const { added, changed, documents, notes } = JSON.parse(begun.stdout);
    assert.deepEqual([added, changed, documents], [0, 0, Object.keys(UPLOAD_FILES).length + 1]);
    assert.deepEqual(notes, []);
    assert.deepEqual(
      await answerQuestions(workspace, ["--state", there], {
        ...reachCluster(cluster),
        varying: [there],
      }),
      expected,
    );
    const status = await succeed(
      workspace,
      ["status", "--json", "--state", there],
      reachCluster(cluster),
    );
    assert.equal(JSON.parse(status.stdout).documents, documents);
  },
);

testOpenSearch("a clone of another commit takes over what it has in common", async (cluster) => {
  using workspace = makeRepository();
  await succeed(workspace, ["index", "--store", "opensearch"], reachCluster(cluster));
  workspace.write("src/send.ts", "export function send(): void {\n  throw new Error();\n}\n");
  workspace.commit("upload: fail");
  const state = `${workspace.cache}/clone`;
  const { stdout } = await succeed(
    workspace,
    ["index", "--json", "--state", state],
    reachCluster(cluster),
  );
  const { added, changed, removed } = JSON.parse(stdout);
  assert.deepEqual([added, changed, removed], [0, 1, 0]);
});

testOpenSearch(
  "what the cluster cannot give is said in one sentence, and otherwise made here",
  async () => {
    await using node = await FaultyNode.start(NODE);
    await using cluster = new OpenSearchCluster(node.url);
    using workspace = makeRepository();
    await succeed(workspace, ["index", "--store", "opensearch"], reachCluster(cluster));
    const state = `${workspace.cache}/other`;
    await succeed(workspace, ["index", "--state", state], reachCluster(cluster));
    node.fault = () => new Response("", { status: 503 });
    const question = ["search", "failed uploads", "--state", state];
    const failed = await workspace.run(question, reachCluster(cluster));
    assert.equal(failed.code, 3, failed.stderr);
    assert.match(
      failed.stderr,
      /^dossier: Cannot use the index in the cluster at http:\/\/127\.0\.0\.1:\d+ as a part of it is not available: .*: wait until/,
    );
    assert.equal(failed.stderr.trimEnd().split("\n").length, 1);
    // A new index needs no cluster.
    const fresh = ["search", "failed uploads", "--state", `${workspace.cache}/fresh`];
    const made = await succeed(workspace, fresh, reachCluster(cluster));
    assert.match(made.stdout, /upload\.md/);
    assert.match(
      made.stderr,
      /All files are indexed on this machine, as the shared index cannot be used: Cannot use the index in the cluster/,
    );
    node.fault = () => undefined;
    assert.match((await succeed(workspace, question, reachCluster(cluster))).stdout, /upload\.md/);
  },
);

testOpenSearch(
  "a command that may not use the network says what to put before it",
  async (cluster) => {
    using workspace = makeRepository();
    const { environment } = reachCluster(cluster);
    const refused = await workspace.run(["index", "--store", "opensearch"], {
      environment: environment!,
    });
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /may not use the network: put "with-team" in front of it/);
  },
);

testOpenSearch(
  "the user's own settings name a cluster, and a repository's name none",
  async (cluster) => {
    await using evil = await FaultyNode.start(NODE);
    using workspace = makeRepository();
    const { reaches } = reachCluster(cluster);
    const settings = (node: string) =>
      `index: {store: opensearch, nodes: ["${node}"], prefix: ${cluster.config.prefix}}\n`;
    workspace.write(".dossier/config.yaml", settings(evil.url));
    const allowed = { reaches: `${reaches},${new URL(evil.url).host}` };
    const refused = await workspace.run(["index", "--store", "opensearch"], allowed);
    assert.equal(refused.code, 2, refused.stderr);
    assert.match(refused.stderr, /Cannot send the index to a cluster as no cluster is configured/);
    const told = await succeed(workspace, ["search", "upload"], allowed);
    assert.match(
      told.stderr,
      /\.dossier\/config\.yaml:1:1: "index" is ignored, as only your own/,
    );
    Deno.mkdirSync(`${workspace.config}/dossier`, { recursive: true });
    Deno.writeTextFileSync(
      `${workspace.config}/dossier/config.yaml`,
      settings(cluster.config.nodes[0]!),
    );
    const sent = await succeed(workspace, ["index", "--store", "opensearch"], allowed);
    assert.match(sent.stdout, /chunks sent to/);
    assert.deepEqual(evil.requests, []);
  },
);

Deno.test("index --store opensearch says so where no cluster is configured", async () => {
  using workspace = new TempWorkspace({ "a.md": "# Upload\n" });
  const { code, stderr } = await workspace.run(["index", "--store", "opensearch"]);
  assert.equal(code, 2, stderr);
  assert.match(
    stderr,
    /Cannot send the index to a cluster as no cluster is configured: set DOSSIER_OPENS/,
  );
});

testOpenSearch(
  "index --prune removes old trees from the cluster and says how many",
  async (cluster) => {
    using workspace = makeRepository();
    const send = ["index", "--store", "opensearch"];
    await succeed(workspace, send, reachCluster(cluster));
    await cluster.makeOlder(40 * 24 * 3_600_000);
    workspace.write("docs/upload.md", "# Uploads\n\nNothing is retried.\n");
    workspace.commit("docs: retry nothing");
    const removed = await succeed(workspace, [...send, "--prune"], reachCluster(cluster));
    // The first commit as a tree and to be cloned; its branch has been sent again since.
    assert.match(
      removed.stdout,
      /; 2 old trees removed there, and 0 parts that no tree had\n$/,
    );
    const young = await succeed(workspace, [...send, "--prune", "1h"], reachCluster(cluster));
    assert.match(young.stdout, /; 0 old trees removed there, and 0 parts that no tree had\n$/);
    const json = await succeed(workspace, [...send, "--prune", "--json"], reachCluster(cluster));
    assert.deepEqual(JSON.parse(json.stdout).shared.removed, { trees: 0, segments: 0 });
  },
);

Deno.test("index --prune is refused where nothing is sent, and for what is no age", async () => {
  using workspace = new TempWorkspace({ "a.md": "# Upload\n" });
  const alone = await workspace.run(["index", "--prune"]);
  assert.equal(alone.code, 2, alone.stderr);
  assert.match(alone.stderr, /with "--prune" as they are in the cluster: add "--store opensearch"/);
  const wrong = await workspace.run(["index", "--store", "opensearch", "--prune", "soon"]);
  assert.equal(wrong.code, 2, wrong.stderr);
  assert.match(wrong.stderr, /a number of hours, days or weeks, such as 12h, 30d or 8w/);
});
