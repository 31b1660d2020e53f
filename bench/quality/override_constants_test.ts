import assert from "node:assert/strict";
import { RANKING } from "@dossier/core/part";
import { overrideConstants } from "./override_constants.ts";

Deno.test("overrideConstants() changes the named constants until it is disposed of", () => {
  const before = RANKING.map(({ constant }) => constant);
  const [first, second] = RANKING;
  {
    using _constants = overrideConstants({ [second!.name]: 42 });
    assert.deepEqual([first!.constant, second!.constant], [before[0], 42]);
  }
  assert.deepEqual(RANKING.map(({ constant }) => constant), before);
});
