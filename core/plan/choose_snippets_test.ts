import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseSnippets, MAX_SNIPPETS, type SnippetCandidate } from "./choose_snippets.ts";

function at(place: string): SnippetCandidate {
  const [, path = "", start, end] = /^(.+):(\d+)-(\d+)$/.exec(place) ?? [];
  return { path, startLine: Number(start), endLine: Number(end) };
}

function placeOf({ path, startLine, endLine }: SnippetCandidate): string {
  return `${path}:${startLine}-${endLine}`;
}

function choose(
  places: readonly string[],
  { shown = [], limit }: { readonly shown?: readonly string[]; readonly limit?: number } = {},
) {
  const { snippets, omitted } = chooseSnippets(places.map(at), {
    shown: Map.groupBy(shown.map(at), ({ path }) => path),
    ...(limit === undefined ? {} : { limit }),
  });
  return {
    snippets: snippets.map(placeOf),
    candidates: snippets.map(({ candidates }) => candidates.map(placeOf)),
    omitted: omitted.map(({ candidate, reason }) => `${placeOf(candidate)} ${reason}`),
  };
}

Deno.test("N-13 chooseSnippets() merges what overlaps or touches, in the order of the best", () => {
  const { snippets, candidates } = choose(["b:10-19", "a:1-5", "b:40-49", "b:20-29", "b:5-12"]);
  assert.deepEqual(snippets, ["b:5-29", "a:1-5", "b:40-49"]);
  assert.deepEqual(candidates[0], ["b:10-19", "b:20-29", "b:5-12"]);
});

Deno.test("N-13 chooseSnippets() shows nothing that is shown already", () => {
  const { snippets, omitted } = choose(["a:1-50", "a:20-29", "b:3-9"], {
    shown: ["a:20-30", "b:1-1000"],
  });
  assert.deepEqual(snippets, ["a:1-19", "a:31-50"]);
  assert.deepEqual(omitted, ["a:20-29 shown", "b:3-9 shown"]);
});

Deno.test("N-13 chooseSnippets() shows at most ten", () => {
  const places = Array.from({ length: 13 }, (_, index) => `a:${10 * index + 1}-${10 * index + 5}`);
  const { snippets, omitted } = choose([...places, "a:6-8", "a:121-124"]);
  assert.deepEqual(snippets, ["a:1-8", ...places.slice(1, MAX_SNIPPETS)]);
  assert.equal(omitted.length, 4);
  assert.equal(omitted[0], "a:101-105 limit");
});

Deno.test("N-13 chooseSnippets() lets in what joins two snippets when there are enough", () => {
  assert.deepEqual(choose(["a:1-5", "a:10-12", "a:6-9", "a:90-99"], { limit: 2 }), {
    snippets: ["a:1-12", "a:90-99"],
    candidates: [["a:1-5", "a:10-12", "a:6-9"], ["a:90-99"]],
    omitted: [],
  });
});

Deno.test("N-13 chooseSnippets() shows every line of a candidate once, or says why not", () => {
  const candidate = fc.record({
    path: fc.constantFrom("a", "b"),
    startLine: fc.integer({ min: 1, max: 60 }),
    size: fc.integer({ min: 0, max: 9 }),
  }).map(({ path, startLine, size }) => ({ path, startLine, endLine: startLine + size }));
  const lists = fc.array(candidate, { maxLength: 14 });
  fc.assert(fc.property(lists, lists, fc.nat(6), (given, before, limit) => {
    const shown = Map.groupBy(before, ({ path }) => path);
    const { snippets, omitted } = chooseSnippets(given, { shown, limit });
    assert.ok(snippets.length <= limit);
    const linesOf = (list: readonly SnippetCandidate[]) =>
      list.flatMap(({ path, startLine, endLine }) =>
        Array.from(
          { length: endLine - startLine + 1 },
          (_, index) => `${path}:${startLine + index}`,
        )
      );
    const lines = linesOf(snippets);
    assert.equal(new Set(lines).size, lines.length);
    const out = new Set(omitted.map(({ candidate }) => candidate));
    const taken = given.filter((one) => !out.has(one));
    const expected = new Set(linesOf(taken)).difference(new Set(linesOf(before)));
    assert.deepEqual(new Set(lines.sort()), new Set([...expected].sort()));
    assert.ok(snippets.every(({ candidates }) => candidates.length > 0));
    for (const snippet of snippets) {
      const next = { ...snippet, startLine: snippet.endLine + 1, endLine: snippet.endLine + 1 };
      assert.ok(!lines.includes(`${next.path}:${next.startLine}`));
    }
  }));
});
