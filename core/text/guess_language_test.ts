import assert from "node:assert/strict";
import { guessLanguage } from "./guess_language.ts";

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  de: [
    "Wo wird festgelegt, wie oft nach einem Fehler erneut versucht wird?",
    "Passwörter werden nicht gehasht",
    "wie wird der Cache geleert",
    "Wie behandelt deepMerge Arrays?",
  ],
  fr: [
    "où les requêtes simultanées pour la même clé sont-elles dédupliquées ?",
    "l'écran est corrompu après un redimensionnement",
    "comment lancer les tests en local avant de contribuer ?",
  ],
  es: [
    "¿cómo ejecuto las pruebas localmente antes de contribuir?",
    "los datos parpadean cuando cambia la clave",
  ],
  ja: ["パスワードはどのようにハッシュ化されますか？", "set_cookie で Priority 属性をサポートする"],
  zh: ["如何递归遍历目录并跳过某些文件夹？", "SLOWLOG GET：按最短耗时过滤"],
};

for (const [language, questions] of Object.entries(QUESTIONS)) {
  Deno.test(`guessLanguage() detects a question in ${language}`, () => {
    for (const question of questions) assert.equal(guessLanguage(question), language, question);
  });
}

Deno.test("guessLanguage() is undefined for English with foreign names", () => {
  for (
    const question of [
      "where is the debugger PIN computed and checked?",
      "why does Die Zeit fail in the parser of La Monde on us-east",
      "the tokenizer splits 日本語 in two",
      "parse dates of the form 2024年3月",
      "Müller's naïve sort of a list is on by default",
      "on error in es module",
      "initCache",
      "MapAdapter.match",
      "die on signal",
      "comment on the son of a node",
      "UNABLE TO CONNECT",
      "",
    ]
  ) assert.equal(guessLanguage(question), undefined, question);
});

Deno.test("guessLanguage() does not mistake Italian, Dutch or Portuguese for a related language", () => {
  for (
    const question of [
      "perché la sessione non viene salvata",
      "dove vengono salvati i dati della sessione nel cookie",
      "hoe wordt de sessie opgeslagen en waar is de functie",
      "como se guarda a sessão no cookie de usuario",
      "como funciona o cache de sessões",
      "quando o usuario faz login o que acontece",
    ]
  ) assert.equal(guessLanguage(question), undefined, question);
});

Deno.test("guessLanguage() is undefined for Korean and Russian", () => {
  for (const question of ["세션은 어디에 저장됩니까?", "где хранится сессия?"]) {
    assert.equal(guessLanguage(question), undefined, question);
  }
});
