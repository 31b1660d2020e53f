import { DEFAULT_TASK_SETTINGS } from "@dossier/core";
import {
  bundleFor,
  codesOf,
  documentsOf,
  FORMATS,
  makeIssue,
  makeWideIssue,
  passagesWithPurpose,
  render,
  WIDE_FILES,
} from "../../../tests/task_fixture.ts";
import { openTestEmbedder } from "../../../tests/static_table.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import type { Embedder } from "../../embed/embedder.ts";
import { linesOf } from "../../../tests/lines_of.ts";
import assert from "node:assert/strict";
import { OUTDATED_NOTE } from "@dossier/core/plan";
import { GitTree } from "../../../tests/git_tree.ts";

/** Six documents on one topic, each with one more unrelated word than the one before. */
const SIX_DOCUMENTS = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [
    `docs/wombat_${i}.md`,
    `# Wombat ${i}\n\nThe wombat digs.${" Other words.".repeat(i)}\n`,
  ]),
);

const TYPO = makeIssue({ title: "Fix typo in src/cli.ts", description: "The wombat." });

Deno.test("N-1 contextForIssue() selects no document for a typo, and the linked one with a link", async () => {
  using workspace = new TempWorkspace({ ...SIX_DOCUMENTS, "src/cli.ts": "export const x = 1;\n" });
  const plain = await bundleFor(workspace, TYPO);
  assert.ok(plain.plan!.complexity.value < 0.1);
  assert.deepEqual([plain.plan?.documents, documentsOf(plain)], [0, []]);
  const linked = await bundleFor(workspace, { ...TYPO, description: "See [[wombat_3]]." });
  assert.deepEqual([linked.plan?.documents, documentsOf(linked)], [1, ["docs/wombat_3.md"]]);
});

Deno.test("N-2 contextForIssue() selects five documents for a change of everything, or as many as allowed", async () => {
  using workspace = new TempWorkspace({ ...SIX_DOCUMENTS, ...WIDE_FILES });
  const issue = makeWideIssue("wombat");
  const ask = async (maxContextDocs: number) =>
    await bundleFor(workspace, issue, { settings: { maxContextDocs } });
  const bundle = await ask(5);
  assert.equal(bundle.plan?.complexity.value, 1);
  assert.deepEqual([bundle.plan?.documents, documentsOf(bundle).length], [5, 5]);
  assert.deepEqual(documentsOf(await ask(3)), documentsOf(bundle).slice(0, 3));
  const linked = { ...issue, title: "[[wombat_1]] and [[wombat_2]] wombat" };
  const none = await bundleFor(workspace, linked, { settings: { maxContextDocs: 0 } });
  assert.deepEqual([none.plan?.documents, documentsOf(none)], [0, []]);
  assert.deepEqual(codesOf(none), [], "nobody asked for documents");
});

Deno.test("N-3 contextForIssue() uses 30 to 40 % of the prompt for documents", async () => {
  using workspace = new TempWorkspace({ ...SIX_DOCUMENTS, ...WIDE_FILES });
  const simple = await bundleFor(workspace, makeIssue({ title: "wombat" }));
  assert.deepEqual([simple.plan?.complexity.value, simple.plan?.slotTokens], [0, 7200]);
  const wide = await bundleFor(workspace, makeWideIssue("wombat"));
  assert.deepEqual([wide.plan?.complexity.value, wide.plan?.slotTokens], [1, 9600]);
  const { documentTokens, promptTokens, docFraction, docFractionLimit } = wide.plan!;
  assert.equal(docFraction, documentTokens / promptTokens);
  assert.equal(promptTokens, wide.budget.used);
  assert.equal(
    documentTokens,
    passagesWithPurpose(wide, "document").reduce((sum, { tokens }) => sum + tokens, 0),
  );
  assert.ok(documentTokens <= docFractionLimit * wide.plan!.limitTokens);
});

Deno.test("N-2 contextForIssue() omits no document of a small prompt: the share is of the limit", async () => {
  using workspace = new TempWorkspace(SIX_DOCUMENTS);
  const bundle = await bundleFor(workspace, makeWideIssue("wombat"));
  const { documentTokens, limitTokens, docFraction, docFractionLimit, slotTokens } = bundle.plan!;
  assert.equal(documentsOf(bundle).length, 5);
  assert.ok(docFraction > docFractionLimit);
  assert.ok(documentTokens <= slotTokens && slotTokens <= docFractionLimit * limitTokens);
});

Deno.test("N-3 contextForIssue() uses the rest after the files of the manifest and a tenth for documents", async () => {
  const line = "export const value = compute(one, two, three, four, five, six, seven);\n";
  using workspace = new TempWorkspace({ "docs/wombat.md": "# Wombat\n\nIt digs.\n" });
  const ask = async (lines: number) => {
    workspace.write("src/big.ts", line.repeat(lines));
    const issue = makeIssue({
      title: "[[wombat]]",
      manifest: { primary: ["src/big.ts", "src/other.ts"] },
    });
    return await bundleFor(workspace, issue, { settings: { promptTokenLimit: 4000 } });
  };
  const little = await ask(1);
  assert.ok(Math.abs(little.plan!.slotTokens - 4000 * little.plan!.docFractionLimit) < 1);
  const much = await ask(160);
  const { baseTokens, slotTokens } = much.plan!;
  assert.ok(2600 < baseTokens && baseTokens < 3600, `${baseTokens}`);
  assert.equal(slotTokens, 4000 - 400 - baseTokens);
  assert.deepEqual(documentsOf(much), ["docs/wombat.md"]);
  const tooMuch = await ask(390);
  assert.ok(tooMuch.plan!.baseTokens > 4000);
  assert.deepEqual([tooMuch.plan?.slotTokens, documentsOf(tooMuch)], [0, []]);
  const left = linesOf(tooMuch.omitted).find(({ path }) => path === "docs/wombat.md");
  assert.equal(left?.reason, "budget");
  assert.ok(tooMuch.budget.used <= 4000);
});

Deno.test("N-4 contextForIssue() skips a document that is too large and selects a later one", async () => {
  const long = `# Long\n\n${"The wombat digs in the wombat hole.\n".repeat(60)}`;
  using workspace = new TempWorkspace({
    "docs/long.md": long,
    "docs/short.md": `# Short\n\nA wombat.${" Other words.".repeat(9)}\n`,
  });
  const issue = makeIssue({ title: "wombat", description: "zzz ".repeat(600) });
  // One of its sections has more than the 280 tokens of the slot.
  const options = { settings: { promptTokenLimit: 800, minScore: 0 } };
  const bundle = await bundleFor(workspace, issue, options);
  assert.deepEqual(documentsOf(bundle), ["docs/short.md"]);
  const left = linesOf(bundle.omitted).find(({ path }) => path === "docs/long.md");
  assert.equal(left?.reason, "budget");
  assert.ok(left!.tokens > bundle.plan!.slotTokens);
});

Deno.test("contextForIssue() accepts a linked document that is empty after its front matter", async () => {
  using workspace = new TempWorkspace({
    "docs/empty.md": "",
    "docs/blank.md": "---\ntitle: Blank\n---\n",
    "docs/full.md": "# Full\n\nA wombat.\n",
  });
  const title = "[[empty]] [[blank]] [[full]]";
  const bundle = await bundleFor(workspace, makeWideIssue(title), { settings: { minScore: 0 } });
  assert.deepEqual(documentsOf(bundle), ["docs/full.md"]);
  const left = linesOf(bundle.omitted).map(({ path }) => path);
  assert.ok(left.includes("docs/empty.md") && left.includes("docs/blank.md"));
});

Deno.test("N-4 contextForIssue() shows 2000 characters of a document and marks the omission", async () => {
  const long = `---\ntitle: Wombats\n---\n${"The wombat digs in its hole.\n".repeat(100)}`;
  using workspace = new TempWorkspace({ "docs/long.md": long });
  const bundle = await bundleFor(workspace, makeIssue({ title: "[[long]]" }));
  const [passage] = passagesWithPurpose(bundle, "document");
  const lines = passage!.text.split("\n");
  assert.deepEqual(
    [passage?.form, passage?.edited, passage?.symbol, passage?.startLine],
    ["snippet", true, "Wombats", 4],
  );
  const shown = long.split("\n").slice(passage!.startLine - 1, passage!.endLine).join("\n");
  assert.equal(lines.slice(0, -1).join("\n"), shown);
  assert.ok(1900 < shown.length && shown.length <= 2000);
  assert.equal(lines.at(-1), `[cut: ${shown.length} of 2899 characters shown]`);
});

Deno.test("contextForIssue() shows the matching sections of a long document, and the size of the omission", async () => {
  const chapter = (name: string, text: string) => `## ${name}\n\n${text.repeat(50)}\n\n`;
  using workspace = new TempWorkspace({
    "docs/guide.md": `# Guide\n\n${chapter("Install", "Run the script and wait for it. ")}${
      chapter("Koalas", "A koala sleeps in its tree. ")
    }${chapter("Wombats", "A wombat digs its burrow. ")}### Nights\n\nIt digs on.\n`,
  });
  const bundle = await bundleFor(
    workspace,
    makeIssue({ title: "wombat burrow collapses [[guide]]" }),
  );
  const [section, ...others] = passagesWithPurpose(bundle, "document");
  assert.deepEqual(others, []);
  assert.deepEqual(
    [section?.symbol, section?.startLine, section?.endLine, section?.edited],
    ["Guide > Wombats", 11, 17, undefined],
  );
  assert.ok(section?.remark?.includes("These sections of 17 lines."));
  const other = await bundleFor(workspace, makeIssue({ title: "see [[guide]]" }));
  assert.equal(
    passagesWithPurpose(other, "document")[0]?.startLine,
    1,
    "its beginning, as nothing answers",
  );
});

Deno.test("N-5 contextForIssue() drops documents of low score although there is space, and keeps links", async () => {
  using workspace = new TempWorkspace({
    ...WIDE_FILES,
    "docs/best.md": "# Wombat and koala\n\nThe wombat digs, the koala sleeps.\n",
    "docs/weak.md": `# Trees\n\n${"Many other things. ".repeat(60)}A koala.\n`,
    "docs/linked.md": "# Deploy\n\nUpload a folder.\n",
  });
  const bundle = await bundleFor(workspace, makeWideIssue("wombat koala [[linked]]"));
  assert.equal(bundle.plan?.documents, 5);
  assert.deepEqual(documentsOf(bundle), ["docs/best.md", "docs/linked.md"]);
  assert.equal(
    linesOf(bundle.omitted).find(({ path }) => path === "docs/weak.md")?.reason,
    "relevance",
  );
});

/** Two documents, the first with a word of the issue at least as often as the second. */
function makePair(weakWords: number): TempWorkspace {
  return new TempWorkspace({
    "docs/strong.md": "wombat wombat wombat wombat wombat wombat\n",
    "docs/weak.md": `${"wombat ".repeat(weakWords)}${"other ".repeat(6 - weakWords)}\n`,
    "docs/filler.md": "other other other other other other\n",
  });
}

Deno.test("N-7 contextForIssue() ranks a linked document higher only if the difference is below the boost", async () => {
  const issue = makeIssue({ title: "wombat [[weak]]" });
  for (const [words, expected] of [[5, "docs/weak.md"], [1, "docs/strong.md"]] as const) {
    using workspace = makePair(words);
    const bundle = await bundleFor(workspace, issue);
    // The plan has a place because of the link.
    assert.deepEqual([bundle.plan?.documents, documentsOf(bundle)], [1, ["docs/weak.md"]]);
    const ofIssue = makeWideIssue("wombat [[weak]]");
    assert.equal(documentsOf(await bundleFor(workspace, ofIssue))[0], expected);
    for (const [linkBoost, first] of [[0, "docs/strong.md"], [1, "docs/weak.md"]] as const) {
      const wide = await bundleFor(workspace, ofIssue, { settings: { linkBoost } });
      assert.equal(documentsOf(wide)[0], first, `${linkBoost}`);
    }
  }
});

Deno.test("N-8 contextForIssue() ranks by words without an embedder and with a failing one, and reports it", async () => {
  using workspace = new TempWorkspace({
    ...SIX_DOCUMENTS,
    ...WIDE_FILES,
    "docs/deep.md": "# Burrows\n\nThe wombat lives there, and other animals as well.\n",
  });
  const issue = makeWideIssue("wombat [[deep]]");
  const none = await bundleFor(workspace, issue);
  assert.ok(codesOf(none).includes("embeddings_unavailable"));
  const [best, second, third, fourth] = Object.keys(SIX_DOCUMENTS);
  assert.deepEqual(documentsOf(none), [best, second, third, "docs/deep.md", fourth]);
  const scores = passagesWithPurpose(none, "document").map(({ score }) => score);
  const { alpha, beta, linkBoost } = DEFAULT_TASK_SETTINGS;
  assert.ok(Math.abs(scores[0]! - (alpha + beta)) < 1e-12, "the words have the weight of both");
  assert.ok(scores[3]! > linkBoost);
  const embed = () => Promise.reject(new Error("no more memory"));
  using working = await openTestEmbedder();
  const { name, fingerprint, dimensions, batchSize, isFast } = working;
  const failing: Embedder = {
    name,
    fingerprint,
    dimensions,
    batchSize,
    isFast,
    embedQueries: embed,
    embedPassages: embed,
    [Symbol.dispose]() {},
  };
  const failed = await bundleFor(workspace, issue, {
    openEmbedder: () => Promise.resolve(failing),
  });
  assert.ok(codesOf(failed).includes("embeddings_unavailable"));
  assert.ok(codesOf(failed).includes("embedder-failed"));
  assert.deepEqual(passagesWithPurpose(failed, "document"), passagesWithPurpose(none, "document"));
});

Deno.test("N-8 contextForIssue() adds meaning when there is an embedder", async () => {
  using workspace = new TempWorkspace({ ...SIX_DOCUMENTS, ...WIDE_FILES });
  const embedder = await openTestEmbedder({ words: ["wombat", "digs"] });
  const bundle = await bundleFor(workspace, makeWideIssue("wombat"), {
    openEmbedder: () => Promise.resolve(embedder),
    explain: true,
  });
  assert.ok(!codesOf(bundle).includes("embeddings_unavailable"));
  const [first] = passagesWithPurpose(bundle, "document");
  assert.ok(first?.reasons?.includes("near the issue in meaning"));
  const [relevance] = first!.explanation!.details!;
  const values = relevance!.details!.map(({ value }) => value);
  assert.ok(values[0]! <= DEFAULT_TASK_SETTINGS.alpha);
  assert.ok(values[1]! > 0 && values[1]! <= DEFAULT_TASK_SETTINGS.beta + 1e-12);
});

Deno.test("N-9 contextForIssue() orders equal documents by link, then path, in every run", async () => {
  const same = "# Wombat\n\nIt digs.\n";
  using workspace = new TempWorkspace({
    ...WIDE_FILES,
    ...Object.fromEntries(["c", "B", "a", "ä", "b"].map((name) => [`docs/${name}/x.md`, same])),
  });
  const issue = makeWideIssue("wombat [[docs/b/x]]");
  const first = await bundleFor(workspace, issue);
  assert.deepEqual(documentsOf(first), [
    "docs/b/x.md",
    "docs/B/x.md",
    "docs/a/x.md",
    "docs/c/x.md",
    "docs/ä/x.md",
  ]);
  workspace.remove(".dossier");
  const second = await bundleFor(workspace, issue);
  assert.deepEqual(linesOf(second.fragments), linesOf(first.fragments));
  assert.deepEqual(second.omitted, first.omitted);
});

Deno.test("N-10 contextForIssue() follows links once each, with alias and section, and reports missing ones", async () => {
  using workspace = new TempWorkspace({
    ...WIDE_FILES,
    "docs/auth.md": "# Auth\n\nTokens.\n",
    "docs/store.md": "---\ntitle: The Store\naliases: [vault]\n---\nKeeps.\n",
    "docs/code.md": "# Code\n\nNothing.\n",
  });
  const issue = makeWideIssue(
    "[[store|the store]] [[auth#Tokens]] [[auth]] [[vault]] [[nowhere]] [[open `[[code]]`",
  );
  const bundle = await bundleFor(workspace, issue, { settings: { proactiveSearch: false } });
  assert.equal(bundle.plan?.links, 2);
  assert.deepEqual(documentsOf(bundle).sort(), ["docs/auth.md", "docs/store.md"]);
  for (const { reasons } of passagesWithPurpose(bundle, "document")) {
    assert.ok(reasons?.includes("the issue names it"));
  }
  assert.deepEqual(
    bundle.notes.filter(({ code }) => code === "link-not-found").map(({ message }) => message),
    ['The issue links to "[[nowhere]]", and no document has that name'],
  );
});

Deno.test("N-11 contextForIssue() adds neighbours up to a depth, without boost, and stops at cycles", async () => {
  using workspace = new TempWorkspace({
    ...WIDE_FILES,
    "docs/one.md": "# One\n\nwombat [[two]]\n",
    "docs/two.md": "# Two\n\nwombat digs [[three]] [[one]]\n",
    "docs/three.md": "# Three\n\nwombat digs deep [[one]] [[three]]\n",
  });
  const issue = makeWideIssue("wombat [[one]]");
  const ask = async (neighborDepth: number) => {
    const settings = { expandNeighbors: true, neighborDepth, proactiveSearch: false };
    const bundle = await bundleFor(workspace, issue, { settings });
    const boosted = passagesWithPurpose(bundle, "document")
      .filter(({ reasons }) => reasons?.includes("the issue names it"));
    assert.deepEqual(boosted.map(({ path }) => path), ["docs/one.md"]);
    assert.equal(bundle.plan?.links, 1);
    return documentsOf(bundle);
  };
  assert.deepEqual(await ask(1), ["docs/one.md", "docs/two.md"]);
  assert.deepEqual(await ask(9), ["docs/one.md", "docs/two.md", "docs/three.md"]);
  const alone = await bundleFor(workspace, issue, { settings: { proactiveSearch: false } });
  assert.deepEqual(documentsOf(alone), ["docs/one.md"]);
});

const VAULTS: readonly (readonly [vault: string, code: string])[] = [
  ["nowhere", "vault-missing"],
  ["docs/a.md", "vault-not-a-folder"],
  ["empty", "vault-empty"],
  ["out", "vault-outside-root"],
];

Deno.test("N-22 contextForIssue() continues without documents when the vault cannot be used, with the reason", async () => {
  using workspace = new TempWorkspace({
    "docs/a.md": "# Wombat\n\nIt digs.\n",
    "empty/notes.bin": "x",
    "src/wombat.ts": "export function wombat() {}\n",
  });
  Deno.symlinkSync(workspace.cache, workspace.path("out"));
  const issue = makeIssue({
    title: "`wombat` [[a]]",
    description: "zzz ".repeat(600),
    manifest: { primary: ["src/wombat.ts"] },
  });
  for (const [vault, code] of VAULTS) {
    const bundle = await bundleFor(workspace, issue, { settings: { vault } });
    assert.deepEqual([codesOf(bundle), documentsOf(bundle)], [[code], []], vault);
    assert.deepEqual(linesOf(bundle.fragments).map(({ path }) => path), ["src/wombat.ts"], vault);
  }
  const whole = await bundleFor(workspace, issue);
  assert.deepEqual(documentsOf(whole), ["docs/a.md"]);
});

Deno.test("contextForIssue() searches documents only in the vault of the settings of the project", async () => {
  using workspace = new TempWorkspace({
    ".noface.toml": '[monowiki]\nvault = "./wiki/"\n',
    "wiki/wombat.md": "# Wombat\n\nIt digs.\n",
    "docs/wombat.md": "# Wombat\n\nIt digs and digs.\n",
  });
  const issue = makeIssue({ title: "wombat", description: "zzz ".repeat(600) });
  assert.deepEqual(documentsOf(await bundleFor(workspace, issue)), ["wiki/wombat.md"]);
});

Deno.test("contextForIssue() does not search documents that are not named when that is disabled", async () => {
  using workspace = new TempWorkspace({
    ...SIX_DOCUMENTS,
    ...WIDE_FILES,
    "docs/deep.md": "# Deep\n",
  });
  const issue = makeWideIssue("wombat [[wombat_4]] docs/wombat_2.md");
  const quiet = await bundleFor(workspace, issue, { settings: { proactiveSearch: false } });
  assert.deepEqual(documentsOf(quiet).sort(), ["docs/wombat_2.md", "docs/wombat_4.md"]);
  const deaf = await bundleFor(workspace, makeIssue({ title: "Fix typo [[deep]]" }), {
    settings: { resolveWikilinks: false },
  });
  assert.deepEqual(documentsOf(deaf), []);
});

Deno.test("contextForIssue() lists omitted documents once with their lines and cost", async () => {
  const words = "The wombat digs a burrow. ".repeat(20);
  using workspace = new TempWorkspace({
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`docs/d${at}.md`, `# Wombat ${at}\n\n${words}\n`]),
    ),
    "docs/weak.md": "# Other\n\nOnce upon a wombat.\n",
    "src/a.ts": "export const wombat = 1;\n",
  });
  const bundle = await bundleFor(workspace, makeIssue({ title: "wombat digs a burrow" }));
  const omitted = linesOf(bundle.omitted).filter(({ path }) => path.startsWith("docs/"));
  assert.ok(omitted.length >= 3);
  for (const { path, startLine, endLine, tokens } of omitted) {
    assert.deepEqual([startLine, endLine], [1, 3], path);
    assert.ok(tokens > 10, path);
  }
  const places = linesOf(bundle.omitted).map(({ path, startLine }) => `${path}:${startLine}`);
  assert.deepEqual(places, [...new Set(places)]);
});

const CODE = [
  "export function openStore() {}",
  "export function closeStore() {}",
  "export const MAX_SIZE = 1;",
  "class HttpClient {}",
  "",
].join("\n");

const NAMES = "`openStore`, `closeStore`, `MAX_SIZE` and `HttpClient`";

/** Few days, so that few commits make a document old. */
const SETTINGS = { staleDays: 5, minScore: 0 };

/** Issue with a plan for several documents. */
const ISSUE = makeIssue({
  title: "Refactor the api of the wombat across all",
  description: "zzz ".repeat(600),
});

const REAL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((day) => `export const DAY = ${day};\n`);

/** Adds one commit a day that changes a file, named by some document or by none. */
function pass(tree: GitTree, path: string): void {
  for (const text of REAL) tree.commit("go on", { [path]: text });
}

/** Returns the freshness, remark and score of a document in the bundle. */
async function weigh(tree: GitTree, path: string) {
  // A link keeps it even if its score by words is too low.
  const issue = {
    ...ISSUE,
    title: `${ISSUE.title} [[${path.slice("docs/".length, -".md".length)}]]`,
  };
  const bundle = await bundleFor(tree, issue, { settings: SETTINGS });
  const documents = passagesWithPurpose(bundle, "document");
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

Deno.test("N-14 contextForIssue() lowers the freshness of a document for names that were removed from the code, with a note exactly then", async () => {
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

Deno.test("N-14 contextForIssue() lowers the freshness of an old document whose code changed, and of no other", async () => {
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
  // One of its two names is removed: .3 × .7.
  const both = (await weigh(tree, "docs/wombat_clock.md")).freshness!;
  assert.ok(Math.abs(both - 0.21) < 1e-12, `${both}`);
});

Deno.test("N-15 contextForIssue() never omits a document only because it is stale", async () => {
  using tree = new GitTree();
  const removed = "`openStore`, `closeStore`";
  tree.commit("first", {
    "src/store.ts": CODE,
    "docs/linked.md": `# Deploy\n\n${removed}\n`,
    "docs/wombat.md": `# Wombat\n\nThe wombat of the api. ${removed}\n`,
  });
  tree.commit("drop", { "src/store.ts": "export const nothing = 0;\n" });
  const issue = { ...ISSUE, title: `${ISSUE.title} [[linked]]` };
  const bundle = await bundleFor(tree, issue, { settings: { ...SETTINGS, minScore: 0.15 } });
  assert.deepEqual(documentsOf(bundle), ["docs/wombat.md", "docs/linked.md"]);
  assert.ok(passagesWithPurpose(bundle, "document").every(({ freshness }) => freshness === 0.3));
});

Deno.test("N-15 contextForIssue() ranks a fresh document above a stale one with an equally good text, and below a much better one", async () => {
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
  assert.deepEqual(passagesWithPurpose(wide, "document").map(({ freshness }) => freshness), [
    1,
    0.7,
  ]);
  tree.commit("leave", { "docs/b_fresh.md": "# Other\n" });
  const one = makeIssue({ title: "wombat", description: "zzz ".repeat(600) });
  const bundle = await bundleFor(tree, one, { settings: SETTINGS });
  assert.deepEqual(documentsOf(bundle), ["docs/a_stale.md"]);
});

Deno.test("N-15 contextForIssue() keeps the place of a linked document, however stale it is", async () => {
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

Deno.test("N-14 contextForIssue() reads the freshness of a document that replaces a better one that is too large", async () => {
  using tree = new GitTree();
  tree.commit("first", {
    "src/store.ts": CODE,
    "docs/long.md": `# Long\n\n${"The wombat digs in the wombat hole.\n".repeat(60)}`,
    "docs/short.md": "# Short\n\nA wombat. `openStore`\n",
  });
  tree.commit("drop", { "src/store.ts": "export const nothing = 0;\n" });
  const issue = makeIssue({ title: "wombat", description: "zzz ".repeat(600) });
  const settings = { promptTokenLimit: 800, minScore: 0 };
  const bundle = await bundleFor(tree, issue, { settings });
  assert.deepEqual(documentsOf(bundle), ["docs/short.md"]);
  assert.equal(passagesWithPurpose(bundle, "document")[0]?.freshness, 0.3);
});

Deno.test("contextForIssue() shows the current version of near copies, unless the issue names another", async () => {
  const guide =
    "# Wombat\n\nA wombat burrow is opened by its name, and closed when its last reader has left.\n" +
    "Burrows that stay open are closed after an hour, by the keeper of the store.\n";
  using workspace = new TempWorkspace({
    ...WIDE_FILES,
    "docs/v1/wombat.md": guide,
    "docs/v2/wombat.md": guide.replace("an hour", "two hours"),
    "docs/keeper.md": "# Keeper\n\nThe keeper counts each wombat burrow at night.\n",
  });
  const bundle = await bundleFor(workspace, makeWideIssue("wombat burrow"));
  assert.deepEqual(documentsOf(bundle).sort(), ["docs/keeper.md", "docs/v2/wombat.md"]);
  assert.ok(codesOf(bundle).includes("near-copies"));
  assert.equal(
    linesOf(bundle.omitted).find(({ path }) => path === "docs/v1/wombat.md")?.reason,
    "duplicate",
  );
  const older = await bundleFor(workspace, makeWideIssue("wombat burrow of v1"));
  assert.deepEqual(documentsOf(older).sort(), ["docs/keeper.md", "docs/v1/wombat.md"]);
  const named = await bundleFor(
    workspace,
    makeWideIssue("wombat burrow docs/v1/wombat.md docs/v2/wombat.md"),
  );
  assert.equal(documentsOf(named).length, 3);
});
