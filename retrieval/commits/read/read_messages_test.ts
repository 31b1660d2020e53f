import assert from "node:assert/strict";
import { GitTree } from "../../../tests/git_tree.ts";
import { readMessages } from "./read_messages.ts";

Deno.test("readMessages() returns the whole messages of a range, and nothing where a commit is gone", async () => {
  using tree = new GitTree();
  const first = tree.commit("AB-1 begin", { a: "1" });
  const tip = tree.commit("Oil masts\n\nAs the crew wants it.\n", { a: "2" });
  const read = (after?: string, limit = 9) =>
    readMessages({ root: tree.root }, { tip, after, limit });
  assert.deepEqual(await read(first), ["Oil masts\n\nAs the crew wants it."]);
  assert.equal((await read()).length, 2);
  assert.equal((await read(undefined, 1)).length, 1);
  assert.deepEqual(await read(tip), []);
  assert.deepEqual(await read("0".repeat(40)), []);
});
