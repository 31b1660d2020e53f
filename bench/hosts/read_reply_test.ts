import assert from "node:assert/strict";
import { makeRepository, openHost, TASK } from "../../tests/hooked_session.ts";
import { isPointers, isPromptAnswer, mentionsFile } from "./read_reply.ts";

Deno.test("isPromptAnswer() distinguishes the answer to a prompt from the text at a start", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const start = await send("SessionStart", { source: "startup" });
  const answer = await send("UserPromptSubmit", { prompt: TASK });
  assert.ok(start !== "" && answer !== "");
  assert.deepEqual([start, answer].map(isPromptAnswer), [false, true]);
  assert.equal(isPointers(answer), !answer.includes("```"));
});

Deno.test("mentionsFile() accepts only whole paths", () => {
  for (const text of ["- a/b.ts:1-2 x", "`a/b.ts`", "see a/b.ts.", "## a/b.ts"]) {
    assert.ok(mentionsFile(text, "a/b.ts"), text);
  }
  for (const text of ["- c/a/b.ts:1-2", "a/b.tsx", "a/b.ts.snap", "", "a/bxts"]) {
    assert.ok(!mentionsFile(text, "a/b.ts"), text);
  }
});
