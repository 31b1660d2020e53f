import assert from "node:assert/strict";
import { learnLexicon } from "./learn_lexicons.ts";

const TEXTS = [
  "Open the file\tDie Datei öffnen",
  "Close the file\tDie Datei schließen",
  "Delete the file\tDie Datei löschen",
  "Open the row\tDie Zeile öffnen",
  "Delete the row\tDie Zeile löschen",
  "Close the row\tDie Zeile schließen",
  "The server of `Datei`\tDer Server von `file`",
  "The server\tDer Server",
  "Delete the server\tDen Server löschen",
  "Close the server\tDen Server schließen",
];

Deno.test("learnLexicon() finds the translations of words from texts alone", () => {
  const lexicon = learnLexicon(TEXTS, "de");
  const best = (word: string) => [...lexicon.get(word) ?? []][0]?.[0];
  assert.equal(best("datei"), "file");
  assert.equal(best("zeil"), "row");
  assert.equal(best("losch"), "delete");
  assert.equal(best("schlie"), "close");
});

Deno.test("learnLexicon() recognises stop words, and none of them is a translation", () => {
  const lexicon = learnLexicon(TEXTS, "de");
  assert.deepEqual(lexicon.get("die"), new Map());
  assert.equal([...lexicon.values()].some((words) => words.has("the")), false);
});

Deno.test("learnLexicon() learns words of texts without spaces", () => {
  const lexicon = learnLexicon([
    "Delete the file\t删除文件",
    "Open the file\t打开文件",
    "Delete the row\t删除行",
    "Open the row\t打开行",
  ], "zh");
  assert.equal([...lexicon.get("文件") ?? []][0]?.[0], "file");
  assert.equal([...lexicon.get("删除") ?? []][0]?.[0], "delete");
});
