import assert from "node:assert/strict";
import { chooseDocumentCount } from "./choose_document_count.ts";

Deno.test("chooseDocumentCount() rounds half up: .1, .3, .5, .7 and .9 are the steps", () => {
  const counts = [0, 0.099, 0.1, 0.299, 0.3, 0.499, 0.5, 0.699, 0.7, 0.899, 0.9, 1]
    .map((complexity) => chooseDocumentCount(complexity, { links: 0, cap: 5 }));
  assert.deepEqual(counts, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
});

Deno.test("N-1 chooseDocumentCount() takes up to two linked documents of a simple task", () => {
  const counts = [0, 1, 2, 7].map((links) => chooseDocumentCount(0.05, { links, cap: 5 }));
  assert.deepEqual(counts, [0, 1, 2, 2]);
});

Deno.test("N-2 chooseDocumentCount() never passes the cap, links or not", () => {
  const counts = [5, 3, 1, 0].map((cap) => chooseDocumentCount(1, { links: 4, cap }));
  assert.deepEqual(counts, [5, 3, 1, 0]);
});
