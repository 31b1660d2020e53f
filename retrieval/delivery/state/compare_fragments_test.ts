import assert from "node:assert/strict";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { textHash } from "../../machine/file_content.ts";
import { compareFragments } from "./compare_fragments.ts";

Deno.test("compareFragments() names the fragments that say something else by now, or nothing", async () => {
  const texts = ["one\ntwo", "", "three"];
  const hashes = await Promise.all(texts.map(textHash));
  const fragments = exampleDraft(1, { fragments: 3 }).fragments.map((fragment, index) => ({
    ...fragment,
    hash: hashes[index]!,
  }));
  assert.deepEqual(await compareFragments({ fragments }, texts), []);
  assert.deepEqual(await compareFragments({ fragments }, ["one\ntwo\n", "", undefined]), [
    { rank: 1, fragment: fragments[0], change: "changed" },
    { rank: 3, fragment: fragments[2], change: "gone" },
  ]);
  const none = await compareFragments({ fragments }, []);
  assert.deepEqual(none.map(({ change }) => change), ["gone", "gone", "gone"]);
  assert.deepEqual(await compareFragments({ fragments: [] }, ["more"]), []);
});
