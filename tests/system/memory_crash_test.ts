import assert from "node:assert/strict";
import { IS_POSTGRES_MISSING, PostgresSchema } from "../postgres_schema.ts";
import { type RunDatabase, runMemoryCrashes } from "../runs/memory_runs.ts";

/** Part of the campaign of 200 kills of servers and workers. */
const SLICE = { kills: 6, seed: 7 };

async function runSlice(database?: RunDatabase): Promise<void> {
  const { killed, delivered, steps, failures } = await runMemoryCrashes({ ...SLICE, database });
  assert.deepEqual(failures, []);
  assert.ok(killed.servers > 0 && killed.workers > 0 && delivered > 0 && steps > 0);
}

Deno.test("a memory whose servers and workers are killed loses no acknowledged row and delivers no text twice", async () => {
  await runSlice();
});

Deno.test({
  name: "a memory in PostgreSQL whose processes are killed loses nothing, either",
  ignore: IS_POSTGRES_MISSING,
  async fn() {
    await using schema = new PostgresSchema();
    await runSlice({ url: schema.root });
  },
});
