import assert from "node:assert/strict";
import type { LoggedCommit } from "./commit_log.ts";
import { chooseRequests, pinRequests } from "./pin_requests.ts";

const ASKING = "Retry an upload twice";

Deno.test("pinRequests() pins the newest commit that is followed by 1.7 queries for each requested one", () => {
  const log = [ASKING, "typo", ASKING, ASKING, "typo", ASKING, "typo", ASKING].map(commit);
  const pinned = pinRequests(log, { perRepository: 2 });
  assert.deepEqual([pinned?.pin, pinned?.depth], ["c6", 6]);
  assert.deepEqual(pinned?.requests.map(({ sha }) => sha), ["c0", "c2", "c3", "c5"]);
});

Deno.test("pinRequests() pins nothing when no commit is left for the tree", () => {
  const log = [ASKING, ASKING, ASKING, ASKING].map(commit);
  assert.equal(pinRequests(log, { perRepository: 2 }), undefined);
  assert.equal(pinRequests(log.slice(1), { perRepository: 2 }), undefined);
  assert.equal(pinRequests([...log, commit("typo", 4)], { perRepository: 2 })?.pin, "c4");
});

Deno.test("chooseRequests() keeps the queries that the tree can answer, the first hashes of too many, in order", () => {
  const requests = ["d", "a", "c", "b"].map((sha) => ({ sha, query: "", paths: ["a.ts", sha] }));
  const choose = (perRepository: number, missing = "") =>
    chooseRequests(requests, { perRepository, hasFile: (path) => path !== missing })
      ?.map(({ sha }) => sha);
  assert.deepEqual(choose(4), ["d", "a", "c", "b"]);
  assert.deepEqual(choose(3), ["a", "c", "b"]);
  assert.deepEqual(choose(3, "b"), ["d", "a", "c"]);
  assert.deepEqual(choose(4, "b"), ["d", "a", "c"], "three of four are enough");
  assert.equal(choose(5, "b"), undefined, "three of five are not");
  assert.equal(choose(1, "a.ts"), undefined);
});

function commit(message: string, index: number): LoggedCommit {
  return { sha: `c${index}`, message, files: [{ path: "src/upload.py", status: "M" }] };
}
