import { OUTDATED_NOTE } from "@dossier/core/plan";
import assert from "node:assert/strict";
import {
  bundleFor,
  documentsOf,
  FORMATS,
  makeIssue,
  passagesAs,
  render,
} from "../../../tests/task_fixture.ts";
import { linesOf } from "../../../tests/lines_of.ts";
import { GitTree } from "../../index/local/commits/_git_tree.ts";

const CODE = [
  "export function openStore() {}",
  "export function closeStore() {}",
  "export const MAX_SIZE = 1;",
  "class HttpClient {}",
  "",
].join("\n");

const NAMES = "`openStore`, `closeStore`, `MAX_SIZE` and `HttpClient`";

/** Few, so that few commits make a document old. */
const SETTINGS = { staleDays: 5, minScore: 0 };

/** An issue with room for several documents. */
const ISSUE = makeIssue({
  title: "Refactor the api of the wombat across all",
  description: "zzz ".repeat(600),
});

const REAL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((day) => `export const DAY = ${day};\n`);

/** Commits a day each that change a file that no document names, or one that some do. */
function pass(tree: GitTree, path: string): void {
  for (const text of REAL) tree.commit("go on", { [path]: text });
}

/** Returns freshness, remark and score of a document of the bundle. */
async function weigh(tree: GitTree, path: string) {
  // A link keeps it also where it counts too little to be shown for its words.
  const issue = {
    ...ISSUE,
    title: `${ISSUE.title} [[${path.slice("docs/".length, -".md".length)}]]`,
  };
  const bundle = await bundleFor(tree, issue, { settings: SETTINGS });
  const documents = passagesAs(bundle, "document");
  const passage = documents.find((one) => one.path === path);
  assert.ok(passage !== undefined, `${path} is among ${documentsOf(bundle)}`);
  const { freshness, remark = "", score } = passage;
  assert.equal(remark.includes(OUTDATED_NOTE), freshness! < 1);
  const outdated = documents.filter((one) => one.freshness! < 1).length;
  for (const format of FORMATS) {
    assert.equal((await render(bundle, format)).split(OUTDATED_NOTE).length - 1, outdated, format);
  }
  return { freshness, score };
}

Deno.test("N-14 contextForIssue() counts down a document for names that the code lost, with a note exactly then", async () => {
  using tree = new GitTree();
  tree.commit("first", { "src/store.ts": CODE, "docs/wombat.md": `# Wombat\n\n${NAMES}\n` });
  const fresh = await weigh(tree, "docs/wombat.md");
  assert.equal(fresh.freshness, 1);
  tree.commit("drop one", { "src/store.ts": CODE.replace("closeStore", "shut") });
  const borderline = await weigh(tree, "docs/wombat.md");
  assert.equal(borderline.freshness, 0.7);
  tree.commit("drop two", {
    "src/store.ts": CODE.replace("closeStore", "shut").replace("MAX_SIZE", "LIMIT"),
  });
  const stale = await weigh(tree, "docs/wombat.md");
  assert.equal(stale.freshness, 0.3);
  assert.ok(Math.abs(borderline.score - 0.7 * fresh.score) < 1e-12);
  assert.ok(Math.abs(stale.score - 0.3 * fresh.score) < 1e-12);
});

Deno.test("N-14 contextForIssue() counts down an old document around which the code changed, and no other", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "src/clock.ts": "",
    "docs/wombat.md": "# Wombat\n\nSee `src/store.ts`.\n",
    "docs/wombat_clock.md": "# Wombat clock\n\nSee `src/clock.ts` and `closeStore`.\n",
  });
  pass(tree, "src/clock.ts");
  assert.equal((await weigh(tree, "docs/wombat.md")).freshness, 1, "old and unchanged");
  assert.equal((await weigh(tree, "docs/wombat_clock.md")).freshness, 0.7, "old and changed");
  tree.commit("drop", { "src/store.ts": CODE.replace("closeStore", "shut") });
  // One of its two names is gone: .3 × .7.
  const both = (await weigh(tree, "docs/wombat_clock.md")).freshness!;
  assert.ok(Math.abs(both - 0.21) < 1e-12, `${both}`);
});

Deno.test("N-15 contextForIssue() never leaves out a document only as it is stale", async () => {
  using tree = new GitTree();
  const gone = "`openStore`, `closeStore`";
  tree.commit("first", {
    "src/store.ts": CODE,
    "docs/linked.md": `# Deploy\n\n${gone}\n`,
    "docs/wombat.md": `# Wombat\n\nThe wombat of the api. ${gone}\n`,
  });
  tree.commit("drop", { "src/store.ts": "export const nothing = 0;\n" });
  const issue = { ...ISSUE, title: `${ISSUE.title} [[linked]]` };
  const bundle = await bundleFor(tree, issue, { settings: { ...SETTINGS, minScore: 0.15 } });
  assert.deepEqual(documentsOf(bundle), ["docs/linked.md", "docs/wombat.md"]);
  assert.ok(passagesAs(bundle, "document").every(({ freshness }) => freshness === 0.3));
});

Deno.test("N-15 contextForIssue() puts a fresh document above a stale one with as good a text, and below a much better one", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "docs/a_stale.md": `# Wombat\n\nA wombat. ${NAMES}\n`,
    "docs/b_fresh.md": `# Wombat\n\nA wombat. ${NAMES.replace("HttpClient", "OpenStore")}\n`,
    "docs/c_weak.md": `# Trees\n\n${
      "Many other things grow. ".repeat(9)
    } A wombat. \`openStore\`\n`,
  });
  tree.commit("drop", { "src/store.ts": CODE.replace("HttpClient", "Client") });
  const wide = await bundleFor(tree, ISSUE, { settings: SETTINGS });
  assert.deepEqual(documentsOf(wide), ["docs/b_fresh.md", "docs/a_stale.md"]);
  assert.deepEqual(passagesAs(wide, "document").map(({ freshness }) => freshness), [1, 0.7]);
  tree.commit("leave", { "docs/b_fresh.md": "# Other\n" });
  const one = makeIssue({ title: "wombat", description: "zzz ".repeat(600) });
  const bundle = await bundleFor(tree, one, { settings: SETTINGS });
  assert.deepEqual(documentsOf(bundle), ["docs/a_stale.md"]);
});

Deno.test("N-15 contextForIssue() keeps a place that is there for a link for it, however stale it is", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "docs/linked.md": "# Deploy\n\nA wombat. `openStore`, `closeStore`\n",
    "docs/wombat.md": "# Wombat\n\nThe wombat of the wombat.\n",
  });
  tree.commit("drop", { "src/store.ts": "export const nothing = 0;\n" });
  const issue = makeIssue({ title: "Fix typo: wombat [[linked]]" });
  const bundle = await bundleFor(tree, issue);
  assert.deepEqual([bundle.plan?.documents, documentsOf(bundle)], [1, ["docs/linked.md"]]);
  assert.equal(
    linesOf(bundle.omitted).find(({ path }) => path === "docs/wombat.md")?.reason,
    "limit",
  );
});

Deno.test("N-14 contextForIssue() looks at a document that has its place as a better one is too big", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "docs/long.md": `# Long\n\n${"The wombat digs in the wombat hole.\n".repeat(60)}`,
    "docs/short.md": "# Short\n\nA wombat. `openStore`\n",
  });
  tree.commit("drop", { "src/store.ts": "export const nothing = 0;\n" });
  const issue = makeIssue({ title: "wombat", description: "zzz ".repeat(600) });
  const settings = { promptTokenLimit: 1000, minScore: 0 };
  const bundle = await bundleFor(tree, issue, { settings });
  assert.deepEqual(documentsOf(bundle), ["docs/short.md"]);
  assert.equal(passagesAs(bundle, "document")[0]?.freshness, 0.3);
});
