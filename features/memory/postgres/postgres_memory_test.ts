import { checkMemoryUpgrade, testMemoryStore } from "../../../tests/conformance/memory_store.ts";
import { IS_POSTGRES_MISSING, PostgresSchema } from "../../../tests/postgres_schema.ts";
import { MEMORY_TABLES } from "../memory_tables.ts";
import { POSTGRES } from "../store/mod.ts";
import { toPostgresTables } from "./open_postgres_memory.ts";
import { openPostgresState } from "./postgres_state.ts";

testMemoryStore({
  name: "memory in PostgreSQL",
  ignore: IS_POSTGRES_MISSING,
  async open() {
    const schema = new PostgresSchema();
    let now = Date.UTC(2026, 0, 2);
    const state = await openPostgresState({
      url: schema.root,
      name: "memory",
      migrations: MEMORY_TABLES.migrations!.map(toPostgresTables),
      now: () => now,
    });
    return {
      state,
      dialect: POSTGRES,
      wait: (milliseconds) => void (now += milliseconds),
      async [Symbol.asyncDispose]() {
        await state[Symbol.asyncDispose]();
        await schema[Symbol.asyncDispose]();
      },
    };
  },
});

Deno.test({
  name: "memory in PostgreSQL of an earlier version keeps its observations and gets their vectors",
  ignore: IS_POSTGRES_MISSING,
  // The first state is closed without waiting for its connections.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using schema = new PostgresSchema();
    const migrations = MEMORY_TABLES.migrations!.map(toPostgresTables);
    await checkMemoryUpgrade(POSTGRES, (count) =>
      openPostgresState({
        url: schema.root,
        name: "memory",
        migrations: migrations.slice(0, count),
      }));
  },
});
