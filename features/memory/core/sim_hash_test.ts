import assert from "node:assert/strict";
import { hammingDistance, NEAR_BITS, simHash } from "./sim_hash.ts";

const LONG =
  "Retries of uploads must go through the queue in src/queue.ts, as a retry in the handler " +
  "blocks the only worker and every later upload times out after thirty seconds";

Deno.test("simHash() ignores case, punctuation and spaces", () => {
  assert.equal(simHash("Use the Queue, always!"), simHash("use   the queue\nalways"));
  assert.equal(simHash(""), "0000000000000000");
});

Deno.test("simHash() pins the fingerprint of a text, as it is stored", () => {
  assert.equal(simHash("ab"), "089c4407b545986a");
});

Deno.test("M-26: simHash() puts near copies within three bits, and other texts far apart", () => {
  assert.ok(hammingDistance(simHash(LONG), simHash(`${LONG}.`)) <= NEAR_BITS);
  assert.ok(
    hammingDistance(simHash(LONG), simHash(LONG.replace("src/queue.ts", "src/jobs.ts"))) < 16,
  );
  assert.ok(hammingDistance(simHash(LONG), simHash("Dates are stored in UTC")) > 20);
});

Deno.test("hammingDistance() counts the bits that differ", () => {
  assert.equal(hammingDistance("0000000000000000", "ffffffffffffffff"), 64);
  assert.equal(hammingDistance("0000000000000007", "0000000000000000"), 3);
});
