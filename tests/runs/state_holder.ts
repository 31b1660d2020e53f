/**
 * Works on a state until it is killed: `state_holder.ts FOLDER transaction` keeps a transaction
 * with a write open, and `state_holder.ts FOLDER outbox` has recorded a bundle and not yet run its
 * outbox handler. Prints a line when it has begun.
 *
 * @module
 */

import { appendInjection } from "../../retrieval/delivery/state/append_injection.ts";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { exampleDraft } from "../example_draft.ts";

/** Outbox handler of the recorded bundle. */
export const HELD_EVENT = { topic: "example", payload: { of: "a killed process" } };

if (import.meta.main) {
  const [folder = "", deed = ""] = Deno.args;
  const wait = async () => {
    Deno.stdout.writeSync(new TextEncoder().encode("here\n"));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  };
  using state = await openState(folder);
  if (deed === "outbox") {
    await appendInjection(state, exampleDraft(1), { events: [HELD_EVENT] });
    await wait();
  } else {
    await state.write(async (sql) => {
      await sql.run("INSERT INTO numbers (value) VALUES (1)");
      await wait();
    });
  }
}
