import assert from "node:assert/strict";
import { planSlot } from "./plan_slot.ts";
import { DEFAULT_TASK_SETTINGS } from "./task_settings.ts";

function slotOf(complexity: number, baseTokens: number): number {
  return planSlot(complexity, { settings: DEFAULT_TASK_SETTINGS, baseTokens }).slotTokens;
}

Deno.test("N-3 planSlot() grows from 7200 to 9600 of 24000 tokens with the complexity", () => {
  assert.deepEqual([0, 0.5, 1].map((complexity) => slotOf(complexity, 0)), [7200, 8400, 9600]);
});

Deno.test("N-3 planSlot() leaves what the other parts and a reserve of a tenth leave, at least 0", () => {
  assert.deepEqual([14_400, 14_401, 20_000].map((base) => slotOf(0, base)), [7200, 7199, 1600]);
  assert.deepEqual([21_600, 24_000, 30_000].map((base) => slotOf(1, base)), [0, 0, 0]);
});

Deno.test("planSlot() takes a share that is a whole number as that, and rounds others down", () => {
  const settings = { promptTokenLimit: 100, docFractionMin: 0.29, docFractionMax: 0.58 };
  const slots = [0, 1].map((complexity) => planSlot(complexity, { settings, baseTokens: 0 }));
  assert.deepEqual(slots.map(({ slotTokens }) => slotTokens), [29, 58]);
  const odd = { ...settings, promptTokenLimit: 101 };
  const { slotTokens, reserveTokens } = planSlot(0, { settings: odd, baseTokens: 0 });
  assert.deepEqual([slotTokens, reserveTokens], [29, 11]);
});
