import assert from "node:assert/strict";
import { commitOf, historiesByPath, storeHistory } from "../../../../tests/stored_history.ts";

const DAY_S = 86_400;
const NOW = Date.UTC(2024, 5, 1) / 1000;

Deno.test("readFileHistory() gives changes and days before the newest commit of each document", () => {
  const many = Array.from({ length: 20 }, (_, i) => `f${i}`);
  using store = storeHistory(["a", "b", "f3", "new"], [[
    commitOf("red", NOW - 10.5 * DAY_S, "b"),
    commitOf("red", NOW - 3 * DAY_S, "b -> a"),
    commitOf("all", NOW - 2 * DAY_S, ...many),
    commitOf("gone", NOW, "x"),
  ]]);
  assert.deepEqual(historiesByPath(store), {
    a: { changes: 2, age: 3 },
    f3: { changes: 1, age: 2 },
  });
});

Deno.test("readFileHistory() counts the last change of a file, not the one read last", () => {
  using store = storeHistory(["a"], [[commitOf("late", NOW, "a")], [
    commitOf("early, of a branch merged late", NOW - 5 * DAY_S, "a"),
  ]]);
  assert.deepEqual(historiesByPath(store), { a: { changes: 2, age: 0 } });
});
