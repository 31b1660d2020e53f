import assert from "node:assert/strict";
import { recall } from "./recall.ts";

const STORE = [
  { claim: "Uploads retry", anchors: [{ path: "src/upload.py", symbol: "Uploader.retry" }] },
  { claim: "Colours of the theme", anchors: [{ path: "src/theme.py" }] },
];

Deno.test("recall() finds a memory by its claim and by its citations, and nothing without a shared word", () => {
  const first = (task: string) => recall(task, STORE)[0]?.memory.claim;
  assert.equal(first("retrying an upload fails"), "Uploads retry");
  assert.equal(first("wrong colour"), "Colours of the theme");
  assert.deepEqual(recall("printer", STORE), []);
});

Deno.test("recall() returns the coverage of a memory by the task", () => {
  const [found] = recall("colours theme", [{ claim: "colours theme", anchors: [] }]);
  assert.equal(found?.covered, 1);
});
