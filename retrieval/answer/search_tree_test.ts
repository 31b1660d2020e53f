import assert from "node:assert/strict";
import { verifyExplanation } from "@dossier/core";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { RACY_MS } from "../machine/mod.ts";
import type { SearchHit } from "../search/mod.ts";

const METHODS = Array.from(
  { length: 12 },
  (_, i) => `    def step_${i}(self):\n        return ${i}\n\n`,
);

const FILES = {
  "src/pool.py":
    `import os\n\nclass Pool:\n    """Holds connections."""\n\n    def open(self):\n        return self.connect()\n\n${
      METHODS.join("")
    }    def close(self):\n        pass\n`,
  "src/use.py": "from pool import Pool\n\ndef main():\n    return Pool().open()\n",
  "docs/guide.md": `# Guide\n\n${"About it. ".repeat(140)}\n\n## Pools\n\n${
    "How to open a pool. ".repeat(60)
  }\n`,
};

function formatHits(hits: readonly SearchHit[]): string[] {
  return hits.map(({ path, startLine, endLine, part = "file", symbol = "" }) =>
    `${path}:${startLine}-${endLine} ${part} ${symbol}`.trim()
  );
}

Deno.test("searchTree() lists definitions with their containers, and sections with their headings", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const [first] = formatHits((await engine.search("Pool.open")).results);
  assert.equal(first, "src/pool.py:6-7 definition Pool.open");
  const sections = formatHits(
    (await engine.search("open a pool", { filter: { kind: "document" } })).results,
  );
  assert.equal(sections[0], "docs/guide.md:5-7 section Guide > Pools");
  assert.ok(sections.every((place) => place.startsWith("docs/")));
});

Deno.test("searchTree() by file lists each file once, in the order of files, with its best lines", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const { results } = await engine.explain("how is a pool opened", { by: "file", limit: 10 });
  assert.deepEqual(results.map(({ path }) => path).sort(), Object.keys(FILES).sort());
  for (const [i, { score, part, explanation }] of results.entries()) {
    assert.ok(i === 0 || score <= results[i - 1]!.score);
    assert.equal(part, undefined);
    assert.ok(explanation !== undefined && verifyExplanation(explanation));
    assert.equal(explanation.value, score);
  }
});

Deno.test("searchTree() explains the score of a part as the sum of its ranking steps", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const { results } = await engine.explain("how is a pool opened");
  assert.ok(results.length > 0);
  for (const { score, explanation } of results) {
    assert.ok(explanation !== undefined && verifyExplanation(explanation));
    assert.equal(explanation.value, score);
    assert.ok(explanation.details!.every(({ description }) => description.startsWith("part-")));
  }
});

Deno.test("searchTree() begins with the same passages as a bundle", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const query = "how is a pool opened";
  const { results } = await engine.search(query);
  const { fragments } = await engine.context(query);
  const [first] = fragments;
  assert.equal(first!.score, results[0]!.score);
  assert.equal(first!.location!.path, results[0]!.path);
});

Deno.test("searchTree() reads as many files as the limit", async () => {
  const files = Object.fromEntries(
    Array.from(
      { length: 40 },
      (_, i) => [`src/${i}.py`, `def freeze_${i}(lake):\n    return ${i}\n`],
    ),
  );
  using workspace = new TempWorkspace(files);
  using engine = await openEngine({ root: workspace.root });
  assert.equal((await engine.search("freeze")).results.length, 10);
  const { results } = await engine.search("freeze", { limit: 50 });
  assert.equal(new Set(results.map(({ path }) => path)).size, 40);
  assert.equal((await engine.search("freeze", { limit: 50, by: "file" })).results.length, 40);
});

Deno.test("searchTree() begins with the same results for any limit", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `src/${i % 7}/lake_${i}.py`,
      `def freeze_${i}(lake):\n    ${"lake.cool()\n    ".repeat(i % 5)}return ${i}\n`,
    ]),
  );
  using workspace = new TempWorkspace(files);
  using engine = await openEngine({ root: workspace.root });
  for (const by of ["part", "file"] as const) {
    const { results: all } = await engine.search("freeze the lake", { limit: 40, by });
    assert.equal(all.length, 40);
    for (const limit of [1, 10, 12, 13, 20, 39]) {
      const { results } = await engine.search("freeze the lake", { limit, by });
      assert.deepEqual(results, all.slice(0, limit), `${limit} ${by}s`);
    }
  }
});

Deno.test("searchTree() excludes parts of a changed file, and reports it", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  workspace.write("src/pool.py", "pass\n");
  const { results, notes } = await engine.search("Pool.open", { refresh: false });
  assert.ok(results.length > 0 && results.every(({ path }) => path !== "src/pool.py"));
  assert.deepEqual(notes, [{
    code: "passages-changed",
    message: "A file is omitted as it has changed since it was indexed",
  }]);
});

const ASSESSED_FILES = {
  "src/pool.py":
    'class Pool:\n    """Holds connections."""\n\n    def open(self):\n        """Opens a connection. It may wait."""\n        return self.connect()\n',
  "src/token.py":
    'TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"\n\ndef read_token():\n    return TOKEN\n',
  "docs/guide.md": "# Guide\n\n## Pools\n\nHow to open a pool of connections.\n",
};

Deno.test("assess() points to definitions with their signature and the first sentence of their comment", async () => {
  using workspace = new TempWorkspace(ASSESSED_FILES);
  using engine = await openEngine({ root: workspace.root });
  const { pointers, index } = await engine.assess("open a connection of the pool", { limit: 2 });
  assert.equal(index.documents, 3);
  assert.equal(pointers.length, 2);
  const [first] = pointers;
  assert.deepEqual([first?.path, first?.startLine, first?.endLine], ["src/pool.py", 1, 6]);
  assert.match(first!.head, /^class Pool\b[^]*Holds connections\./);
  for (const { chance } of pointers) assert.ok(chance > 0 && chance < 1);
});

Deno.test("assess() returns the strength of the evidence for a text: none for a text without a word of the tree", async () => {
  using workspace = new TempWorkspace(ASSESSED_FILES);
  using engine = await openEngine({ root: workspace.root });
  const strengthOf = async (text: string) => (await engine.assess(text)).strength;
  const about = (await strengthOf("where does the pool open a connection?"))!;
  assert.ok(about.words > 0 && about.meaning > 0);
  assert.equal(about.name, 1, "a file is called pool");
  const other = (await strengthOf("zebra crossing"))!;
  assert.deepEqual([other.words, other.name], [0, 0]);
  assert.ok(other.meaning < about.meaning);
  assert.equal(await strengthOf("?!"), undefined);
});

Deno.test("assess() masks secrets in the heads of parts", async () => {
  using workspace = new TempWorkspace(ASSESSED_FILES);
  using engine = await openEngine({ root: workspace.root });
  const assessment = await engine.assess("read the TOKEN");
  assert.ok(assessment.pointers.some(({ path }) => path === "src/token.py"));
  assert.doesNotMatch(JSON.stringify(assessment), /ghp_0123456789/);
});

Deno.test("searchTree() repeats the cached answer of an equal question, in the same bytes, until the tree changes", async () => {
  using workspace = new TempWorkspace(FILES);
  let ranked = 0;
  using engine = await openEngine({
    root: workspace.root,
    runStep: (name, step) => {
      if (name === "rank") ranked++;
      return step();
    },
  });
  await engine.index();
  // A file that was just written may be written again within the granularity of the clock.
  await new Promise((resolve) => setTimeout(resolve, RACY_MS + 100));
  const ask = async (query: string, options?: object) =>
    JSON.stringify([
      await engine.search(query, { refresh: false, ...options }),
      { ...await engine.context(query, { refresh: false, record: false }), durationMs: 0 },
    ]);
  const questions = ["how is a pool opened", "Pool.open", "open a pool", 'where is "pool" used'];
  const first: string[] = [];
  for (const query of questions) first.push(await ask(query));
  const once = ranked;
  for (const [i, query] of questions.entries()) assert.equal(await ask(query), first[i]);
  // The ranking step of the bundles runs again, with cached results.
  assert.equal(ranked, once + questions.length);
  using fresh = await openEngine({ root: workspace.root });
  assert.deepEqual(
    (await fresh.search(questions[0]!, { refresh: false })).results,
    JSON.parse(first[0]!)[0].results,
  );
  assert.notEqual(await ask(questions[0]!, { limit: 1 }), first[0]);
  workspace.write("src/use.py", "def main():\n    return open_pool()\n");
  const changed = JSON.parse(await ask(questions[0]!))[0];
  assert.equal(changed.notes.at(-1).code, "passages-changed");
  const refreshed = await engine.search(questions[0]!, { limit: 50 });
  assert.ok(formatHits(refreshed.results).includes("src/use.py:1-2 definition main"));
});
