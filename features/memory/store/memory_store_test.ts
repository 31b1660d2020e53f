import { checkMemoryUpgrade, testMemoryStore } from "../../../tests/conformance/memory_store.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openState } from "../../../retrieval/delivery/state/open_state.ts";
import { MEMORY_TABLES } from "../memory_tables.ts";
import { SQLITE } from "./sql_dialect.ts";

testMemoryStore({
  name: "memory in SQLite",
  async open() {
    const workspace = new TempWorkspace();
    let now = Date.UTC(2026, 0, 2);
    const state = await openState(workspace.root, { now: () => now, tables: [MEMORY_TABLES] });
    return {
      state,
      dialect: SQLITE,
      wait: (milliseconds) => void (now += milliseconds),
      [Symbol.asyncDispose]() {
        state[Symbol.dispose]();
        workspace[Symbol.dispose]();
        return Promise.resolve();
      },
    };
  },
});

Deno.test("memory in SQLite of an earlier version keeps its observations and gets their vectors", async () => {
  using workspace = new TempWorkspace();
  const { name, migrations = [] } = MEMORY_TABLES;
  await checkMemoryUpgrade(
    SQLITE,
    (count) =>
      openState(workspace.root, { tables: [{ name, migrations: migrations.slice(0, count) }] }),
  );
});
