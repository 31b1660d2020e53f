import assert from "node:assert/strict";
import { idfExponent, verbosity } from "./verbosity.ts";

Deno.test("verbosity() grows from 8 words to 32", () => {
  assert.deepEqual([0, 8, 20, 32, 900].map(verbosity), [0, 0, 0.5, 1, 1]);
});

Deno.test("idfExponent() goes from .35 for a question to 1 for a long text", () => {
  assert.deepEqual([5, 20, 40].map(idfExponent), [0.35, 0.675, 1]);
});
