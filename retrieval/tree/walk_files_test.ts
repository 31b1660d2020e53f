import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import { makeTree, run } from "../../tests/temp_tree.ts";
import { openVisibility } from "./open_visibility.ts";
import { walkFiles } from "./walk_files.ts";

const OPTIONS = {
  visibility: createVisibility(DEFAULT_EXCLUSIONS),
  ignoreFile: ".dossierignore",
};

Deno.test("walkFiles() lists all files in code unit order", async () => {
  const names = ["b/c.ts", "b.ts", "B.ts", "a b.ts", 'q"\n\u{1f9ea}.ts', "-rf.ts"];
  using tree = makeTree(Object.fromEntries(names.map((name) => [name, "1"])));
  assert.deepEqual((await walkFiles(tree.root, OPTIONS)).paths, names.toSorted());
});

Deno.test("walkFiles() follows no link: neither in a loop nor out of the root", async () => {
  using tree = makeTree({ "root/a/b.ts": "1", "outside/o.ts": "1" });
  Deno.symlinkSync("..", `${tree.root}/root/a/loop`);
  Deno.symlinkSync("../outside", `${tree.root}/root/out`);
  Deno.symlinkSync("nowhere", `${tree.root}/root/broken`);
  assert.deepEqual((await walkFiles(`${tree.root}/root`, OPTIONS)).paths, ["a/b.ts"]);
});

Deno.test("walkFiles() skips pipes", async () => {
  using tree = makeTree({ "a.ts": "1" });
  run("mkfifo", `${tree.root}/pipe`);
  assert.deepEqual((await walkFiles(tree.root, OPTIONS)).paths, ["a.ts"]);
});

Deno.test("walkFiles() does not enter an excluded folder and names it once", async () => {
  using tree = makeTree({ "node_modules/a/b.js": "1", "node_modules/c/d.js": "1", "a.ts": "1" });
  assert.deepEqual(await walkFiles(tree.root, OPTIONS), {
    paths: ["a.ts"],
    excluded: [{ path: "node_modules/", rule: { kind: "folder", pattern: "node_modules" } }],
    notes: [],
  });
});

Deno.test("walkFiles() stops at the first file above the maximum, not counting excluded folders", async () => {
  using tree = makeTree({ "a.ts": "1", "b/c.png": "1", "node_modules/d.js": "1" });
  const walk = (maxFiles: number) => walkFiles(tree.root, { ...OPTIONS, maxFiles });
  assert.deepEqual((await walk(2)).paths, ["a.ts"]);
  await assert.rejects(walk(1), {
    code: "root-refused",
    message: /as it is not a git work tree and contains more than 1 files: name .* --any-root$/,
  });
});

Deno.test("walkFiles() enters a nested repository but not its state", async () => {
  using tree = makeTree({ "one/.git/config": "token", "one/a.ts": "1" });
  assert.deepEqual((await walkFiles(tree.root, OPTIONS)).paths, ["one/a.ts"]);
});

Deno.test("walkFiles() reads no ignore file that is a link or a pipe", async () => {
  using tree = makeTree({ "outside": "*\n", "root/a.ts": "1", "root/sub/b.ts": "1" });
  Deno.symlinkSync("../outside", `${tree.root}/root/.gitignore`);
  run("mkfifo", `${tree.root}/root/sub/.gitignore`);
  assert.deepEqual((await walkFiles(`${tree.root}/root`, OPTIONS)).paths, ["a.ts", "sub/b.ts"]);
});

/**
 * Creates a chain of folders in `folder` whose path exceeds PATH_MAX (4096), and returns the first.
 */
function makeTooDeep(folder: string): string {
  // Created step by step by a shell, as no call accepts the whole path; 20 * 250 exceeds the
  // maximum.
  const name = "n".repeat(250);
  run("sh", "-c", `cd '${folder}' && for i in $(seq 20); do mkdir ${name} && cd -P ${name}; done`);
  return `${folder}/${name}`;
}

Deno.test("walkFiles() notes a folder whose path is too long for the system", async () => {
  using tree = makeTree({ "a.ts": "1" });
  const deep = makeTooDeep(tree.root);
  const { paths, notes } = await walkFiles(tree.root, OPTIONS);
  assert.deepEqual(paths, ["a.ts"]);
  assert.deepEqual(notes.map((note) => note.code), ["folder-unreadable"]);
  run("rm", "-rf", deep);
});

Deno.test("walkFiles() has one note for many folders that cannot be read", async () => {
  using tree = makeTree({ "b/a.ts": "1", "c/a.ts": "1" });
  const deep = ["b", "c"].map((folder) => makeTooDeep(`${tree.root}/${folder}`));
  const { notes } = await walkFiles(tree.root, OPTIONS);
  assert.equal(notes.length, 1);
  assert.match(
    notes[0]?.message ?? "",
    /^2 folders cannot be read, .*: "b\/n+.*", "c\/n+.*"; check/,
  );
  run("rm", "-rf", ...deep);
});

Deno.test("walkFiles() names no unreadable folder in one that is excluded", async () => {
  using tree = makeTree({ "vendor/own/a.ts": "1", "vendor/other/b.ts": "1" });
  const deep = makeTooDeep(`${tree.root}/vendor/other`);
  const visibility = await openVisibility(
    { ...DEFAULT_EXCLUSIONS, include: ["vendor/own/**"] },
    "/none",
  );
  const { paths, notes } = await walkFiles(tree.root, { ...OPTIONS, visibility });
  assert.deepEqual([paths, notes], [["vendor/own/a.ts"], []]);
  run("rm", "-rf", deep);
});

Deno.test("walkFiles() enters for an include only folders with possible matches", async () => {
  using tree = makeTree({ ".git/hooks/h": "1", "my-secrets/s/k": "1", "dist/a.ts": "1" });
  const visibility = await openVisibility({ ...DEFAULT_EXCLUSIONS, include: ["**/*.ts"] }, "/none");
  const { paths, excluded } = await walkFiles(tree.root, { ...OPTIONS, visibility });
  assert.deepEqual(paths, ["dist/a.ts"]);
  assert.deepEqual(excluded.map(({ path }) => path).toSorted(), [".git/", "dist/", "my-secrets/"]);
});
