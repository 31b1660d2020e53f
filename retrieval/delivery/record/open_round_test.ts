import assert from "node:assert/strict";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "../state/append_injection.ts";
import { openState } from "../state/open_state.ts";
import { findInjection } from "../state/read_injections.ts";
import { beginRound } from "./open_round.ts";

const MAX_ROUNDS = 2;

function answer(number: number, round?: number) {
  return exampleAnswer(number, { session: "s", ...(round !== undefined && { round }) });
}

function textOf(number: number): string {
  return answer(number).request.text!;
}

Deno.test("beginRound() counts answered rounds, and ends after the last", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  const begin = async () =>
    await beginRound(state, textOf(1), { session: "s", maxRounds: MAX_ROUNDS });
  await appendInjection(state, { ...exampleDraft(1), session: "s" });
  assert.deepEqual(await begin(), { kind: "open", round: 1 });
  assert.deepEqual(await begin(), { kind: "open", round: 1 }, "asking takes no round");
  await appendInjection(state, answer(1, 1));
  assert.deepEqual(await begin(), { kind: "open", round: 2 });
  await appendInjection(state, answer(2, 2));
  assert.deepEqual(await begin(), { kind: "over", round: 3 });
  await appendInjection(state, answer(3));
  assert.deepEqual(await begin(), { kind: "over", round: 3 }, "a refusal takes no round");
  const raised = await beginRound(state, textOf(4), { session: "s", maxRounds: 3 });
  assert.deepEqual(raised, { kind: "open", round: 3 });
});

Deno.test("beginRound() repeats the recorded answer of a round, and rejects another text", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  const begin = async (round: number, number: number) =>
    await beginRound(state, textOf(number), { session: "s", round, maxRounds: MAX_ROUNDS });
  assert.deepEqual(await begin(2, 1), { kind: "open", round: 2 });
  await appendInjection(state, answer(1, 2));
  const injection = await findInjection(state, 1);
  assert.deepEqual(await begin(2, 1), { kind: "answered", round: 2, injection });
  await assert.rejects(async () => await begin(2, 9), {
    code: "round-taken",
    message: /round 2 of the session "s"/,
  });
  assert.deepEqual(await begin(1, 2), { kind: "open", round: 1 });
  assert.deepEqual(await begin(3, 2), { kind: "over", round: 3 });
  const next = await beginRound(state, textOf(2), { session: "s", maxRounds: 9 });
  assert.deepEqual(next, { kind: "open", round: 3 });
});

Deno.test("beginRound() rejects a round that is not a whole number from 1", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  for (const round of [0, -1, 1.5, NaN, Infinity, 2 ** 60]) {
    const options = { session: "s", round, maxRounds: MAX_ROUNDS };
    await assert.rejects(async () => await beginRound(state, textOf(1), options), {
      code: "invalid-round",
    });
  }
});
