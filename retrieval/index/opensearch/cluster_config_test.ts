import assert from "node:assert/strict";
import { type ClusterSettings, resolveClusterConfig } from "./cluster_config.ts";

function find(variables: Readonly<Record<string, string>>, settings: ClusterSettings = {}) {
  return resolveClusterConfig((name) => variables[name], settings);
}

Deno.test("resolveClusterConfig() uses the nodes of the environment, or else those of the settings", () => {
  assert.equal(find({}), undefined);
  const nodes = ["https://a.example:9200"];
  assert.deepEqual(find({}, { nodes, prefix: "code" }), { nodes, prefix: "code" });
  const found = find({ DOSSIER_OPENSEARCH: " http://127.0.0.1:9200/, https://b.example" }, {
    nodes,
  });
  assert.deepEqual(found, {
    nodes: ["http://127.0.0.1:9200", "https://b.example"],
    prefix: "dossier",
  });
});

Deno.test("resolveClusterConfig() sends commits unless the environment or the settings forbid it", () => {
  const sends = (variables: Record<string, string>, commits?: boolean) =>
    find({ DOSSIER_OPENSEARCH: "https://a:9200", ...variables }, { commits })?.sendsCommits ?? true;
  assert.equal(sends({}), true);
  assert.equal(sends({}, false), false);
  assert.equal(sends({ DOSSIER_OPENSEARCH_COMMITS: "no" }, true), false);
  assert.equal(sends({ DOSSIER_OPENSEARCH_COMMITS: "yes" }, false), true);
  assert.throws(
    () => sends({ DOSSIER_OPENSEARCH_COMMITS: "never" }),
    /DOSSIER_OPENSEARCH_COMMITS must be "yes" or "no": "never"/,
  );
});

Deno.test("resolveClusterConfig() reads the login from the environment", () => {
  const config = find({
    DOSSIER_OPENSEARCH: "https://a.example:9200",
    DOSSIER_OPENSEARCH_PREFIX: "team-a",
    DOSSIER_OPENSEARCH_USER: "ann",
    DOSSIER_OPENSEARCH_PASSWORD: "p",
    DOSSIER_OPENSEARCH_CA: "/etc/ca.pem",
  });
  assert.deepEqual(config, {
    nodes: ["https://a.example:9200"],
    prefix: "team-a",
    login: { username: "ann", password: "p" },
    authoritiesPath: "/etc/ca.pem",
  });
});

Deno.test("resolveClusterConfig() rejects unencrypted and invalid addresses", () => {
  for (
    const [variables, message] of [
      [{ DOSSIER_OPENSEARCH: "http://a.example:9200" }, /must begin with https:\/\//],
      [{ DOSSIER_OPENSEARCH: "a.example:9200" }, /must be written as https:\/\/HOST:PORT/],
      [{ DOSSIER_OPENSEARCH: "https://ann:secret@a.example" }, /must have no user and password/],
      [{ DOSSIER_OPENSEARCH: "https://a.example/path" }, /without a path/],
      [
        { DOSSIER_OPENSEARCH: "https://a.example", DOSSIER_OPENSEARCH_PREFIX: "../_all" },
        /its prefix must consist of lower-case letters/,
      ],
      [
        { DOSSIER_OPENSEARCH: "https://a.example", DOSSIER_OPENSEARCH_USER: "ann" },
        /must be set together/,
      ],
    ] as const
  ) {
    assert.throws(() => find(variables), (error) => {
      assert.match(String(error), message);
      assert.ok(!String(error).includes("secret"));
      return (error as { code?: string }).code === "invalid-config";
    });
  }
});
