import assert from "node:assert/strict";
import fc from "fast-check";
import {
  clearCommits,
  findCommitFile,
  findCommitsState,
  listCommitsWithTerm,
} from "../store/commits.ts";
import type { Commit, FileChange } from "../../../commits/history_source.ts";
import {
  addCommits,
  changesByPath,
  commitId,
  commitOf,
  scoresByPath,
  storeCommits,
} from "../../../../tests/stored_commits.ts";

const PATHS = ["a", "b", "c", "d/e", "d/f"];
const WORDS = ["red", "green", "blue", "dark", "light"];

/** Change by a commit, as far as the existing files allow it. */
interface Step {
  readonly words: readonly string[];
  readonly actions: readonly {
    readonly kind: string;
    readonly path: string;
    readonly to: string;
  }[];
  readonly days: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
  actions: fc.array(
    fc.record({
      kind: fc.constantFrom("write", "write", "move", "remove", "swap"),
      path: fc.constantFrom(...PATHS),
      to: fc.constantFrom(...PATHS),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  days: fc.nat(900),
});

/** Returns the commits of the steps from an empty tree, oldest first, and the remaining files. */
function play(steps: readonly Step[]) {
  const present = new Set<string>();
  let time = Date.UTC(2012, 0, 1) / 1000;
  const commits = steps.map(({ words, actions, days }): Commit => {
    time += days * 86_400;
    const changes: FileChange[] = [];
    const used = new Set<string>();
    for (const { kind, path, to } of actions) {
      if (used.has(path) || used.has(to)) continue;
      used.add(path);
      if (kind !== "write" && !present.has(path)) continue;
      if (kind === "remove") changes.push({ path, removed: true });
      else if (kind === "write" || path === to) changes.push({ path, removed: false });
      else {
        used.add(to);
        changes.push({ path: to, from: path, removed: false });
        if (kind === "swap" && present.has(to)) {
          changes.push({ path, from: to, removed: false });
          continue;
        }
        present.add(to);
      }
      if (kind === "write") present.add(path);
      else if (path !== to || kind === "remove") present.delete(path);
    }
    const subject = words.join(" ");
    return { id: commitId(subject, time), time, subject, changes };
  });
  return { commits, paths: [...present] };
}

Deno.test("appendCommits() gives equal scores for any batches of the commits", () => {
  const cuts = fc.array(fc.nat(25), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), cuts, (steps, places) => {
      const { commits, paths } = play(steps);
      const bounds = [0, ...places.toSorted((a, b) => a - b), commits.length];
      const batches = bounds.slice(1).map((end, i) => commits.slice(bounds[i], end));
      using whole = storeCommits(paths, [commits]);
      using pieces = storeCommits(paths, batches);
      assert.deepEqual(scoresByPath(pieces, ...WORDS), scoresByPath(whole, ...WORDS));
      assert.deepEqual(changesByPath(pieces), changesByPath(whole));
      const { commits: count, newest } = findCommitsState(pieces)!;
      assert.deepEqual([count, newest], [
        findCommitsState(whole)!.commits,
        findCommitsState(whole)!.newest,
      ]);
    }),
    { numRuns: 120 },
  );
});

Deno.test("appendCommits() moves a file to its path in a later batch", () => {
  using store = storeCommits(["b"], [[commitOf("red", 10, "a")], [commitOf("blue", 20, "a -> b")]]);
  assert.deepEqual(changesByPath(store), { b: { changes: 2, age: 0 } });
  assert.equal(findCommitFile(store, "a"), undefined);
  assert.deepEqual(Object.keys(scoresByPath(store, "red")), ["b"]);
});

Deno.test("linkCommits() counts exactly the files that are documents", () => {
  const commits = [commitOf("red", 10, "a", "b"), commitOf("red", 20, "gone")];
  using store = storeCommits(["b"], [commits]);
  assert.deepEqual(Object.keys(scoresByPath(store, "red")), ["b"]);
  using without = storeCommits(["b"], [[commitOf("red", 10, "a", "b")]]);
  const alone = scoresByPath(without, "red");
  addCommits(without, [commitOf("other", 20, "gone")]);
  assert.notDeepEqual(alone, {});
  assert.deepEqual(Object.keys(scoresByPath(without, "other")), []);
});

Deno.test("clearCommits() deletes everything", () => {
  using store = storeCommits(["a"], [[commitOf("red", 10, "a")]]);
  store.write(() => clearCommits(store));
  assert.deepEqual(scoresByPath(store, "red"), {});
  assert.deepEqual(changesByPath(store), {});
  assert.equal(findCommitsState(store), undefined);
  assert.equal(findCommitFile(store, "a"), undefined);
  assert.deepEqual(listCommitsWithTerm(store, "red"), []);
});
