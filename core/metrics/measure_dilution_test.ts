import assert from "node:assert/strict";
import { measureDilution } from "./measure_dilution.ts";

Deno.test("N-24 measureDilution() is the share of the tokens that the agent never used", () => {
  const passages = [
    { path: "a.ts", tokens: 500 },
    { path: "b.ts", tokens: 200 },
    { path: "a.ts", tokens: 100 },
  ];
  assert.deepEqual(measureDilution(passages, new Set(["a.ts"])), {
    injectedTokens: 800,
    unusedTokens: 200,
    dilution: 0.25,
  });
  assert.equal(measureDilution(passages, new Set()).dilution, 1);
  assert.equal(measureDilution([], new Set(["a.ts"])).dilution, 0);
});
