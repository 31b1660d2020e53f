import assert from "node:assert/strict";
import fc from "fast-check";
import { readHookOutcome } from "./hook_outcome.ts";
import {
  capHookOutcome,
  countRefills,
  limitStopBlocks,
  MAX_HOOK_CHARACTERS,
} from "./hook_limits.ts";

function say(text: string) {
  return readHookOutcome("SessionStart", { code: 0, stdout: text, stderr: "" });
}

Deno.test("C-28: a long output is saved, and its beginning and the path are shown", async () => {
  const saved: string[] = [];
  const save = (text: string) => {
    saved.push(text);
    return Promise.resolve(`/out/${saved.length}.txt`);
  };
  const short = say("x".repeat(10_000));
  assert.deepEqual(await capHookOutcome(short, save), short);
  const long = "é".repeat(10_001);
  const { contexts } = await capHookOutcome(say(long), save);
  assert.deepEqual(saved, [long]);
  const end = "\n… the first 2000 of 10001 characters: all of it is in /out/1.txt";
  assert.deepEqual(contexts, [long.slice(0, 2000) + end]);
  const { contexts: [lost = ""] } = await capHookOutcome(
    say(long),
    () => Promise.resolve(undefined),
  );
  assert.match(lost, /: the rest is lost$/);
});

Deno.test("C-28: what is shown of an output is never too long and holds whole characters", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(30_000),
      fc.constantFrom("a", "é", "😀", "a😀"),
      async (count, unit) => {
        const outcome = say(`x${unit.repeat(count)}`);
        const { contexts: [shown = ""] } = await capHookOutcome(
          outcome,
          () => Promise.resolve("/p"),
        );
        assert.ok(shown.length <= MAX_HOOK_CHARACTERS);
        assert.ok(shown.isWellFormed());
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("C-28: hooks keep an agent from stopping eight times in a row, and no ninth time", () => {
  const block = readHookOutcome("Stop", { code: 2, stdout: "", stderr: "x" });
  const pass = readHookOutcome("Stop", { code: 0, stdout: "", stderr: "" });
  let blocks = 0;
  const stop = (outcome: typeof block) => {
    const limited = limitStopBlocks(outcome, blocks);
    blocks = limited.blocks;
    return limited.outcome;
  };
  for (let i = 0; i < 8; i++) assert.equal(stop(block).isBlocked, true);
  const last = stop(block);
  assert.equal(last.isBlocked, false);
  assert.match(last.warnings.join(), /8 times in a row/);
  for (let i = 0; i < 5; i++) assert.equal(stop(block).isBlocked, true);
  assert.equal(stop(pass).isBlocked, false);
  for (let i = 0; i < 8; i++) assert.equal(stop(block).isBlocked, true);
});

Deno.test("C-28: nothing is compacted any more when the window was full again at once three times", () => {
  assert.deepEqual(countRefills(0, true), { refills: 1, mayCompact: true });
  assert.deepEqual(countRefills(1, true), { refills: 2, mayCompact: true });
  assert.deepEqual(countRefills(2, true), { refills: 3, mayCompact: false });
  assert.deepEqual(countRefills(2, false), { refills: 0, mayCompact: true });
});
