import assert from "node:assert/strict";
import { FaultyNode, refusal } from "../../../tests/faulty_node.ts";
import { testOpenSearch } from "../../../tests/open_search_cluster.ts";
import { CERTIFICATE_VARIABLE } from "../../../tests/start_opensearch.ts";
import { Cluster, type IndexBody } from "./cluster.ts";
import type { ClusterConfig } from "./cluster_config.ts";

// Responses of a cluster with problems. They are made up, except in tests that use testOpenSearch().

const INDEX = "test-blocks";

const CERTIFICATE = Deno.env.get(CERTIFICATE_VARIABLE) ?? "";

/** Settings and mappings like those of our indexes. */
const BODY: IndexBody = {
  settings: { "index.number_of_shards": 1 },
  mappings: {
    _meta: { owner: "dossier", form: 1 },
    dynamic: "strict",
    properties: { data: { type: "binary" } },
  },
};

function connect(node: string, config: Partial<ClusterConfig> = {}): Cluster {
  return new Cluster({ nodes: [node], prefix: "test", ...config }, { firstRetryDelayMs: 1 });
}

function makeDocuments(count: number, size = 10) {
  return Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    source: { data: btoa(String(i).padEnd(size, "x")) },
  }));
}

/**
 * Returns the response of a node to a bulk request.
 *
 * @param refused HTTP status of each refused document, by its number. All others are accepted.
 */
function acceptDocuments(
  body: string,
  refused: ReadonlyMap<number, number> = new Map(),
  reason: string = "rejected",
): Response {
  const ids = body.trimEnd().split("\n").filter((_, i) => i % 2 === 0)
    .map((line) => JSON.parse(line).index._id as string);
  const items = ids.map((_id) => {
    const status = refused.get(Number(_id.slice(1)));
    const error = { type: "es_rejected_execution_exception", reason };
    return { index: status === undefined ? { _id, status: 201 } : { _id, status, error } };
  });
  return Response.json({ took: 1, errors: refused.size > 0, items });
}

async function assertRefused(
  node: FaultyNode,
  code: string,
  message: RegExp,
  config: Partial<ClusterConfig> = {},
): Promise<void> {
  await using cluster = connect(node.url, config);
  await assert.rejects(cluster.read(INDEX, ["a"]), (error) => {
    const { code: foundCode, message: found } = error as Error & { code: string };
    assert.equal(foundCode, code, found);
    assert.match(found, message);
    assert.ok(found.startsWith(`Cannot use the index in the cluster at ${node.url} as `), found);
    assert.ok(!found.includes("\n") && !found.includes("secret"), found);
    return true;
  });
}

Deno.test("Cluster.read() reports a refused login or right in one sentence, without the password", async () => {
  await using node = await FaultyNode.start("");
  const login = { username: "ann", password: "secret" };
  node.fault = ({ headers }) => {
    assert.equal(headers.get("authorization"), `Basic ${btoa("ann:secret")}`);
    return new Response("Unauthorized", { status: 401, headers: { "content-type": "text/plain" } });
  };
  await assertRefused(node, "index-refused", /rejects the login of the user: correct DOSSIER/, {
    login,
  });
  node.fault = () =>
    refusal(403, "security_exception", "no permissions for [indices:data/read/mget]");
  await assertRefused(node, "index-refused", /the user lacks a right: grant it/, { login });
});

Deno.test({
  name: "Cluster.read() trusts only certificates of the configured authorities",
  ignore: CERTIFICATE === "",
  async fn() {
    const cert = Deno.readTextFileSync(CERTIFICATE);
    const key = Deno.readTextFileSync(CERTIFICATE.replace(/[^/]*$/, "key.pem"));
    await using node = await FaultyNode.start("", { cert, key });
    const found = { docs: [{ _id: "a", found: true, _source: { data: "x" } }] };
    node.fault = () => Response.json(found);
    const authorities = CERTIFICATE.replace(/[^/]*$/, "other/certificate.pem");
    const untrusted = /its certificate cannot be trusted: name the file/;
    await assertRefused(node, "index-refused", untrusted, { authoritiesPath: authorities });
    assert.deepEqual(node.requests, []);
    await using cluster = connect(node.url, { authoritiesPath: CERTIFICATE });
    assert.deepEqual(await cluster.read(INDEX, ["a"]), [{ data: "x" }]);
    const wrong = connect(node.url, { authoritiesPath: "/nowhere/ca.pem" });
    await assert.rejects(wrong.read(INDEX, ["a"]), {
      code: "invalid-config",
      message:
        /certificates in "\/nowhere\/ca.pem" as it cannot be read: correct DOSSIER_OPENSEARCH_CA/,
    });
    await wrong[Symbol.asyncDispose]();
  },
});

Deno.test("Cluster.read() names the node that does not respond, and the fix", async () => {
  const node = await FaultyNode.start("");
  await node[Symbol.asyncDispose]();
  await assertRefused(node, "index-unreachable", /no node responds there: start a node/);
});

Deno.test("Cluster.read() rejects the response of a server that is not OpenSearch", async () => {
  await using node = await FaultyNode.start("");
  const page = "<!DOCTYPE html><p>Welcome</p>";
  node.fault = () => new Response(page, { headers: { "content-type": "application/json" } });
  await assertRefused(node, "index-refused", /the server there is not OpenSearch/);
  node.fault = () => new Response(page, { headers: { "content-type": "text/html" } });
  await assertRefused(node, "index-refused", /the server there is not OpenSearch/);
});

Deno.test("Cluster.read() fails when a shard is not available, instead of reporting documents as missing", async () => {
  await using node = await FaultyNode.start("");
  const reason = "No shard available for [org.opensearch.action.get.MultiGetShardRequest]";
  const error = { type: "no_shard_available_action_exception", reason };
  node.fault = () => Response.json({ docs: [{ _id: "a", error }] });
  await assertRefused(
    node,
    "index-unreachable",
    /a part of it is not available: no_shard_available/,
  );
  node.fault = () => Response.json({ docs: [] });
  await assertRefused(node, "index-unreachable", /it answered only in part/);
  node.fault = () => refusal(503, "cluster_block_exception", "state not recovered");
  await assertRefused(node, "index-unreachable", /state not recovered: wait until all its nodes/);
});

Deno.test("Cluster.read() retries when a node cannot read documents at the moment", async () => {
  await using node = await FaultyNode.start("");
  await using cluster = connect(node.url);
  const error = { type: "node_not_connected_exception", reason: "[n3] Node not connected" };
  node.fault = () => {
    switch (node.requests.length) {
      case 1:
        return Response.json({ docs: [{ _id: "a", error }] });
      case 2:
        return refusal(503, "cluster_block_exception", "no cluster manager");
      case 3:
        return refusal(429, "circuit_breaking_exception", "Data too large");
      default:
        return Response.json({ docs: [{ _id: "a", found: true, _source: { data: "x" } }] });
    }
  };
  assert.deepEqual(await cluster.read(INDEX, ["a"]), [{ data: "x" }]);
  assert.equal(node.requests.length, 4);
});

Deno.test("Cluster.read() sends the request to another node when one hangs or closes the connection", async () => {
  await using hanging = await FaultyNode.start("");
  await using broken = await FaultyNode.start("");
  await using good = await FaultyNode.start("");
  hanging.fault = () => new Promise(() => {});
  broken.fault = () => Promise.reject(new Error("It ends in the middle of an answer"));
  good.fault = () => Response.json({ docs: [{ _id: "a", found: true, _source: { data: "x" } }] });
  const nodes = [hanging.url, broken.url, good.url];
  for (let i = 0; i < 6; i++) {
    await using cluster = new Cluster({ nodes, prefix: "test" }, { readTimeoutMs: 1000 });
    assert.deepEqual(await cluster.read(INDEX, ["a"]), [{ data: "x" }]);
  }
});

Deno.test("Cluster.read() distributes first requests among the nodes", async () => {
  await using first = await FaultyNode.start("");
  await using second = await FaultyNode.start("");
  first.fault = second.fault = () => Response.json({ docs: [{ _id: "a", found: false }] });
  for (let i = 0; i < 30; i++) {
    await using cluster = new Cluster({ nodes: [first.url, second.url], prefix: "test" });
    await cluster.read(INDEX, ["a"]);
  }
  assert.equal(first.requests.length + second.requests.length, 30);
  assert.ok(first.requests.length > 0 && second.requests.length > 0);
});

Deno.test("Cluster.write() retries only the documents that an overloaded node refused", async () => {
  await using node = await FaultyNode.start("");
  await using cluster = connect(node.url);
  const sent: number[] = [];
  node.fault = ({ body }) => {
    sent.push(body.trimEnd().split("\n").length / 2);
    if (sent.length === 1) return refusal(429, "rejected_execution_exception", "too many requests");
    return acceptDocuments(body, sent.length === 2 ? new Map([[1, 429], [3, 503]]) : undefined);
  };
  await cluster.write(INDEX, makeDocuments(5));
  assert.deepEqual(sent, [5, 5, 2]);
});

Deno.test("Cluster.update() retries changes that conflict with simultaneous ones", async () => {
  await using node = await FaultyNode.start("");
  await using cluster = connect(node.url);
  const conflict = { type: "version_conflict_engine_exception", reason: "required seqNo [123]" };
  const missing = { type: "document_missing_exception", reason: "document missing" };
  node.fault = ({ body }) => {
    const ids = [...body.matchAll(/"_id":"([^"]*)"/g)].map(([, id]) => id);
    const items = ids.map((id) => {
      if (id === "none") return { update: { status: 404, error: missing } };
      if (node.requests.length < 3) return { update: { status: 409, error: conflict } };
      return { update: { status: 200 } };
    });
    return Response.json({ errors: true, items });
  };
  const written = new Date(0).toISOString();
  assert.deepEqual(await cluster.update(INDEX, ["a", "none"], { written }), new Set(["none"]));
  assert.equal(node.requests.length, 3);
});

Deno.test("Cluster.write() fails after ten attempts when overloaded, and immediately on a final refusal", async () => {
  await using node = await FaultyNode.start("");
  await using cluster = connect(node.url);
  node.fault = () => refusal(429, "rejected_execution_exception", "too many requests");
  await assert.rejects(cluster.write(INDEX, makeDocuments(2)), {
    code: "index-unreachable",
    message: /it is overloaded: try again later/,
  });
  assert.equal(node.requests.length, 10);
  node.fault = ({ body }) => acceptDocuments(body, new Map([[0, 429], [1, 400]]));
  await assert.rejects(cluster.write(INDEX, makeDocuments(2)), { code: "index-refused" });
  assert.equal(node.requests.length, 11);
  node.fault = () =>
    refusal(429, "cluster_block_exception", "disk usage exceeded flood-stage watermark");
  await assert.rejects(cluster.write(INDEX, makeDocuments(2)), {
    code: "disk-full",
    message: /its disk is full/,
  });
  assert.equal(node.requests.length, 12);
  // A node that has not yet detected the full disk refuses each document separately.
  node.fault = ({ body }) =>
    acceptDocuments(body, new Map([[0, 429], [1, 503]]), "No space left on device");
  await assert.rejects(cluster.write(INDEX, makeDocuments(2)), { code: "disk-full" });
  assert.equal(node.requests.length, 13);
});

Deno.test("Cluster.write() splits a request that is too large, and fails for one document that is too large", async () => {
  await using node = await FaultyNode.start("");
  await using cluster = connect(node.url);
  const sent: number[] = [];
  node.fault = ({ body }) => {
    const count = body.trimEnd().split("\n").length / 2;
    if (count > 2) return new Response("", { status: 413 });
    sent.push(count);
    return acceptDocuments(body);
  };
  await cluster.write(INDEX, makeDocuments(7));
  assert.equal(sent.reduce((sum, count) => sum + count), 7);
  node.fault = () => new Response("", { status: 413 });
  await assert.rejects(cluster.write(INDEX, makeDocuments(1)), {
    code: "index-refused",
    message: /rejects requests of that size: raise http.max_content_length/,
  });
});

Deno.test("Cluster.write() sends requests of limited size", async () => {
  await using node = await FaultyNode.start("");
  await using cluster = connect(node.url);
  const sizes: number[] = [];
  node.fault = ({ body }) => {
    sizes.push(body.length);
    return acceptDocuments(body);
  };
  await cluster.write(INDEX, makeDocuments(10, 1_000_000));
  assert.ok(sizes.length >= 3 && Math.max(...sizes) <= 4 * 1024 * 1024, `${sizes}`);
});

testOpenSearch(
  "Cluster.read() returns documents immediately after write(), in the requested order",
  async ({ config }) => {
    await using cluster = new Cluster(config);
    const index = `${config.prefix}-blocks`;
    assert.equal(await cluster.checkIndex(index, BODY), false);
    await Promise.all([cluster.createIndex(index, BODY), cluster.createIndex(index, BODY)]);
    assert.equal(await cluster.checkIndex(index, BODY), true);
    const documents = makeDocuments(600);
    await cluster.write(index, documents);
    const ids = documents.map(({ id }) => id).reverse();
    const found = await cluster.read(index, [...ids, "none"]);
    assert.deepEqual(found, [...documents.map(({ source }) => source).reverse(), undefined]);
  },
);

testOpenSearch(
  "Cluster.createIndex() refuses an index of another program or format",
  async (own) => {
    await using cluster = new Cluster(own.config);
    const index = (name: string) => `${own.config.prefix}-${name}`;
    await own.request("PUT", `/${index("theirs")}`, {
      mappings: { properties: { x: { type: "text" } } },
    });
    await assert.rejects(cluster.createIndex(index("theirs"), BODY), {
      code: "index-refused",
      message:
        /"test-[^"]*-theirs" of the cluster .* belongs to another program: choose another prefix/,
    });
    const mappings = { ...BODY.mappings, properties: { data: { type: "keyword" } } };
    await own.request("PUT", `/${index("drifted")}`, { mappings });
    await assert.rejects(cluster.createIndex(index("drifted"), BODY), {
      code: "index-refused",
      message: /wrote it in another format: use the same version of dossier everywhere/,
    });
  },
);
