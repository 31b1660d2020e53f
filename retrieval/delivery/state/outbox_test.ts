import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { HELD_EVENT } from "../../../tests/runs/state_holder.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { Deliveries } from "../record/deliveries.ts";
import { appendInjection, withdrawInjection } from "./append_injection.ts";
import { type DeliveredRecord, type DeliveryHandler, handleOutbox } from "./outbox.ts";
import { openState } from "./open_state.ts";

const HOLDER = fileURLToPath(import.meta.resolve("../../../tests/runs/state_holder.ts"));

/** Feature that stores events of deliveries in its own table. */
const NOTES = {
  name: "notes",
  migrations: [
    "CREATE TABLE notes (record INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
  ],
  deliveries: {
    example: (): Promise<DeliveryHandler> =>
      Promise.resolve({
        async handle(sql, payload, { record }: DeliveredRecord) {
          await sql.run(
            "INSERT INTO notes (record, text) VALUES (?, ?)",
            record,
            JSON.stringify(payload),
          );
        },
        async withdraw(sql, record) {
          await sql.run("DELETE FROM notes WHERE record = ?", record);
        },
      }),
  },
};

const EVENT = { topic: "example", payload: { of: "this process" } };

async function openNotes(folder: string) {
  const state = await openState(folder, { tables: [NOTES] });
  return { state, list: () => state.read((sql) => sql.table("SELECT record, text FROM notes")) };
}

Deno.test("an event of a delivery is handled once, by the first process that opens the state", async () => {
  using workspace = new TempWorkspace();
  const { state, list } = await openNotes(workspace.root);
  using _ = state;
  await appendInjection(state, exampleDraft(1), { events: [EVENT] });
  assert.deepEqual(await list(), []);
  const { deliveries } = NOTES;
  await Promise.all([handleOutbox(state, deliveries), handleOutbox(state, deliveries)]);
  await handleOutbox(state, deliveries);
  assert.deepEqual(await list(), [[1, '{"of":"this process"}']]);
});

Deno.test("events that fail or have no handler stay in the outbox", async () => {
  using workspace = new TempWorkspace();
  const { state, list } = await openNotes(workspace.root);
  using _ = state;
  await appendInjection(state, exampleDraft(1), { events: [EVENT] });
  await handleOutbox(state, {});
  const failing: DeliveryHandler = {
    async handle(sql, _payload, { record }) {
      await sql.run("INSERT INTO notes (record, text) VALUES (?, 'half')", record);
      throw new Error("not now");
    },
  };
  const handlers = { example: () => Promise.resolve(failing) };
  await assert.rejects(() => handleOutbox(state, handlers), { message: "not now" });
  assert.deepEqual(await list(), []);
  await handleOutbox(state, NOTES.deliveries);
  assert.deepEqual(await list(), [[1, '{"of":"this process"}']]);
});

Deno.test("the effect of an event is undone when the bundle was not sent", async () => {
  using workspace = new TempWorkspace();
  const { state, list } = await openNotes(workspace.root);
  using _ = state;
  await appendInjection(state, exampleDraft(1), { events: [EVENT] });
  await handleOutbox(state, NOTES.deliveries);
  const handlers = [await NOTES.deliveries.example()];
  await withdrawInjection(state, 1, { since: Date.now() + 1000, handlers });
  assert.equal((await list()).length, 1);
  await withdrawInjection(state, 1, { since: 0, handlers });
  assert.deepEqual(await list(), []);
});

Deno.test("events of a killed process are handled when the state is next opened", async () => {
  using workspace = new TempWorkspace();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", HOLDER, workspace.root, "outbox"],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  assert.ok(!(await reader.read()).done);
  await reader.cancel();
  child.kill("SIGKILL");
  await child.status;
  using deliveries = new Deliveries(workspace.root, workspace.root, [NOTES]);
  const state = await deliveries.state();
  assert.deepEqual(await state.read((sql) => sql.table("SELECT record, text FROM notes")), [
    [1, JSON.stringify(HELD_EVENT.payload)],
  ]);
  assert.deepEqual(await state.read((sql) => sql.table("SELECT * FROM outbox")), []);
});
