import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import {
  caseIssue,
  checkDelivery,
  type DeliveryCase,
  parseDeliveryCases,
} from "./delivery_case.ts";

const OPEN = "def open(a):\n    b = a\n    c = b\n    return c\n";

/** Returns the faults of some shown lines, each as `path:first-last`. */
function check(
  deliveryCase: Partial<DeliveryCase>,
  ...shown: readonly string[]
): readonly string[] {
  using tree = makeTree({ "a.py": `# head\n${OPEN}`, "lib/b.py": OPEN });
  const passages = shown.map((place) => {
    const [, path = "", first, last] = /^(.+):(\d+)-(\d+)$/.exec(place) ?? [];
    return { path, startLine: Number(first), endLine: Number(last), tokens: 10, form: "snippet" };
  });
  return checkDelivery({ shows: [], ...deliveryCase }, { passages }, tree.root);
}

Deno.test("checkDelivery() requires half of the lines of a definition", () => {
  assert.deepEqual(check({ shows: ["a.py#open"] }, "a.py:2-3"), []);
  assert.deepEqual(check({ shows: ["a.py#open"] }, "a.py:1-2", "lib/b.py:1-4"), [
    "does not show a.py#open",
  ]);
});

Deno.test("checkDelivery() accepts any lines of a path without lines", () => {
  assert.deepEqual(check({ shows: ["lib/b.py"] }, "lib/b.py:4-4"), []);
  assert.deepEqual(check({ shows: ["lib/b.py"] }, "a.py:1-4"), ["does not show lib/b.py"]);
});

Deno.test("checkDelivery() requires an order only when the case says so", () => {
  const shows = ["lib/b.py:1", "a.py:1"];
  assert.deepEqual(check({ shows }, "a.py:1-2", "lib/b.py:1-1"), []);
  assert.deepEqual(check({ shows, ordered: true }, "lib/b.py:1-1", "a.py:1-2"), []);
  assert.deepEqual(check({ shows, ordered: true }, "a.py:1-2", "lib/b.py:1-1"), [
    "does not show them in order",
  ]);
});

Deno.test("checkDelivery() reports passages that are beside the point", () => {
  assert.deepEqual(check({ hides: ["lib/"] }, "lib/b.py:1-2"), ["shows lib/"]);
  assert.deepEqual(check({ inside: "lib/" }, "lib/b.py:1-2", "a.py:1-2"), [
    "has 0.50 of its tokens in lib/",
  ]);
});

Deno.test("checkDelivery() names a location that is missing in the tree", () => {
  assert.throws(
    () => check({ shows: ["a.py#close"] }),
    /"a.py#close": the file defines no "close"/,
  );
  assert.throws(() => check({ shows: ["c.py"] }), /Cannot check for "c.py": there is no /);
});

Deno.test("the cases of the list have unique kinds and names, and issues have a description", async () => {
  const cases = parseDeliveryCases(
    await Deno.readTextFile(new URL("./cases.jsonl", import.meta.url)),
  );
  const names = cases.map(({ kind, id }) => `${kind}/${id}`);
  assert.deepEqual(names, [...new Set(names)]);
  assert.equal(new Set(cases.map(({ kind }) => kind)).size, 11);
  for (const deliveryCase of cases) {
    assert.equal(
      deliveryCase.kind === "11-issue",
      caseIssue(deliveryCase) !== undefined,
      deliveryCase.id,
    );
    assert.ok(deliveryCase.shows.length > 0 && deliveryCase.budget > 0, deliveryCase.id);
  }
});
