import { type Candidate, explainValue, PHRASE_STEP, verifyExplanation } from "@dossier/core";
import assert from "node:assert/strict";
import { IndexedTree } from "../../tests/indexed_tree.ts";
import { boostPhrases, PHRASE_CANDIDATES } from "./boost_phrases.ts";

const CONSTANT = PHRASE_STEP.constant;
const PHRASES = [{ text: "room for one more", weight: 1 }, { text: "gave up", weight: 0.5 }];

/** Returns every chunk of the files, in the order of their paths, each with a score of 1. */
async function listCandidates(tree: IndexedTree): Promise<Candidate[]> {
  await tree.refresh();
  const found = await tree.search("common", { limit: 1000 });
  return found.map((candidate) => ({ ...candidate, score: 1 }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
}

Deno.test("boostPhrases() adds the constant times the weight to candidates with a phrase", async () => {
  using tree = new IndexedTree({
    "a.md": "common: room for two more\n",
    "b.md": "common: he gave up\n",
    "c.md": "common: he gave up, with room for one more\n",
  });
  const candidates = await listCandidates(tree);
  const raised = await boostPhrases(candidates, PHRASES, tree);
  assert.deepEqual(raised.map(({ path, score }) => [path, score]), [
    ["c.md", 1 + CONSTANT],
    ["b.md", 1 + CONSTANT / 2],
    ["a.md", 1],
  ]);
  assert.ok(raised.every(({ explanation }) => explanation === undefined));
});

Deno.test("boostPhrases() boosts the chunk in which the phrase begins", async () => {
  const section = (text: string) => `# Common\n\n${"common words to fill it ".repeat(90)}\n${text}`;
  using tree = new IndexedTree({
    "a.md": `${section("")}\n${section("there is room\nfor one more\n")}\n${section("")}`,
  });
  const candidates = await listCandidates(tree);
  const raised = await boostPhrases(candidates, PHRASES, tree);
  const line = tree.read("a.md").split("\n").indexOf("there is room") + 1;
  assert.ok(candidates.length >= 3 && raised.length === candidates.length);
  const [first, ...others] = raised;
  assert.ok(first!.startLine <= line && line <= first!.endLine && first!.score > 1);
  assert.ok(others.every(({ score }) => score === 1));
});

Deno.test("boostPhrases() explains the added score", async () => {
  using tree = new IndexedTree({ "a.md": "common: he gave up\n", "b.md": "common\n" });
  const candidates = (await listCandidates(tree))
    .map((candidate) => ({ ...candidate, explanation: explainValue("score", 1) }));
  const [first, second] = await boostPhrases(candidates, PHRASES, tree);
  assert.equal(first!.explanation!.value, first!.score);
  assert.ok(verifyExplanation(first!.explanation!));
  assert.deepEqual(first!.explanation!.details!.map(({ description }) => description), [
    "score",
    PHRASE_STEP.name,
  ]);
  assert.deepEqual(second!.explanation, explainValue("score", 1));
});

Deno.test("boostPhrases() does not read a file that a rule excludes or that has changed", async () => {
  using tree = new IndexedTree({ "a.md": "common: he gave up\n", "b.md": "common: he gave up\n" });
  const candidates = await listCandidates(tree);
  tree.exclude({ files: ["a.md"] });
  tree.write("b.md", "common: he gave up again\n");
  assert.deepEqual(await boostPhrases(candidates, PHRASES, tree), candidates);
});

Deno.test("boostPhrases() reads the files of the first candidates only", async () => {
  using tree = new IndexedTree({ "a.md": "common: he gave up\n", "b.md": "common\n" });
  const [holding, other] = await listCandidates(tree);
  const candidates = [...Array.from({ length: PHRASE_CANDIDATES }, () => other!), holding!];
  const raised = await boostPhrases(candidates, PHRASES, tree);
  assert.ok(raised.every(({ score }) => score === 1));
});
