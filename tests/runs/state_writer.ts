/**
 * Records one example after another in a state until it is killed: `state_writer.ts FOLDER FIRST
 * SESSION`. Prints an empty line before it opens the state, and for each acknowledged record a line
 * with its ID and the number of the example.
 *
 * @module
 */

import { appendInjection } from "../../retrieval/delivery/state/append_injection.ts";
import { RetrievalError } from "../../retrieval/machine/errors.ts";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import type { StateStore } from "../../retrieval/delivery/state/state_store.ts";
import { exampleAnswer, exampleDraft } from "../example_draft.ts";
import { beginRound } from "../../retrieval/delivery/record/open_round.ts";

/**
 * Number of passages of a bundle: enough to fill a budget, so that a kill often occurs between
 * them.
 */
export const WRITTEN_PASSAGES = 30;

if (import.meta.main) {
  const [folder = "", first = "", session = ""] = Deno.args;
  const encoder = new TextEncoder();
  Deno.stdout.writeSync(encoder.encode("\n"));
  using state = await openState(folder);
  for (let number = Number(first);; number++) {
    const id = number % 2 === 0
      ? (await appendInjection(state, {
        ...exampleDraft(number, { fragments: WRITTEN_PASSAGES }),
        session,
      })).id
      : await appendAnswer(state, number, session);
    Deno.stdout.writeSync(encoder.encode(`${id} ${number}\n`));
  }
}

/** Answers the next round, with its number at the time of the record. */
async function appendAnswer(state: StateStore, number: number, session: string): Promise<number> {
  for (;;) {
    const { text = "" } = exampleAnswer(number, { session }).request;
    const { round } = await beginRound(state, text, { session, maxRounds: Infinity });
    try {
      return (await appendInjection(state, exampleAnswer(number, { session, round }))).id;
    } catch (error) {
      if (!(error instanceof RetrievalError && error.code === "round-taken")) throw error;
    }
  }
}
