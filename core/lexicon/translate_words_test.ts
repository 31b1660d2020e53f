import assert from "node:assert/strict";
import { parseLexicon } from "./lexicon.ts";
import { hasEnoughTranslations, toEnglish, translateWords } from "./translate_words.ts";

const GERMAN = parseLexicon(
  "aber \ndatei file8\nfehl error6missing3failed2wrong1\nname name8\nschlussel key6\nversuch try5attempt3\n",
);
const JAPANESE = parseLexicon("再 again2\n再試行 retry6\n試行 attempt4\nは \n回数 count3times2\n");

function readGerman(text: string): string {
  return toEnglish(text, translateWords(text, "de", GERMAN));
}

Deno.test("translateWords() returns at most three English words for one, and none for a stop word", () => {
  assert.equal(readGerman("Nach dem Fehler, aber"), "error missing failed ,");
});

Deno.test("translateWords() skips unknown words, names and quotations", () => {
  assert.equal(
    readGerman('Datei.lesen() und `Schlüssel` und "die Datei" im Flurbereich v2'),
    'Datei.lesen() `Schlüssel` "die Datei" Flurbereich v2',
  );
  assert.equal(readGerman("HTTP-Fehler"), "HTTP- error missing failed");
});

Deno.test("translateWords() skips links to documents and names of files", () => {
  assert.equal(readGerman("Fehler [[Datei]] Datei"), "error missing failed [[Datei]] file");
  assert.deepEqual(
    translateWords("回数/再試行.mdの回数、再試行", "ja", JAPANESE).map(({ word }) => word),
    ["の", "回数", "再試行"],
  );
  assert.deepEqual(translateWords("[[再試行]]の回数", "ja", JAPANESE).map(({ word }) => word), [
    "の",
    "回数",
  ]);
});

Deno.test("translateWords() splits compounds with linking letters", () => {
  assert.equal(readGerman("Dateiname"), "file name");
  assert.equal(readGerman("Versuchsdatei"), "try attempt file");
  const long = "x".repeat(70);
  assert.equal(readGerman(`${long}datei`), `${long}datei`);
});

Deno.test("translateWords() reads umlauts that are written as two letters", () => {
  assert.equal(readGerman("Schluessel"), "key");
});

Deno.test("translateWords() finds the longest words of a text without spaces", () => {
  const text = "再試行の回数は max_retries";
  const words = translateWords(text, "ja", JAPANESE);
  assert.deepEqual(words.map(({ word, english }) => [word, ...english]), [
    ["再試行", "retry"],
    ["の"],
    ["回数", "count", "times"],
    ["は"],
  ]);
  for (const { word, start, end } of words) assert.equal(text.slice(start, end), word);
  assert.equal(toEnglish(text, words), "retry count times max_retries");
});

Deno.test("hasEnoughTranslations() requires a translation for a third of the content words", () => {
  const check = (text: string) => hasEnoughTranslations(text, translateWords(text, "de", GERMAN));
  assert.equal(check("von Neumann Architektur"), false);
  assert.equal(check("ein Schlüssel aus Flurbereich Neumann"), true);
  assert.equal(check("ein Schlüssel aus Flurbereich Neumann Architektur"), false);
});
