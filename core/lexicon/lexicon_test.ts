import assert from "node:assert/strict";
import { fold } from "../text/fold.ts";
import type { ForeignLanguage } from "../text/guess_language.ts";
import { parseLexicon, renderLexicon, stemForeign } from "./lexicon.ts";

Deno.test("renderLexicon() writes a line for each word, with digits for weights", () => {
  const text = renderLexicon(
    new Map([
      ["zeil", new Map([["row", 0.52], ["line", 0.01]])],
      ["aber", new Map()],
    ]),
  );
  assert.equal(text, "aber \nzeil row5line1\n");
});

Deno.test("parseLexicon() reads what renderLexicon() wrote", () => {
  const lexicon = new Map([
    ["再試行", new Map([["retry", 1]])],
    ["wiederhol", new Map([["repeat", 5 / 9], ["retry", 2 / 9]])],
    ["aber", new Map<string, number>()],
  ]);
  assert.deepEqual(parseLexicon(renderLexicon(lexicon)), lexicon);
});

const FORMS: readonly (readonly [ForeignLanguage, string, readonly string[]])[] = [
  ["de", "wiederhol", ["wiederholen", "wiederholt", "Wiederholung", "Wiederholungen"]],
  ["de", "abgelauf", ["abgelaufen", "abgelaufener", "abgelaufenes"]],
  ["de", "verzeichni", ["Verzeichnis", "Verzeichnisse", "Verzeichnissen"]],
  ["fr", "expir", ["expiré", "expirées", "expiration", "expirer"]],
  ["es", "valid", ["validación", "validado", "validar", "validando"]],
  ["ja", "再試行", ["再試行"]],
];

for (const [language, stem, forms] of FORMS) {
  Deno.test(`stemForeign() returns the same for the forms of "${forms[0]}"`, () => {
    for (const form of forms) assert.equal(stemForeign(fold(form), language), stem, form);
  });
}

Deno.test("stemForeign() keeps four letters of a word", () => {
  assert.equal(stemForeign("daten", "de"), "date");
  assert.equal(stemForeign("oder", "de"), "oder");
});
