import assert from "node:assert/strict";
import { measureFreshness } from "@dossier/core";
import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { GitTree } from "../../../tests/git_tree.ts";
import { refreshCommits } from "../../index/local/commits/refresh_commits.ts";
import { refreshIndex } from "../../index/local/refresh_index.ts";
import { LocalIndex } from "../../index/local/local_index.ts";
import { findDocumentByPath } from "../../index/local/store/documents.ts";
import { type DesignDocument, readDesignDocument } from "./design_document.ts";
import { type DocumentFreshness, readFreshness } from "./read_freshness.ts";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);
/** Few days, so that few commits make a document old. */
const STALE_DAYS = 5;
const DAY_MS = 86_400_000;

/** Adds one commit a day that is unrelated to any document. */
function wait(tree: GitTree, days: number): void {
  for (let i = 0; i < days; i++) {
    tree.commit("wait", { "src/clock.ts": `export const DAY = ${i};\n` });
  }
}

/** Refreshes the index and the history, and returns the freshness of a document. */
async function read(
  tree: GitTree,
  path = "docs/plan.md",
  changes: Partial<DesignDocument> = {},
): Promise<DocumentFreshness> {
  const { store, root, lockPath } = tree;
  const place = { root, lockPath, visibility: EXCLUSIONS, symbols: "outline" as const };
  await refreshIndex(store, place);
  await refreshCommits(store, { source: { root }, lockPath });
  const id = findDocumentByPath(store, path)!.id;
  const document = readDesignDocument(path, { root, visibility: EXCLUSIONS })!;
  const evidence = await readFreshness(new LocalIndex(store), [{
    id,
    ...document,
    ...changes,
  }], {
    source: { root },
    visibility: EXCLUSIONS,
    staleDays: STALE_DAYS,
    now: () => Date.UTC(2030, 0, 1),
  });
  return evidence.get(id)!;
}

function valueOf(evidence: DocumentFreshness): number {
  return measureFreshness(evidence, STALE_DAYS).value;
}

const CODE = "export function openStore() {}\nexport const MAX_SIZE = 1;\nclass HttpClient {}\n";

Deno.test("N-14 readFreshness() finds all names in a document: freshness 1", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "docs/plan.md":
      "`openStore()` in `src/store.ts`, `MAX_SIZE` and `new HttpClient`, `HttpClient`\n",
  });
  const found = await read(tree);
  assert.deepEqual([found.symbols, found.missing], [4, []]);
  assert.equal(valueOf(found), 1);
});

Deno.test("N-14 readFreshness() detects removed names: .7 for one of four, .3 for two", async () => {
  using tree = new GitTree();
  const names = "`openStore`, `MAX_SIZE`, `HttpClient` and `closeStore`\n";
  tree.commit("first", {
    "src/store.ts": `${CODE}function closeStore() {}\n`,
    "docs/plan.md": names,
  });
  assert.deepEqual((await read(tree)).missing, []);
  tree.commit("drop closeStore", { "src/store.ts": CODE });
  const one = await read(tree);
  assert.deepEqual([one.symbols, one.missing, valueOf(one)], [4, ["closeStore"], 0.7]);
  tree.commit("rename", { "src/store.ts": CODE.replace("HttpClient", "Client") });
  const two = await read(tree);
  assert.deepEqual([two.symbols, two.missing, valueOf(two)], [
    4,
    ["HttpClient", "closeStore"],
    0.3,
  ]);
});

Deno.test("N-14 readFreshness() detects a name that is removed from the tree only, and after its commit as well", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "src/shut.ts": "function closeStore() {}\n",
    "docs/plan.md": "`openStore`, `closeStore`, `neverThere` and `src/shut.ts`\n",
  });
  const missing = async () => (await read(tree)).missing;
  assert.deepEqual(await missing(), []);
  tree.write("src/store.ts", CODE.replace("openStore", "open"));
  assert.deepEqual(await missing(), ["openStore"], "changed");
  tree.git("add", "--all");
  assert.deepEqual(await missing(), ["openStore"], "staged");
  Deno.removeSync(`${tree.root}/src/shut.ts`);
  assert.deepEqual(await missing(), ["openStore", "closeStore", "src/shut.ts"], "removed");
  tree.commit("drop");
  assert.deepEqual(await missing(), ["openStore", "closeStore", "src/shut.ts"], "committed");
  tree.git("reset", "--quiet", "--hard", "HEAD~1");
  assert.deepEqual(await missing(), [], "reset");
});

Deno.test("N-14 readFreshness() detects a name that was committed and removed after the first query", async () => {
  using tree = new GitTree();
  tree.commit("first", { "docs/plan.md": "`closeStore`\n", "src/store.ts": "closeStore\n" });
  tree.write("src/store.ts", "other\n");
  assert.deepEqual((await read(tree)).missing, ["closeStore"]);
  tree.commit("drop");
  assert.deepEqual((await read(tree)).missing, ["closeStore"]);
  tree.git("revert", "--no-edit", "HEAD");
  assert.deepEqual((await read(tree)).missing, []);
});

Deno.test("N-14 readFreshness() keeps a name that is in an existing excluded file", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": "closeStore\n",
    "src/data.ts": "bigName\n",
    "src/own.ts": "ownName\n",
    "docs/plan.md": "`closeStore`, `bigName` and `ownName`\n",
  });
  tree.write("src/data.ts", `\0bigName\n`);
  tree.write(".dossierignore", "src/own.ts\n");
  tree.write("src/store.ts", "other\n");
  assert.deepEqual((await read(tree)).missing, ["closeStore"]);
  Deno.removeSync(`${tree.root}/src/data.ts`);
  Deno.removeSync(`${tree.root}/src/own.ts`);
  assert.deepEqual((await read(tree)).missing, ["closeStore", "bigName", "ownName"]);
});

Deno.test("N-14 readFreshness() detects removed files that are named from a folder, and none above the tree", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/old.ts": "export {};\n",
    "docs/plan.md":
      "`../src/old.ts`, `../../up/x.ts`, `a/../../up.ts`, `./src/` and `neverThere`\n",
  });
  assert.deepEqual((await read(tree)).missing, []);
  Deno.removeSync(`${tree.root}/src`, { recursive: true });
  assert.deepEqual((await read(tree)).missing, ["../src/old.ts", "./src/"]);
});

Deno.test("N-14 readFreshness() does not treat documents as code, and treats names that never existed as examples", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": `${CODE}function closeStore() {}\n`,
    "docs/plan.md": "`closeStore`, `openStore` and `UserModel`, `src/main.rs`\n",
    "docs/other.md": "closeStore UserModel\n",
  });
  tree.commit("drop", { "src/store.ts": CODE });
  const { symbols, missing } = await read(tree);
  assert.deepEqual([symbols, missing], [2, ["closeStore"]]);
});

Deno.test("N-14 readFreshness() detects removed files, and no excluded ones", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "src/old.ts": "export {};\n",
    "old/a.ts": "export {};\n",
    "docs/plan.md":
      "`src/store.ts:12`, `src/old.ts`, `old/`, `src/`, `dist/a.js`, `x/y.ts` and `package-lock.json`\n",
  });
  Deno.removeSync(`${tree.root}/src/old.ts`);
  Deno.removeSync(`${tree.root}/old`, { recursive: true });
  tree.commit("remove old");
  const { symbols, missing } = await read(tree);
  assert.deepEqual([symbols, missing], [4, ["src/old.ts", "old/"]]);
});

Deno.test("N-14 readFreshness() counts commits of the named files: old and changed is .7", async () => {
  using tree = new GitTree();
  tree.commit("first", { "src/store.ts": CODE, "docs/plan.md": "`src/store.ts`\n" });
  wait(tree, STALE_DAYS + 1);
  const old = await read(tree);
  assert.deepEqual([old.commits, old.ageDays, old.dated], [0, STALE_DAYS + 1, "commit"]);
  assert.equal(valueOf(old), 1);
  for (let i = 0; i < 10; i++) tree.commit("change", { "src/store.ts": `${CODE}// ${i}\n` });
  const changed = await read(tree);
  assert.deepEqual([changed.commits, changed.symbols, changed.missing], [10, 1, []]);
  assert.equal(valueOf(changed), 0.7);
  tree.commit("revise", { "docs/plan.md": "`src/store.ts`!\n" });
  const young = await read(tree);
  assert.deepEqual([young.commits, young.ageDays, valueOf(young)], [0, 0, 1]);
});

Deno.test("N-14 readFreshness() counts changed lines when there are few commits; both kinds of evidence are .21", async () => {
  using tree = new GitTree();
  const lines = (word: string) =>
    Array.from({ length: 20 }, (_, i) => `export const ${word}_${i} = 1;\n`).join("");
  tree.commit("first", {
    "src/store.ts": lines("old_name") + lines("kept_name"),
    "docs/plan.md": "`src/store.ts` with `old_name_1`\n",
  });
  wait(tree, STALE_DAYS + 1);
  assert.equal((await read(tree)).changedShare, 0);
  tree.commit("rename", { "src/store.ts": lines("new_name") + lines("kept_name") });
  const found = await read(tree);
  assert.deepEqual([found.commits, found.changedShare, found.missing], [1, 0.5, ["old_name_1"]]);
  assert.ok(Math.abs(valueOf(found) - 0.21) < 1e-12);
});

Deno.test("readFreshness() uses the date of the document, else its last commit, else its file", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "docs/plan.md": "text\n",
    "docs/dated.md": "---\nupdated: 2019-12-31\n---\n",
  });
  tree.write("docs/new.md", "text\n");
  const committed = await read(tree);
  assert.deepEqual([committed.dated, committed.lastUpdated], ["commit", Date.UTC(2020, 0, 1)]);
  const dated = await read(tree, "docs/dated.md");
  assert.deepEqual([dated.dated, dated.lastUpdated, dated.ageDays], [
    "document",
    Date.UTC(2019, 11, 31),
    1,
  ]);
  const made = await read(tree, "docs/new.md", { modified: Date.UTC(2019, 11, 30) });
  assert.deepEqual([made.dated, made.ageDays], ["file", 2]);
  // Its file is newer than the newest commit.
  assert.equal((await read(tree, "docs/new.md")).ageDays, 0);
});

Deno.test("readFreshness() counts from the clock and trusts the index when there is no history", async () => {
  using tree = new GitTree();
  Deno.removeSync(`${tree.root}/.git`, { recursive: true });
  tree.write("src/store.ts", CODE);
  tree.write("docs/plan.md", "`openStore` and `closeStore`\n");
  const now = Date.UTC(2030, 0, 1);
  const { dated, ageDays, missing, commits } = await read(tree, "docs/plan.md", {
    modified: now - 5 * DAY_MS,
  });
  assert.deepEqual([dated, ageDays, missing, commits], ["file", 5, ["closeStore"], 0]);
});

Deno.test("readFreshness() queries git once for removed names", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/a.ts": "goneName\n",
    "docs/plan.md": "`goneName` and `neverThere`\n",
  });
  tree.commit("drop", { "src/a.ts": "other\n" });
  const first = await read(tree);
  Deno.renameSync(`${tree.root}/.git/objects`, `${tree.root}/.git/hidden`);
  assert.deepEqual(await read(tree), first);
  assert.deepEqual(first.missing, ["goneName"]);
});

for (const subject of ["x", "change it", ".", "🎉", "修正", "12"]) {
  Deno.test(`N-14 readFreshness() counts commits with any subject, such as "${subject}"`, async () => {
    using tree = new GitTree();
    tree.commit("first", { "src/store.ts": CODE, "docs/plan.md": "`src/store.ts`\n" });
    wait(tree, STALE_DAYS + 1);
    for (let i = 0; i < 10; i++) tree.commit(subject, { "src/store.ts": `${CODE}// ${i}\n` });
    const changed = await read(tree);
    assert.deepEqual([changed.commits, valueOf(changed)], [10, 0.7]);
  });
}

Deno.test("N-14 readFreshness() counts commits without a subject, and the lines that large ones changed", async () => {
  using tree = new GitTree();
  const many = (text: string) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/f${i}.ts`, text]));
  const lines = (word: string) =>
    Array.from({ length: 20 }, (_, i) => `export const ${word}${i} = 1;\n`).join("");
  tree.commit("first", {
    ...many(""),
    "src/store.ts": lines("a"),
    "docs/plan.md": "`src/store.ts`",
  });
  wait(tree, STALE_DAYS + 1);
  assert.equal(valueOf(await read(tree)), 1);
  tree.commit("rewrite all", { ...many("// new\n"), "src/store.ts": lines("b") });
  const large = await read(tree);
  assert.deepEqual([large.commits, large.changedShare, valueOf(large)], [1, 1, 0.7]);
  tree.write("src/store.ts", lines("c"));
  tree.git("commit", "--quiet", "--all", "--allow-empty-message", "--message=");
  assert.equal((await read(tree)).commits, 1);
});

Deno.test("N-14 readFreshness() detects a name that was removed right after a large first commit", async () => {
  using tree = new GitTree();
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/f${i}.ts`, ""]));
  tree.commit("first", { ...many, "src/store.ts": CODE, "docs/plan.md": "`openStore` here\n" });
  tree.commit("drop it", { "src/store.ts": "export const other = 1;\n" });
  assert.deepEqual((await read(tree)).missing, ["openStore"]);
});

for (const state of ["unstaged", "staged", "untracked", "renamed"] as const) {
  Deno.test(`N-14 readFreshness() counts ${state} changes of the work tree`, async () => {
    using tree = new GitTree();
    const lines = (word: string) =>
      Array.from({ length: 20 }, (_, i) => `export const ${word}${i} = 1;\n`).join("");
    const named = state === "untracked" || state === "renamed" ? "src/next.ts" : "src/store.ts";
    tree.commit("first", {
      "src/store.ts": lines("a"),
      "src/kept.ts": CODE,
      "docs/plan.md": `\`src/kept.ts\` and \`${named}\`\n`,
    });
    wait(tree, STALE_DAYS + 1);
    assert.equal(valueOf(await read(tree)), 1);
    if (state === "renamed") tree.git("mv", "src/store.ts", named);
    else tree.write(named, lines("b"));
    if (state === "staged") tree.git("add", "--all");
    const changed = await read(tree);
    assert.deepEqual([changed.ageDays, changed.missing], [STALE_DAYS + 1, []]);
    assert.ok(changed.changedShare >= 0.3, `${changed.changedShare}`);
    assert.equal(valueOf(changed), 0.7);
  });
}

Deno.test("N-14 readFreshness() treats a document that is edited in the work tree as changed just now", async () => {
  using tree = new GitTree();
  tree.commit("first", { "src/store.ts": CODE, "docs/plan.md": "`src/store.ts`\n" });
  wait(tree, STALE_DAYS + 1);
  for (let i = 0; i < 10; i++) tree.commit("change", { "src/store.ts": `${CODE}// ${i}\n` });
  assert.equal(valueOf(await read(tree)), 0.7);
  tree.write("docs/plan.md", "`src/store.ts`!\n");
  const edited = await read(tree);
  assert.deepEqual([edited.dated, edited.ageDays, valueOf(edited)], ["file", 0, 1]);
  tree.write("docs/plan.md", "`src/store.ts`\r\n");
  assert.equal(valueOf(await read(tree)), 0.7, "other line ends are no edit");
});
