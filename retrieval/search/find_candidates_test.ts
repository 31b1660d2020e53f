import { PHRASE_STEP } from "@dossier/core/rank";
import assert from "node:assert/strict";
import { QueryText } from "./query_text.ts";
import { findPhrases } from "./find_candidates.ts";

function phrasesOf(query: string, disabled: readonly string[] = []) {
  return findPhrases(new QueryText(query), disabled);
}

Deno.test("findPhrases() returns quotations and the parts of an error message", async () => {
  assert.deepEqual(await phrasesOf('where is "gave up" said'), [
    { text: "gave up", weight: 1 },
  ]);
  const pieces = await phrasesOf("FileNotFoundError: No such file or directory: 'a/b'");
  assert.deepEqual(pieces.map(({ text }) => text), ["No such file or directory"]);
});

Deno.test("findPhrases() gives lower weights the longer the query is, and none for an issue", async () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);
  const weightOf = async (count: number) =>
    (await phrasesOf(`"gave up" ${words(count).join(" ")}`))[0]?.weight;
  assert.equal(await weightOf(6), 1);
  assert.equal(await weightOf(18), 0.5);
  assert.equal(await weightOf(30), undefined);
});

Deno.test("findPhrases() finds none in plain words, and none when the step is disabled", async () => {
  assert.deepEqual(await phrasesOf("where did it give up"), []);
  assert.deepEqual(await phrasesOf('where is "gave up" said', [PHRASE_STEP.name]), []);
});
