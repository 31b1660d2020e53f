import { PHRASE } from "@dossier/core/rank";
import assert from "node:assert/strict";
import { QueryText } from "./query_text.ts";
import { readPhrases } from "./find_candidates.ts";

function phrasesOf(query: string, disabled: readonly string[] = []) {
  return readPhrases(new QueryText(query), disabled);
}

Deno.test("readPhrases() takes quotations and the pieces of an error message", async () => {
  assert.deepEqual(await phrasesOf('where is "gave up" said'), [
    { text: "gave up", weight: 1 },
  ]);
  const pieces = await phrasesOf("FileNotFoundError: No such file or directory: 'a/b'");
  assert.deepEqual(pieces.map(({ text }) => text), ["No such file or directory"]);
});

Deno.test("readPhrases() says less the longer the query is, and nothing of an issue", async () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`);
  const weightOf = async (count: number) =>
    (await phrasesOf(`"gave up" ${words(count).join(" ")}`))[0]?.weight;
  assert.equal(await weightOf(6), 1);
  assert.equal(await weightOf(18), 0.5);
  assert.equal(await weightOf(30), undefined);
});

Deno.test("readPhrases() finds none in plain words, and none when the step is left out", async () => {
  assert.deepEqual(await phrasesOf("where did it give up"), []);
  assert.deepEqual(await phrasesOf('where is "gave up" said', [PHRASE.name]), []);
});
