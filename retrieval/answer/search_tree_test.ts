import { verifyExplanation } from "@dossier/core";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
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

function tell(hits: readonly SearchHit[]): string[] {
  return hits.map(({ path, startLine, endLine, part = "file", symbol = "" }) =>
    `${path}:${startLine}-${endLine} ${part} ${symbol}`.trim()
  );
}

Deno.test("searchTree() lists definitions with what they are in, and sections with the headings above", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const [first] = tell((await engine.search("Pool.open")).results);
  assert.equal(first, "src/pool.py:6-7 definition Pool.open");
  const sections = tell(
    (await engine.search("open a pool", { filter: { kind: "document" } })).results,
  );
  assert.equal(sections[0], "docs/guide.md:5-7 section Guide > Pools");
  assert.ok(sections.every((place) => place.startsWith("docs/")));
});

Deno.test("searchTree() by file lists each file once, as files rank, by its best lines", async () => {
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

Deno.test("searchTree() explains the score of a part as the sum of the steps of parts", async () => {
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

Deno.test("searchTree() begins with what a bundle begins with", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const query = "how is a pool opened";
  const { results } = await engine.search(query);
  const { fragments } = await engine.context(query);
  const [first] = fragments;
  assert.equal(first!.score, results[0]!.score);
  assert.equal(first!.location!.path, results[0]!.path);
});

Deno.test("searchTree() looks into as many files as there are to be results", async () => {
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

Deno.test("searchTree() begins with the same results whatever the limit", async () => {
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

Deno.test("searchTree() leaves out the parts of a file that has changed, and says so", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  workspace.write("src/pool.py", "pass\n");
  const { results, notes } = await engine.search("Pool.open", { refresh: false });
  assert.ok(results.length > 0 && results.every(({ path }) => path !== "src/pool.py"));
  assert.deepEqual(notes, [{
    code: "passages-changed",
    message: "A file is left out as it has changed since it was indexed",
  }]);
});
