import assert from "node:assert/strict";
import { fold } from "../text/fold.ts";
import type { ForeignLanguage } from "../text/guess_language.ts";
import { stemForeign } from "./foreign_stem.ts";

const FORMS: readonly (readonly [ForeignLanguage, string, readonly string[]])[] = [
  ["de", "wiederhol", ["wiederholen", "wiederholt", "Wiederholung", "Wiederholungen"]],
  ["de", "abgelauf", ["abgelaufen", "abgelaufener", "abgelaufenes"]],
  ["de", "verzeichni", ["Verzeichnis", "Verzeichnisse", "Verzeichnissen"]],
  ["fr", "expir", ["expiré", "expirées", "expiration", "expirer"]],
  ["es", "valid", ["validación", "validado", "validar", "validando"]],
  ["ja", "再試行", ["再試行"]],
];

for (const [language, stem, forms] of FORMS) {
  Deno.test(`stemForeign() brings the forms of "${forms[0]}" together`, () => {
    for (const form of forms) assert.equal(stemForeign(fold(form), language), stem, form);
  });
}

Deno.test("stemForeign() leaves four letters of a word", () => {
  assert.equal(stemForeign("daten", "de"), "date");
  assert.equal(stemForeign("oder", "de"), "oder");
});
