import assert from "node:assert/strict";
import {
  computePromptOdds,
  estimatePromptNeed,
  extractPromptFeatures,
  mayNeedContext,
  PROMPT_FEATURES,
  PROMPT_MODEL,
  WEIGHT_STEPS,
  WEIGHT_ZERO,
} from "./prompt_need.ts";
import fc from "fast-check";

Deno.test("estimatePromptNeed() is a logistic function of the text and of its matches in the tree", () => {
  const prompt = "where is the session cookie signed?";
  const odds = -2.75 + 0.908 * computePromptOdds(prompt, PROMPT_MODEL) + 0.141 * 8 + 2.39 * 0.5 +
    1.75 * 1;
  const need = estimatePromptNeed(prompt, { words: 8, meaning: 0.5, name: 1 });
  assert.ok(Math.abs(need - 1 / (1 + Math.exp(-odds))) < 1e-12);
  assert.equal(estimatePromptNeed(prompt, undefined), 0);
});

Deno.test("estimatePromptNeed() is higher for more matches of a prompt in the tree", () => {
  const weak = { words: 2, meaning: 0.2, name: 0 };
  const need = (strength: object) =>
    estimatePromptNeed("fix the retries", { ...weak, ...strength });
  for (const stronger of [{ words: 9 }, { meaning: 0.6 }, { name: 1 }]) {
    assert.ok(need(stronger) > need({}));
  }
});

Deno.test("mayNeedContext() is false for commands of the host, for an empty text, and for small talk", () => {
  for (const words of ["", "/review", "/compact keep the plan"]) {
    assert.equal(mayNeedContext(words), false, words);
  }
  assert.equal(mayNeedContext("no, that's wrong, undo it"), false);
  for (
    const words of [
      "# Task\nFix the retries",
      "#12 crashes",
      "where is the retry?",
      "/src/a.ts is broken",
      "ok, do web-7",
    ]
  ) {
    assert.equal(mayNeedContext(words), true, words);
  }
});

Deno.test("extractPromptFeatures() returns words, neighbours, runs of letters, the first word and the length", () => {
  // The word; "^ab" and "ab$", "^ab$"; "^ ab" and "ab $" as neighbours; the first word; the length.
  assert.equal(extractPromptFeatures("ab").length, 1 + 3 + 2 + 1 + 1);
  assert.deepEqual(extractPromptFeatures("AB"), extractPromptFeatures("ab"));
  assert.deepEqual(extractPromptFeatures("ab 12"), extractPromptFeatures("ab 34"));
  // No word: the neighbours of nothing, and the length.
  assert.equal(extractPromptFeatures("").length, 2);
});

Deno.test("extractPromptFeatures() cuts words of scripts without spaces into runs of one to three letters", () => {
  // 3 + 2 + 1 runs of three letters, two pairs with the ends, the first word, the length.
  assert.equal(extractPromptFeatures("検索語").length, 6 + 2 + 1 + 1);
});

Deno.test("extractPromptFeatures() returns distinct numbers in range for any text, and equal ones for equal texts", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
    const features = extractPromptFeatures(text);
    assert.deepEqual(features, extractPromptFeatures(text));
    assert.equal(new Set(features).size, features.length);
    assert.ok(features.every((at) => Number.isInteger(at) && at >= 0 && at < PROMPT_FEATURES));
  }));
});

Deno.test("computePromptOdds() is the bias plus the sum of the weights, divided by the root of their number", () => {
  const weights = String.fromCharCode(WEIGHT_ZERO + 3).repeat(PROMPT_FEATURES);
  // Eight features of 3 · .5, over the root of nine.
  assert.equal(computePromptOdds("ab", { weights, scale: 0.5, bias: -1 }), -1 + 8 * 1.5 / 3);
});

Deno.test("the model of prompts has a weight in range for each feature", () => {
  assert.equal(PROMPT_MODEL.weights.length, PROMPT_FEATURES);
  for (let at = 0; at < PROMPT_FEATURES; at++) {
    assert.ok(Math.abs(PROMPT_MODEL.weights.charCodeAt(at) - WEIGHT_ZERO) <= WEIGHT_STEPS);
  }
});

Deno.test("the model of prompts distinguishes tasks and questions from small talk, in six languages", () => {
  const tasks = [
    ...["add a retry to the upload of invoices", "where is the session cookie signed?"],
    ...["TypeError: x is not a function\n    at run (src/a.ts:3:4)", "warum stürzt der Export ab?"],
    ...[
      "où est-ce qu'on valide le formulaire de commande ?",
      "añade un filtro por fecha a la lista",
    ],
    ...["ログイン画面のエラー表示を直して", "为什么上传图片以后没有缩略图？"],
  ];
  const talk = [
    ...["no, that's wrong, undo it", "are you sure?", "which model are you"],
    ...["good morning, where did we leave off", "commit that and push", "danke, passt so"],
    ...["merci, continue", "no, deshaz eso", "ありがとう、続けて", "好的，继续吧"],
  ];
  for (const prompt of tasks) assert.ok(computePromptOdds(prompt, PROMPT_MODEL) > 0, prompt);
  for (const prompt of talk) assert.ok(computePromptOdds(prompt, PROMPT_MODEL) < 0, prompt);
});
