import assert from "node:assert/strict";
import { namesOf, renderMemories } from "./memory_text.ts";

const SHORT = { claim: "Uploads retry", anchors: [{ path: "a.py", symbol: "A.b" }] };
const LONG = { claim: "word ".repeat(400).trim(), anchors: [{ path: "b.py" }] };

Deno.test("renderMemories() renders the memories that fit into 300 tokens, and continues after one that does not", () => {
  const { text, told } = renderMemories([LONG, SHORT]);
  assert.equal(text, "## Learned from earlier work\n- Uploads retry (a.py A.b)\n");
  assert.deepEqual(told, [SHORT]);
});

Deno.test("namesOf() lists each path and symbol once", () => {
  assert.deepEqual(namesOf([SHORT, SHORT, LONG]), ["a.py", "A.b", "b.py"]);
});
