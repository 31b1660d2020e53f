import assert from "node:assert/strict";
import fc from "fast-check";
import { fold } from "./fold.ts";

Deno.test("fold() converts to lower case and strips Latin diacritics", () => {
  assert.equal(fold("HTTPServer_2"), "httpserver_2");
  assert.equal(fold("ÀÉÎÕÜ"), "aeiou");
  assert.equal(fold("Ångström"), "angstrom");
  assert.equal(fold("Việt"), "viet");
  assert.equal(fold("İstanbul"), "istanbul");
});

Deno.test("fold() respells letters that no normal form decomposes", () => {
  assert.equal(fold("Straße"), "strasse");
  assert.equal(fold("Ærø"), "aero");
  assert.equal(fold("Łódź"), "lodz");
  assert.equal(fold("ςΣ"), "σσ");
});

Deno.test("fold() replaces compatibility forms", () => {
  assert.equal(fold("ＡＢ１"), "ab1");
  assert.equal(fold("ﬁle"), "file");
  assert.equal(fold("ｶﾞ"), "ガ");
  assert.equal(fold("1\ufe0f\u20e3"), "1");
});

Deno.test("fold() keeps the marks of other scripts", () => {
  assert.equal(fold("Йод, Їжак"), "йод, їжак");
  assert.equal(fold("が"), "が");
  assert.equal(fold("한국"), "한국");
  assert.equal(fold("हिन्दी"), "हिन्दी");
  assert.equal(fold("เก็บ"), "เก็บ");
});

Deno.test("fold() strips the marks that people leave out in Greek, Arabic, Hebrew and Russian", () => {
  assert.equal(fold("ΚΩΔΙΚΌΣ"), fold("κωδικος"));
  assert.equal(fold("مُسْتَخـدم"), "مستخدم");
  assert.equal(fold("كتابي على"), fold("کتابی علی"));
  assert.equal(fold("שָׁלוֹם"), "שלום");
  assert.equal(fold("Расчёт"), "расчет");
});

Deno.test("fold() returns the same spelling for composed and decomposed letters", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."aéŁñ한がйЁ漢β") });
  fc.assert(fc.property(letters, (word) => {
    assert.equal(fold(word.normalize("NFD")), fold(word.normalize("NFC")));
  }));
});

Deno.test("fold() keeps lone surrogates", () => {
  assert.equal(fold("É\ud800"), "e\ud800");
});
