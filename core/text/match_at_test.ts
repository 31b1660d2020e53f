import assert from "node:assert/strict";
import { groupsAt, matchesAt, skipMatch } from "./match_at.ts";

Deno.test("matchesAt(), skipMatch() and groupsAt() match at one offset only", () => {
  const word = /(?<name>[a-z]+)/y;
  assert.ok(matchesAt(word, "1 one", 2) && !matchesAt(word, "1 one", 0));
  assert.deepEqual([skipMatch(word, "1 one", 2), skipMatch(word, "1 one", 1)], [5, 1]);
  assert.equal(groupsAt(word, "1 one", 3)["name"], "ne");
  assert.equal(groupsAt(word, "1 one", 1)["name"], undefined);
});
