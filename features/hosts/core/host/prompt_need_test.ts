import assert from "node:assert/strict";
import { PROMPT_MODEL, promptOdds } from "./prompt_model.ts";
import { mayNeedTree, promptNeed } from "./prompt_need.ts";

Deno.test("promptNeed() is a logistic function of what the text says and of how strongly the tree speaks to it", () => {
  const prompt = "where is the session cookie signed?";
  const odds = -2.75 + 0.908 * promptOdds(prompt, PROMPT_MODEL) + 0.141 * 8 + 2.39 * 0.5 + 1.75 * 1;
  const need = promptNeed(prompt, { words: 8, meaning: 0.5, name: 1 });
  assert.ok(Math.abs(need - 1 / (1 + Math.exp(-odds))) < 1e-12);
  assert.equal(promptNeed(prompt, undefined), 0);
});

Deno.test("promptNeed() is higher the more strongly the tree speaks to a prompt", () => {
  const weak = { words: 2, meaning: 0.2, name: 0 };
  const need = (strength: object) => promptNeed("fix the retries", { ...weak, ...strength });
  for (const stronger of [{ words: 9 }, { meaning: 0.6 }, { name: 1 }]) {
    assert.ok(need(stronger) > need({}));
  }
});

Deno.test("mayNeedTree() is false for commands of the host, for nothing, and for plain talk", () => {
  for (const words of ["", "/review", "/compact keep the plan"]) {
    assert.equal(mayNeedTree(words), false, words);
  }
  assert.equal(mayNeedTree("no, that's wrong, undo it"), false);
  for (
    const words of [
      "# Task\nFix the retries",
      "#12 crashes",
      "where is the retry?",
      "/src/a.ts is broken",
      "ok, do web-7",
    ]
  ) {
    assert.equal(mayNeedTree(words), true, words);
  }
});
