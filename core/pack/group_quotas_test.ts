import assert from "node:assert/strict";
import fc from "fast-check";
import type { PassageCandidate } from "../fragment/candidate.ts";
import { splitRepository } from "../fragment/repository_path.ts";
import { packRanked } from "./pack_ranked.ts";

function candidate(repository: string, at: number, lines: number): PassageCandidate {
  const document = {
    lines: Array.from({ length: lines }, (_, line) => `${repository} ${at} ${line}`),
  };
  return {
    path: `${repository}/f${at}.ts`,
    kind: "code",
    language: "typescript",
    startLine: 1,
    endLine: lines,
    score: 100 - at,
    needProbability: 0.9,
    document,
  };
}

const cost = ({ text }: { readonly text: string }) => text.split("\n").length;

function pack(
  candidates: readonly PassageCandidate[],
  limit: number,
  quotas: { readonly most: number; readonly least: number },
) {
  const { fragments } = packRanked(candidates, { limit, cost, needThreshold: 0.1, quotas });
  const used = new Map<string, number>();
  for (const { location, tokens } of fragments) {
    const { repository } = splitRepository(location!);
    used.set(repository, (used.get(repository) ?? 0) + tokens);
  }
  return { fragments, used };
}

Deno.test("packRanked() limits a repository to its share while another one has candidates", () => {
  const candidates = [0, 1, 2, 3, 4].map((at) => candidate("big", at, 10));
  const { used } = pack([...candidates, candidate("small", 9, 10)], 50, { most: 0.6, least: 0 });
  assert.deepEqual([...used].sort(), [["big", 40], ["small", 10]]);
});

Deno.test("packRanked() reserves the minimum share of a repository that ranks last", () => {
  const candidates = [0, 1, 2, 3].map((at) => candidate("big", at, 10));
  const others = [candidate("small", 8, 5), candidate("small", 9, 5)];
  assert.deepEqual(
    pack([...candidates, ...others], 40, { most: 1, least: 0 }).used.get("small"),
    undefined,
  );
  assert.deepEqual(
    pack([...candidates, ...others], 40, { most: 1, least: 0.25 }).used.get("small"),
    10,
  );
});

Deno.test("packRanked() reserves nothing for a repository without likely candidates", () => {
  const candidates = [0, 1, 2, 3].map((at) => candidate("big", at, 10));
  const unlikely = { ...candidate("small", 9, 10), needProbability: 0.001 };
  const { used } = pack([...candidates, unlikely], 40, { most: 1, least: 0.5 });
  assert.deepEqual([...used], [["big", 40]]);
});

Deno.test("packRanked() with quotas keeps the limit and shows everything that fits", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(
    fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: 30 })), {
      maxLength: 20,
    }),
    fc.integer({ min: 1, max: 120 }),
    share,
    share,
    (sizes, limit, most, least) => {
      const candidates = sizes.map(([repository, lines], at) => candidate(repository, at, lines));
      const { fragments } = pack(candidates, limit, { most, least });
      const used = fragments.reduce((sum, { tokens }) => sum + tokens, 0);
      assert.ok(used <= limit);
      // Omitted candidates do not fit: quotas leave no usable tokens.
      const shown = new Set(fragments.map(({ location }) => location!.path));
      const smallest = Math.min(
        ...candidates.filter(({ path }) => !shown.has(path)).map(({ endLine }) => endLine),
      );
      assert.ok(smallest > limit - used);
    },
  ));
});
