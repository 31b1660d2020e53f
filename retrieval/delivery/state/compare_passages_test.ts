import assert from "node:assert/strict";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { textHash } from "../../machine/file_content.ts";
import { comparePassages } from "./compare_passages.ts";

Deno.test("comparePassages() names the passages that say something else by now, or nothing", async () => {
  const texts = ["one\ntwo", "", "three"];
  const hashes = await Promise.all(texts.map(textHash));
  const passages = exampleDraft(1, { passages: 3 }).passages.map((passage, index) => ({
    ...passage,
    contentHash: hashes[index]!,
  }));
  assert.deepEqual(await comparePassages({ passages }, texts), []);
  assert.deepEqual(await comparePassages({ passages }, ["one\ntwo\n", "", undefined]), [
    { rank: 1, passage: passages[0], change: "changed" },
    { rank: 3, passage: passages[2], change: "gone" },
  ]);
  const none = await comparePassages({ passages }, []);
  assert.deepEqual(none.map(({ change }) => change), ["gone", "gone", "gone"]);
  assert.deepEqual(await comparePassages({ passages: [] }, ["more"]), []);
});
