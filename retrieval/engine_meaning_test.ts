import assert from "node:assert/strict";
import { verifyExplanation } from "@dossier/core";
import { openTestEmbedder, TEST_DIMENSIONS } from "../tests/static_table.ts";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import type { Embedder } from "./embed/embedder.ts";
import type { OpenEmbedder } from "./embed/embedder.ts";
import { openEngine } from "./engine.ts";
import { linesOf } from "../tests/lines_of.ts";

const FILES = {
  "src/session.py": "def save_session(cookie):\n    return sign(cookie)\n",
  "src/router.py": "def add_rule(path):\n    return path\n",
  "docs/session.md": "# Cookies\n\nWhat a session keeps.\n",
};

/**
 * Opens an embedder that knows one subject in any language: texts about it are similar, all others
 * are not.
 */
function openTranslator(nearness: number): OpenEmbedder {
  const embed: Embedder["embedPassages"] = (texts) =>
    Promise.resolve(texts.map((text) => {
      const row = new Float32Array(TEST_DIMENSIONS);
      const isQuestion = /세션|сессия/.test(text);
      if (isQuestion) row.set([nearness, Math.sqrt(1 - nearness ** 2)]);
      else if (/session/.test(text)) row[0] = 1;
      else if (/rule/.test(text)) row[2] = 1;
      else row[3] = 1;
      return row;
    }));
  return async () => {
    using known = await openTestEmbedder();
    const { name, batchSize } = known;
    return {
      name,
      batchSize,
      dimensions: TEST_DIMENSIONS,
      isFast: true,
      readsSentences: true,
      fingerprint: "translator",
      embedQueries: embed,
      embedPassages: embed,
      [Symbol.dispose]() {},
    };
  };
}

Deno.test("Engine finds texts of similar meaning for a query without a word of the tree", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root, openEmbedder: openTranslator(0.8) });
  for (const query of ["세션의 저장", "Где лежит сессия"]) {
    const { results, notes } = await engine.explain(query, { by: "file" });
    assert.deepEqual(results.map(({ path }) => path).sort(), ["docs/session.md", "src/session.py"]);
    assert.deepEqual(notes.map(({ code }) => code), ["by-meaning"]);
    for (const { byMeaning, explanation, score } of results) {
      assert.equal(byMeaning, true);
      assert.ok(explanation !== undefined && verifyExplanation(explanation));
      assert.equal(explanation.value, score);
      assert.match(explanation.description, /^score by meaning only/);
    }
    const parts = (await engine.search(query)).results;
    assert.ok(parts.length > 1 && parts.every(({ byMeaning }) => byMeaning));
    const bundle = await engine.context(query);
    assert.deepEqual(bundle.notes.map(({ code }) => code), ["by-meaning"]);
    // Definitions of similar names rank above prose.
    assert.equal(linesOf(bundle.fragments)[0]?.path, "src/session.py");
    assert.ok(linesOf(bundle.fragments).every(({ path }) => path !== "src/router.py"));
    const filter = { languages: ["python"] };
    const python = await engine.search(query, { filter });
    assert.deepEqual(python.results.map(({ path }) => path), ["src/session.py"]);
    const without = await engine.search(query, { disabled: ["meaning"] });
    assert.deepEqual([without.results.length, without.notes[0]?.code], [0, "nothing-found"]);
  }
});

Deno.test("Engine skips the disabled one of two vector steps, and not the other", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root, openEmbedder: openTranslator(0.8) });
  const describe = async (disabled: readonly string[]) => {
    const { results } = await engine.explain("세션 save", { by: "file", disabled });
    const [first] = results;
    const steps = first?.explanation?.details?.flatMap(({ details = [] }) => details) ?? [];
    return steps.map(({ description }) => description)
      .filter((step) => step === "meaning" || step === "definitions");
  };
  assert.deepEqual(await describe([]), ["meaning", "definitions"]);
  assert.deepEqual(await describe(["meaning"]), ["definitions"]);
  assert.deepEqual(await describe(["definitions"]), ["meaning"]);
  assert.deepEqual(await describe(["meaning", "definitions"]), []);
});

Deno.test("Engine explains a share by its score and by that of the best file", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root, openEmbedder: openTranslator(0.8) });
  const { results } = await engine.explain("세션 save cookie", { by: "file" });
  for (const { explanation, path } of results) {
    assert.ok(explanation !== undefined && verifyExplanation(explanation));
    const nodes = [explanation];
    const scores = new Map<string, number>();
    for (const { description, details = [] } of nodes) {
      nodes.push(...details);
      if (description !== "score relative to the best file") continue;
      assert.deepEqual(details.map(({ description }) => description).slice(1), [
        "1 / score of the best file",
      ]);
      scores.set(details[0]!.description, details[0]!.value);
    }
    assert.ok(scores.get("BM25 of the whole file")! > 0, path);
    assert.ok(Math.abs(scores.get("cosine of the best chunk")! - 0.8) < 0.01, path);
    assert.equal(scores.has("cosine of the names it defines"), path === "src/session.py");
  }
});

Deno.test("Engine finds nothing of distant meaning, and keeps the order by words", async () => {
  using workspace = new TempWorkspace(FILES);
  using far = await openEngine({ root: workspace.root, openEmbedder: openTranslator(0.3) });
  for (const query of ["zzzz qqqq", "세션의 저장"]) {
    const { results, notes } = await far.search(query);
    assert.deepEqual([results.length, notes[0]?.code], [0, "nothing-found"]);
  }
  const { results, notes } = await far.search("세션 rule");
  assert.deepEqual(results.map(({ path }) => path), ["src/router.py"]);
  assert.deepEqual([notes.map(({ code }) => code), results[0]?.byMeaning], [
    ["missing-words"],
    undefined,
  ]);
});

Deno.test("Engine finds nothing for nonsense with the built-in table", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  for (const query of ["zzzz qqqq", "xyzzy plugh", "pizza recipe", "ピザのレシピ"]) {
    const { results, notes } = await engine.search(query);
    assert.deepEqual([results.length, notes.at(-1)?.code], [0, "nothing-found"], query);
  }
});
