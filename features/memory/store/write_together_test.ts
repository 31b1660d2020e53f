import assert from "node:assert/strict";
import { openState } from "../../../retrieval/delivery/state/open_state.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { writeTogether } from "./write_together.ts";

const TABLES = {
  name: "numbers",
  migrations: ["CREATE TABLE numbers (value INTEGER PRIMARY KEY) STRICT"],
};
const INSERT = "INSERT INTO numbers (value) VALUES (?)";

async function openNumbers(workspace: TempWorkspace) {
  const state = await openState(workspace.root, { tables: [TABLES] });
  let transactions = 0;
  const write = state.write.bind(state);
  state.write = (work) => {
    transactions++;
    return write(work);
  };
  return {
    state,
    count: () => transactions,
    add: (value: number) => writeTogether(state, (sql) => sql.run(INSERT, value)),
    list: async () => (await state.read((sql) => sql.table("SELECT value FROM numbers"))).flat(),
  };
}

Deno.test("writeTogether() runs simultaneous writes in one transaction, in order", async () => {
  using workspace = new TempWorkspace();
  const { state, count, add, list } = await openNumbers(workspace);
  using _ = state;
  const added = await Promise.all([3, 1, 2].map(add));
  assert.deepEqual(added.map(({ added }) => added), [3, 1, 2]);
  assert.equal(count(), 1);
  await add(4);
  assert.equal(count(), 2);
  assert.deepEqual(await list(), [1, 2, 3, 4]);
});

Deno.test("writeTogether() keeps the writes of others when one fails, and only that one rejects", async () => {
  using workspace = new TempWorkspace();
  const { state, add, list } = await openNumbers(workspace);
  using _ = state;
  const settled = await Promise.allSettled([1, 2, 1, 3].map(add));
  assert.deepEqual(settled.map(({ status }) => status), [
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  assert.deepEqual(await list(), [1, 2, 3]);
});

Deno.test("writeTogether() refuses all that wait when there is nothing to write to", async () => {
  using workspace = new TempWorkspace();
  const { state, add } = await openNumbers(workspace);
  state[Symbol.dispose]();
  const settled = await Promise.allSettled([1, 2].map(add));
  assert.deepEqual(settled.map(({ status }) => status), ["rejected", "rejected"]);
});
