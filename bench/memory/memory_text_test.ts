import assert from "node:assert/strict";
import { listCitedNames, renderMemories } from "./memory_text.ts";

const SHORT = { claim: "Uploads retry", anchors: [{ path: "a.py", symbol: "A.b" }] };
const LONG = { claim: "word ".repeat(400).trim(), anchors: [{ path: "b.py" }] };

Deno.test("renderMemories() renders the memories that fit into 300 tokens, and continues after one that does not", () => {
  const { text, included } = renderMemories([LONG, SHORT]);
  assert.equal(text, "## Learned from earlier work\n- Uploads retry (a.py A.b)\n");
  assert.deepEqual(included, [SHORT]);
});

Deno.test("listCitedNames() lists each path and symbol once", () => {
  assert.deepEqual(listCitedNames([SHORT, SHORT, LONG]), ["a.py", "A.b", "b.py"]);
});
