import assert from "node:assert/strict";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core";
import { QueryText } from "../../search/query_text.ts";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { openTestEmbedder } from "../../../tests/static_table.ts";
import {
  type DocumentCandidate,
  type DocumentSearch,
  findDesignDocuments,
  type FoundDocuments,
} from "./find_design_documents.ts";

const CORPUS = {
  "docs/a.md": "fn login user password login\n",
  "docs/b.md": "fn logout user\n",
  "docs/c.md": "parse json value\n",
};

async function find(
  tree: IndexedTree,
  text: string,
  settings: Partial<DocumentSearch["settings"]> = {},
): Promise<FoundDocuments> {
  await tree.refresh();
  const { root, visibility } = tree;
  return await findDesignDocuments(tree.reader, {
    root,
    visibility,
    query: new QueryText(text),
    settings: { ...DEFAULT_TASK_SETTINGS, ...settings },
  });
}

function scores(candidates: readonly DocumentCandidate[]): Record<string, string> {
  return Object.fromEntries(candidates.map(({ path, bm25 }) => [path, bm25.toFixed(4)]));
}

function reasons({ candidates }: FoundDocuments): readonly (readonly [string, string])[] {
  return candidates.map(({ path, reason }) => [path, reason]);
}

Deno.test("N-6 findDesignDocuments() scores whole documents of the vault by BM25", async () => {
  using tree = new IndexedTree({
    ...CORPUS,
    "docs/lib.ts": "export const login = user;\n",
    "notes/login.md": "login user login user\n",
  });
  const ask = async (text: string) =>
    scores((await find(tree, text, { vault: "docs" })).candidates);
  assert.deepEqual(await ask("login"), { "docs/a.md": "1.2235" });
  assert.deepEqual(await ask("user"), { "docs/b.md": "0.5078", "docs/a.md": "0.4091" });
  assert.deepEqual(await ask("login user"), { "docs/a.md": "1.6326", "docs/b.md": "0.5078" });
  assert.deepEqual(await ask("user user login"), { "docs/a.md": "1.6326", "docs/b.md": "0.5078" });
  assert.deepEqual(await ask("zebra"), {});
});

Deno.test("N-6 findDesignDocuments() adds the terms of all chunks of a document", async () => {
  const filler = (word: string) =>
    Array.from({ length: 400 }, (_, i) => `${word}${i} walks`).join("\n");
  using tree = new IndexedTree({
    "docs/a.md": `# One\n\n${filler("ant")}\n\nheron\n\n# Two\n\n${filler("bee")}\n\nheron\n`,
    "docs/b.md": "# Other\n\nnothing\n",
  });
  const { candidates: [a] } = await find(tree, "heron");
  const { terms } = countWords(tree.read("docs/a.md"));
  const average = (terms + countWords(tree.read("docs/b.md")).terms) / 2;
  const frequency = 2 / (0.25 + 0.75 * terms / average);
  const expected = Math.log(1 + 1.5 / 1.5) * frequency * 2.2 / (frequency + 1.2);
  assert.ok(Math.abs(a!.bm25 - expected) < 1e-9, `${a!.bm25} against ${expected}`);
});

/**
 * Returns the number of terms of a text: a word of letters and digits counts as a whole and as its
 * two parts.
 */
function countWords(text: string): { readonly terms: number } {
  const words = text.match(/\w+/g) ?? [];
  return { terms: words.reduce((sum, word) => sum + (/[a-z]\d/.test(word) ? 3 : 1), 0) };
}

Deno.test("N-6 findDesignDocuments() finds nothing in an empty vault and reports it", async () => {
  using tree = new IndexedTree({ "src/a.ts": "export {};\n" });
  Deno.mkdirSync(tree.path("docs"));
  const { candidates, notes } = await find(tree, "login", { vault: "docs" });
  assert.deepEqual(candidates, []);
  assert.deepEqual(notes.map(({ code }) => code), ["vault-empty"]);
  assert.deepEqual(await find(tree, "login"), { candidates: [], embedded: false, notes: [] });
});

Deno.test("N-9 findDesignDocuments() orders equal documents by path, and the same twice", async () => {
  using tree = new IndexedTree({
    "docs/b.md": "login page\n",
    "docs/a.md": "login page\n",
    "docs/c.md": "nothing here\n",
  });
  const first = await find(tree, "login");
  assert.deepEqual(reasons(first), [["docs/a.md", "words"], ["docs/b.md", "words"]]);
  assert.deepEqual(await find(tree, "login"), first);
});

Deno.test("N-10 findDesignDocuments() follows wikilinks in order, each document once", async () => {
  using tree = new IndexedTree(CORPUS);
  const text = "See [[c]], [[a|the login]], [[c#part]], [[b#Part|x]], [[open and [[nothing]].";
  const found = await find(tree, text, { proactiveSearch: false });
  assert.deepEqual(reasons(found), [
    ["docs/c.md", "wikilink"],
    ["docs/a.md", "wikilink"],
    ["docs/b.md", "wikilink"],
  ]);
  assert.ok(found.candidates.every(({ linked }) => linked));
  assert.deepEqual(
    found.notes.map(({ code, message }) => [code, message.includes("[[nothing]]")]),
    [
      ["link-not-found", true],
    ],
  );
});

Deno.test("N-10 findDesignDocuments() finds a slug by file name, folder, slug, id, title and alias", async () => {
  using tree = new IndexedTree({
    "docs/Context Injection.md": "text one\n",
    "docs/design/auth.md": "text two\n",
    "docs/guide/index.md": "text three\n",
    "docs/2024-01-05-x.md": "---\nslug: session-store\ntitle: 'The Store'\n---\nbody\n",
    "docs/y.md": '---\nid: ADR-7\naliases: [seven, "number seven"]\n---\nbody\n',
    "docs/z.md": "body that says session-store and seven\n",
  });
  const resolve = async (slug: string) => {
    const { candidates } = await find(tree, `[[${slug}]]`, { proactiveSearch: false });
    return candidates.map(({ path }) => path).join();
  };
  assert.equal(await resolve("context-injection"), "docs/Context Injection.md");
  assert.equal(await resolve("Context Injection"), "docs/Context Injection.md");
  assert.equal(await resolve("design/auth"), "docs/design/auth.md");
  assert.equal(await resolve("auth.md"), "docs/design/auth.md");
  assert.equal(await resolve("guide"), "docs/guide/index.md");
  assert.equal(await resolve("session-store"), "docs/2024-01-05-x.md");
  assert.equal(await resolve("The Store"), "docs/2024-01-05-x.md");
  assert.equal(await resolve("ADR-7"), "docs/y.md");
  assert.equal(await resolve("number seven"), "docs/y.md");
  assert.equal(await resolve("other/auth"), "");
});

Deno.test("N-10 findDesignDocuments() selects the one nearest to the top of several and reports it", async () => {
  using tree = new IndexedTree({ "docs/deep/x/auth.md": "one\n", "docs/team/auth.md": "two\n" });
  const { candidates, notes } = await find(tree, "[[auth]]", { proactiveSearch: false });
  assert.deepEqual(candidates.map(({ path }) => path), ["docs/team/auth.md"]);
  assert.deepEqual(notes.map(({ code }) => code), ["link-ambiguous"]);
});

Deno.test("findDesignDocuments() treats documents that the text names by path or slug as linked", async () => {
  using tree = new IndexedTree({
    "docs/auth.md": "one\n",
    "docs/session-store.md": "two\n",
    "docs/plan.md": "three\n",
    "docs/a/twice-there.md": "four\n",
    "docs/b/twice-there.md": "five\n",
    "src/auth.ts": "export {};\n",
  });
  const text =
    "Change docs/auth.md, then the session-store, as `plan` says, plan or twice-there.\n\n" +
    "```\nsee docs/a/twice-there.md\n```\n";
  assert.deepEqual(reasons(await find(tree, text, { proactiveSearch: false })), [
    ["docs/auth.md", "path"],
    ["docs/session-store.md", "slug"],
    ["docs/plan.md", "slug"],
  ]);
});

Deno.test("N-11 findDesignDocuments() follows the links of linked documents up to the depth, also in cycles", async () => {
  using tree = new IndexedTree({
    "docs/a.md": "[[b]] and [[a]] and [site](https://x.invalid/c.md)\n",
    "docs/b.md": "[[a]] and [the next](sub/c.md#part)\n",
    "docs/sub/c.md": "[back](../a.md) and [out](../../../../etc/passwd) and [[d]]\n",
    "docs/d.md": "end\n",
  });
  const ask = (settings: Partial<DocumentSearch["settings"]>) =>
    find(tree, "[[a]]", { proactiveSearch: false, ...settings });
  assert.deepEqual(reasons(await ask({})), [["docs/a.md", "wikilink"]]);
  const near = await ask({ expandNeighbors: true });
  assert.deepEqual(reasons(near), [["docs/a.md", "wikilink"], ["docs/b.md", "neighbor"]]);
  assert.deepEqual(near.candidates.map(({ linked, from }) => [linked, from]), [
    [true, undefined],
    [false, "docs/a.md"],
  ]);
  const far = await ask({ expandNeighbors: true, neighborDepth: 9 });
  assert.deepEqual(far.candidates.map(({ path }) => path), [
    "docs/a.md",
    "docs/b.md",
    "docs/sub/c.md",
    "docs/d.md",
  ]);
});

Deno.test("findDesignDocuments() follows no wikilink and searches no document when the settings disable it", async () => {
  using tree = new IndexedTree(CORPUS);
  const off = { resolveWikilinks: false, proactiveSearch: false };
  assert.deepEqual(reasons(await find(tree, "[[a]] login", off)), []);
});

Deno.test("N-18 findDesignDocuments() finds nothing that is excluded, by link or by words", async () => {
  using tree = new IndexedTree({
    ...CORPUS,
    "docs/build/d.md": "login\n",
    "docs/client-secrets.md": "login\n",
    "docs/late.md": "login login\n",
  });
  await tree.refresh();
  // A rule that is newer than the index.
  tree.exclude({ files: ["late.md"] });
  const { root, visibility } = tree;
  const { candidates } = await findDesignDocuments(tree.reader, {
    root,
    visibility,
    query: new QueryText("login [[late]] [[d]] [[client-secrets]] docs/late.md docs/build/d.md"),
    settings: DEFAULT_TASK_SETTINGS,
  });
  assert.deepEqual(scores(candidates), { "docs/a.md": "1.2235" });
});

Deno.test("findDesignDocuments() reports why a vault cannot be used and never fails", async () => {
  using tree = new IndexedTree({ ...CORPUS, "outside/x.md": "login\n" });
  Deno.symlinkSync("..", tree.path("up"));
  const ask = async (vault: string) => {
    const { candidates, notes } = await find(tree, "login", { vault });
    return [candidates.length, ...notes.map(({ code }) => code)];
  };
  assert.deepEqual(await ask("docs"), [1]);
  assert.deepEqual(await ask("./docs/"), [1]);
  assert.deepEqual(await ask("."), [2]);
  assert.deepEqual(await ask(tree.path("docs")), [1]);
  assert.deepEqual(await ask("nowhere"), [0, "vault-missing"]);
  assert.deepEqual(await ask("docs/a.md"), [0, "vault-not-a-folder"]);
  assert.deepEqual(await ask("../"), [0, "vault-outside-root"]);
  assert.deepEqual(await ask("up"), [0, "vault-outside-root"]);
  assert.deepEqual(await ask("/etc"), [0, "vault-outside-root"]);
});

Deno.test("findDesignDocuments() reads other scripts and excludes texts that are not documents", async () => {
  using tree = new IndexedTree({
    "LICENSE": "検索 login\n",
    ".gitignore": "login\n",
    "notes.txt": "login\n",
    "docs/ja.md": "検索結果の順位\n",
    "docs/en.md": "order of results\n",
  });
  assert.deepEqual(reasons(await find(tree, "検索")), [["docs/ja.md", "words"]]);
  assert.deepEqual(reasons(await find(tree, "login")), [["notes.txt", "words"]]);
});

Deno.test("findDesignDocuments() finds changelogs, release notes and licences only on request", async () => {
  const text = "login user\n";
  using tree = new IndexedTree({
    "CHANGELOG.md": text,
    "docs/releases/1.8.txt": text,
    "docs/login.md": `${text}See [[1.8]].\n`,
    "LICENSE.md": text,
  });
  const expandNeighbors = { expandNeighbors: true };
  assert.deepEqual(reasons(await find(tree, "login fails [[login]]", expandNeighbors)), [
    ["docs/login.md", "wikilink"],
  ]);
  assert.deepEqual(
    reasons(await find(tree, "login fails, see docs/releases/1.8.txt")).map(([path]) => path),
    ["docs/releases/1.8.txt", "docs/login.md"],
  );
  const asked = reasons(await find(tree, "login is missing in the changelog"));
  assert.ok(asked.some(([path]) => path === "CHANGELOG.md"), `${asked}`);
});

Deno.test("N-8 findDesignDocuments() compares meaning when there are vectors, and reports it", async () => {
  using tree = new IndexedTree({
    "docs/guide.md": "# Guide\n\nRetry a failed upload.\n",
    "docs/shop.md": "# Close\n\nclose the server, retry\n",
  });
  using embedder = await openTestEmbedder();
  tree.embedding = { embedder, settings: undefined };
  const plain = await find(tree, "retry the failed upload");
  assert.equal(plain.embedded, false);
  assert.ok(plain.candidates.every(({ similarity }) => similarity === undefined));
  const { root, visibility } = tree;
  const query = new QueryText("retry the failed upload");
  const [numbers] = await embedder.embedQueries([query.text]);
  const ask = (fingerprint: string) =>
    findDesignDocuments(tree.reader, {
      root,
      visibility,
      query,
      vector: { numbers: numbers!, fingerprint },
      settings: DEFAULT_TASK_SETTINGS,
    });
  const { embedded, candidates: [guide, shop] } = await ask(embedder.fingerprint);
  assert.equal(embedded, true);
  assert.equal(guide?.path, "docs/guide.md");
  assert.ok(guide!.similarity! > shop!.similarity! && shop!.similarity! >= 0);
  assert.ok(guide!.similarity! <= 1.01);
  assert.equal((await ask("another model")).embedded, false);
});
