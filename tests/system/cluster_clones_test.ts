import assert from "node:assert/strict";
import { answerQuestions, reachCluster, succeed, UPLOAD_FILES } from "../cluster_commands.ts";
import { FaultyNode } from "../faulty_node.ts";
import { NODE, OpenSearchCluster, testOpenSearch } from "../open_search_cluster.ts";
import { SERVED_URL_REGEXP } from "../serve_task.ts";
import { TempWorkspace } from "../temp_workspace.ts";

/** Note of answers about a clone, which another repository's lack. */
const NOTE_REGEXP =
  /\{\s*"code": "from-cluster",\s*"message": "Files of commit \w{12} of \\?"[^}]*\},?\s*/g;

/** Tokens of an answer, among them those of that note. */
const USED_REGEXP = /"used": \d+,/g;

function makeRepository(origin = "git@git.example.org:acme/uploads.git"): TempWorkspace {
  const workspace = new TempWorkspace(UPLOAD_FILES);
  workspace.initialize();
  workspace.git("remote", "add", "origin", origin);
  workspace.write(".gitignore", ".dossier/state/\n");
  workspace.commit("upload: retry what failed");
  workspace.write("src/send.ts", `${UPLOAD_FILES["src/send.ts"]}// Sends a queue.\n`);
  workspace.commit("send: explain");
  return workspace;
}

async function send(workspace: TempWorkspace, cluster: OpenSearchCluster): Promise<void> {
  await succeed(workspace, ["index", "--store", "opensearch"], reachCluster(cluster));
}

testOpenSearch(
  "--root cluster:NAME answers about a repository that only the cluster has, byte for byte",
  async (cluster) => {
    using sender = makeRepository();
    await send(sender, cluster);
    using other = new TempWorkspace();
    await succeed(other, ["index", "--root", sender.root, "--state", `${other.cache}/state`]);
    const state = `${other.cache}/state`;
    const expected = await answerQuestions(other, ["--root", sender.root, "--state", state], {
      varying: [state, sender.root],
    });
    const root = ["--root", "cluster:git.example.org/acme/uploads"];
    const { stdout } = await succeed(other, ["index", "--json", ...root], reachCluster(cluster));
    const { root: clone, added, changed, documents, notes } = JSON.parse(stdout);
    assert.ok(clone.startsWith(other.cache), clone);
    assert.deepEqual([added, changed, documents], [0, 0, 5]);
    assert.equal(notes.length, 1);
    assert.match(notes[0].message, /^Files of commit \w{12} of ".*\/uploads"/);
    const answers = await answerQuestions(other, root, {
      ...reachCluster(cluster),
      varying: [`${clone}/.dossier/state`, clone],
    });
    const plain = (answer: string) =>
      answer.replaceAll(NOTE_REGEXP, "").replaceAll(USED_REGEXP, "").replaceAll(
        /"notes": \[\s*\]/g,
        '"notes": []',
      );
    assert.deepEqual(answers.map(plain), expected.map(plain));
  },
);

testOpenSearch(
  "a clone follows its branch, and a commit stays as it is",
  async (cluster) => {
    using sender = makeRepository();
    await send(sender, cluster);
    const first = sender.git("rev-parse", "HEAD").trim();
    using other = new TempWorkspace();
    const search = async (name: string, query: string) => {
      const run = await succeed(
        other,
        ["search", "--json", "--root", `cluster:${name}`, query],
        reachCluster(cluster),
      );
      return JSON.parse(run.stdout).results.map((result: { path: string }) => result.path);
    };
    assert.deepEqual(await search("uploads@main", "zebra"), []);
    sender.write("src/zebra.ts", "export const zebra = 1;\n");
    sender.remove("src/send.ts");
    sender.commit("zebra: new");
    await send(sender, cluster);
    assert.deepEqual(await search("uploads@main", "zebra"), ["src/zebra.ts"]);
    assert.deepEqual(await search("acme/uploads", "zebra"), ["src/zebra.ts"]);
    assert.deepEqual(await search(`uploads@${first}`, "zebra"), []);
    sender.git("switch", "--quiet", "--create", "topic");
    sender.write("src/zebra.ts", "export const yak = 1;\n");
    sender.commit("zebra: is a yak");
    await send(sender, cluster);
    assert.deepEqual(await search("uploads@main", "yak"), []);
    assert.deepEqual(await search("uploads@topic", "yak"), ["src/zebra.ts"]);
    const docs = await cluster.listDocuments("blocks");
    const packs = docs.filter((name) => name.includes("-pack-"));
    assert.equal(packs.length, 3, "Each commit is a pack of what is new");
  },
);

testOpenSearch(
  "a clone has the history, and that of a shallow clone is shallow",
  async (cluster) => {
    using sender = makeRepository();
    await send(sender, cluster);
    using other = new TempWorkspace();
    const index = ["index", "--json", "--root"];
    const open = async (name: string) => {
      const run = await succeed(other, [...index, `cluster:${name}`], reachCluster(cluster));
      return JSON.parse(run.stdout).root as string;
    };
    const log = (root: string) => other.git("-C", root, "log", "--format=%s").trim().split("\n");
    assert.deepEqual(log(await open("uploads")), ["send: explain", "upload: retry what failed"]);
    using shallow = new TempWorkspace();
    shallow.git("clone", "--quiet", "--depth=1", `file://${sender.root}`, "clone");
    shallow.git("-C", "clone", "remote", "set-url", "origin", "https://git.example.org/acme/thin");
    await succeed(
      shallow,
      ["index", "--store", "opensearch", "--root", "clone"],
      reachCluster(cluster),
    );
    const thin = await open("thin");
    assert.deepEqual(log(thin), ["send: explain"]);
    assert.equal(other.git("-C", thin, "status", "--porcelain").trim(), "");
  },
);

testOpenSearch(
  "a name that the cluster has not is refused with those that it has",
  async (cluster) => {
    using other = new TempWorkspace();
    const search = async (root: string) => {
      const run = await other.run(["search", "--root", root, "zebra"], reachCluster(cluster));
      assert.equal(run.code, 2, run.stderr);
      assert.equal(run.stderr.trimEnd().split("\n").length, 1);
      return run.stderr;
    };
    assert.match(
      await search("cluster:app"),
      /it contains none: send one with "index --store opens/,
    );
    using sender = makeRepository();
    await send(sender, cluster);
    assert.match(await search("cluster:app"), /no repository "app": it has "git.example.org\/acme/);
    assert.match(await search("cluster:uploads@dev"), /no branch or .* "dev" of it: it has "main"/);
    using twin = makeRepository("https://git.example.org/other/uploads");
    await send(twin, cluster);
    assert.match(
      await search("cluster:uploads"),
      /several repositories of the cluster have that ending: "git.ex/,
    );
    const run = await other.run(["search", "--root", "cluster:app", "zebra"]);
    assert.match(
      run.stderr,
      /Cannot open a repository in the cluster as no cluster is configured: set/,
    );
  },
);

testOpenSearch(
  "a commit that the cluster has lost or altered is refused in one sentence",
  async (cluster) => {
    using sender = makeRepository();
    await send(sender, cluster);
    using other = new TempWorkspace();
    const question = ["search", "--root", "cluster:uploads", "failed uploads"];
    const index = `/${cluster.config.prefix}-trees`;
    const script = (commit: string) => ({
      query: { prefix: { view: "clone" } },
      script: { source: "ctx._source.tree.commit = params.commit", params: { commit } },
    });
    const change = async (commit: string) => {
      await cluster.request("POST", `${index}/_update_by_query?refresh=true`, script(commit));
    };
    await change("--orphan=evil");
    const altered = await other.run(question, reachCluster(cluster));
    assert.equal(altered.code, 2, altered.stderr);
    assert.match(
      altered.stderr,
      /uploads" in the cluster .* as its commit in the cluster has an inv/,
    );
    await change(sender.git("rev-parse", "HEAD").trim());
    const names = await cluster.listDocuments("blocks");
    const pack = names.find((name) => name.includes("-pack-"))!;
    await cluster.request("DELETE", `/${cluster.config.prefix}-blocks/_doc/${pack}?refresh=true`);
    const lost = await other.run(question, reachCluster(cluster));
    assert.notEqual(lost.code, 0);
    assert.match(lost.stderr, new RegExp(`block "${pack}"`));
    assert.equal(lost.stderr.trimEnd().split("\n").length, 1, lost.stderr);
  },
);

testOpenSearch(
  "where commits must not be sent, none are",
  async (cluster) => {
    using sender = makeRepository();
    const options = reachCluster(cluster, { DOSSIER_OPENSEARCH_COMMITS: "no" });
    await succeed(sender, ["index", "--store", "opensearch"], options);
    const names = await cluster.listDocuments("blocks");
    assert.ok(names.length > 0 && names.every((name) => !name.includes("-pack-")), `${names}`);
  },
);

testOpenSearch("index --store opensearch says why it sends no commit", async (cluster) => {
  using sender = makeRepository();
  const index = async (more: Readonly<Record<string, string>> = {}) => {
    const options = reachCluster(cluster, more);
    const { stdout } = await succeed(sender, ["index", "--json", "--store", "opensearch"], options);
    return JSON.parse(stdout).notes.map(({ message }: { message: string }) => message);
  };
  assert.deepEqual(await index(), []);
  sender.write("src/send.ts", "export const send = 1;\n");
  const [note, ...others] = await index();
  assert.match(note, /^No commit was sent as the tree is not exactly a commit, so other machines/);
  assert.deepEqual(others, []);
  assert.deepEqual(await index({ DOSSIER_OPENSEARCH_COMMITS: "no" }), []);
});

testOpenSearch("a clone answers as it is while the cluster is away", async () => {
  await using node = await FaultyNode.start(NODE);
  await using cluster = new OpenSearchCluster(node.url);
  using sender = makeRepository();
  await send(sender, cluster);
  using other = new TempWorkspace();
  const question = ["search", "--root", "cluster:git.example.org/acme/uploads", "failed uploads"];
  await succeed(other, question, reachCluster(cluster));
  node.fault = () => new Response("", { status: 503 });
  const { stdout, stderr } = await succeed(other, question, reachCluster(cluster));
  assert.match(stdout, /upload\.md/);
  assert.match(
    stderr,
    /Answering from what the cluster had of "git.example.org\/acme\/uploads" be/,
  );
});

testOpenSearch("several repositories of a cluster are asked together", async (cluster) => {
  using sender = makeRepository();
  await send(sender, cluster);
  using twin = makeRepository("https://git.example.org/acme/billing");
  twin.write("src/price.ts", "export const PRICE_OF_UPLOAD = 3;\n");
  twin.commit("price: of an upload");
  await send(twin, cluster);
  using other = new TempWorkspace();
  const roots = ["--root", "cluster:uploads", "--root", "costs=cluster:billing"];
  const { stdout } = await succeed(
    other,
    ["search", "--json", ...roots, "price of an upload"],
    reachCluster(cluster),
  );
  const { results } = JSON.parse(stdout);
  assert.equal(results[0].repository, "costs");
  assert.equal(results[0].path, "src/price.ts");
  const every = await succeed(
    other,
    ["search", "--json", "--root", "cluster:*", "failed uploads"],
    reachCluster(cluster),
  );
  const listed =
    'repositories:\n  - cluster:uploads\n  - { root: "cluster:billing", name: costs }\n';
  const file = `${other.cache}/shop.yaml`;
  Deno.writeTextFileSync(file, listed);
  const shop = await succeed(
    other,
    ["search", "--json", "--workspace", file, "price of an upload"],
    reachCluster(cluster),
  );
  assert.equal(JSON.parse(shop.stdout).results[0].repository, "costs");
  // A repository's file may be anybody's.
  other.initialize();
  other.write("shop.yaml", listed);
  const refused = await other.run(
    ["search", "--workspace", "./shop.yaml", "price"],
    reachCluster(cluster),
  );
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /line 2 names "cluster:uploads", which only a file of your own may/);
  const { repositories } = JSON.parse(every.stdout);
  assert.deepEqual(repositories.map(({ name }: { name: string }) => name), ["billing", "uploads"]);
});

testOpenSearch("a server follows the repositories of a cluster that it serves", async (cluster) => {
  using sender = makeRepository();
  await send(sender, cluster);
  using other = new TempWorkspace();
  const { environment } = reachCluster(cluster);
  const server = other.start(["serve", "--port", "0", "--root", "cluster:uploads"], {
    environment: environment!,
    reaches: "127.0.0.1",
  });
  try {
    const url = await findServedUrl(server);
    const search = async (query: string) => {
      const answer = await fetch(`${url}/v1/search`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ root: "uploads", query }),
      });
      return await answer.json() as {
        readonly results: readonly { readonly path: string }[];
        readonly notes: readonly { readonly message: string }[];
      };
    };
    assert.deepEqual((await search("zebra")).results, []);
    sender.write("src/zebra.ts", "export const zebra = 1;\n");
    sender.commit("zebra: new");
    await send(sender, cluster);
    let answer = await search("zebra");
    while (answer.results.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await search("zebra");
    }
    assert.equal(answer.results[0]!.path, "src/zebra.ts");
    const [{ message } = { message: "" }] = answer.notes;
    assert.ok(message.includes(sender.git("rev-parse", "HEAD").slice(0, 12)), message);
  } finally {
    server.kill("SIGTERM");
    await Promise.all([server.stdin.close(), server.stdout.cancel(), server.status]);
  }
});

/** Returns the address that a server reports when it starts. */
async function findServedUrl(server: Deno.ChildProcess): Promise<string> {
  let log = "";
  const decoder = new TextDecoder();
  const reader = server.stderr.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    assert.ok(!done, log);
    log += decoder.decode(value);
    const url = SERVED_URL_REGEXP.exec(log)?.[1];
    if (url === undefined) continue;
    // What it reports later is read so that it is not blocked.
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return url;
  }
}
