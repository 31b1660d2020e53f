import assert from "node:assert/strict";
import { HostedWorkspace } from "./hosted_workspace.ts";

const TREE = {
  "web/src/upload.ts":
    "/** Retries a failed upload. */\nexport function retryUpload(file: string) {\n  return sendUpload(file);\n}\n",
  "api/src/upload.ts":
    "/** Receives an upload. */\nexport function receiveUpload(size: number) {\n  return size < 1024;\n}\n",
  "issue.md": "# `receiveUpload` refuses small files\n\nIt happens in api/src/upload.ts.\n",
  "shop.yaml": "repositories:\n  - web\n  - root: api\n    name: server\n",
};

const ROOTS = ["--root", "web", "--root", "api"];

Deno.test("dossier search searches all given roots, and names the repository of each result", async () => {
  using workspace = new HostedWorkspace(TREE);
  const found = await workspace.run(["search", ...ROOTS, "upload"]);
  assert.equal(found.code, 0, found.stderr);
  const places = found.stdout.trimEnd().split("\n").map((line) => line.trim().split(/\s+/)[1]);
  assert.deepEqual(places.toSorted(), ["api/src/upload.ts:1-4", "web/src/upload.ts:1-4"]);
  const only = await workspace.run(["search", ...ROOTS, "--repo", "api", "upload"]);
  assert.match(only.stdout, /^\s+\S+\s+api\/src\/upload\.ts:1-4 {2}receiveUpload\n$/);
  const json = JSON.parse((await workspace.run(["search", ...ROOTS, "--json", "upload"])).stdout);
  assert.deepEqual(json.repositories.map(({ name }: { name: string }) => name), ["web", "api"]);
  assert.deepEqual(
    json.results.map(({ repository, path }: Record<string, string>) => `${repository} ${path}`)
      .toSorted(),
    ["api src/upload.ts", "web src/upload.ts"],
  );
});

Deno.test("dossier context packs a question and an issue from a workspace, and explain shows the reasons", async () => {
  using workspace = new HostedWorkspace(TREE);
  const context = await workspace.run(["context", "--workspace", "shop.yaml", "retry an upload"]);
  assert.equal(context.code, 0, context.stderr);
  assert.match(context.stdout, /^Passages of the repositories web, server, by whose names/m);
  assert.match(context.stdout, /^## web\/src\/upload\.ts:1-4 retryUpload/m);
  const issue = await workspace.run([
    ...["context", "--workspace", "shop.yaml", "--issue", "issue.md"],
    ...["--format", "json"],
  ]);
  assert.equal(issue.code, 0, issue.stderr);
  const bundle = JSON.parse(issue.stdout);
  assert.equal(bundle.fragments[0].location.repository, "server");
  assert.equal(bundle.record, undefined);
  assert.ok(bundle.budget.used <= bundle.budget.limit);
  const explained = await workspace.run(["explain", ...ROOTS, "retry an upload"]);
  assert.match(explained.stdout, /web\/src\/upload\.ts.*\n\s+\S+ score of the part, sum of:/);
});

Deno.test("dossier reports problems of the named repositories, and then searches none", async () => {
  using workspace = new HostedWorkspace({
    ...TREE,
    "clone/.git/HEAD": "ref: refs/heads/main\n",
    "clone/shop.yaml": "repositories: [../web]\n",
  });
  const refused = async (problem: RegExp, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await workspace.run(["context", ...args, "upload"]);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, problem);
  };
  await refused(/no such folder/, "--root", "web", "--root", "none");
  await refused(/the same folder/, "--root", "web", "--root", "./web");
  await refused(/not a folder/, "--root", "web", "--root", "issue.md");
  await refused(/is inside the first/, "--root", "web", "--root", "web/src");
  await refused(/both --workspace and --root/, "--workspace", "shop.yaml", "--root", "web");
  await refused(/--state with several/, ...ROOTS, "--state", "state");
  await refused(/"nobody": the repositories are "web", "api"/, ...ROOTS, "--repo", "nobody");
  await refused(/no session, record, trigger/, ...ROOTS, "--session", "s");
  await refused(/from 0 to 1/, ...ROOTS, "--quota", "2");
  await refused(/from 0 to 1/, ...ROOTS, "--quota", "0.5,x");
  await refused(/outside it: put the file in/, "--workspace", "clone/shop.yaml");
  await refused(/there is no such file/, "--workspace", "nothing");
  // With one repository there is no choice.
  await refused(/name at least one/, "--repo", "web");
});

Deno.test("dossier answers about one root as before, for all ways to name it", async () => {
  using workspace = new HostedWorkspace(TREE);
  const one = await workspace.run(["search", "--root", "web", "upload"]);
  assert.match(one.stdout, /^\s+\S+\s+src\/upload\.ts:1-4 {2}retryUpload\n$/);
  const bundle = await workspace.run(["context", "--root", "web", "--json", "upload"]);
  assert.ok(!("repositories" in JSON.parse(bundle.stdout)));
  assert.ok(!bundle.stdout.includes('"repository"'));
});
