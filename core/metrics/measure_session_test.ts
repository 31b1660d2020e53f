import {
  type InjectionEvidence,
  measureRequests,
  measureSession,
  type SessionEvidence,
} from "./measure_session.ts";
import assert from "node:assert/strict";

const BUNDLE: InjectionEvidence = {
  answer: false,
  fragments: [
    { path: "src/cli.ts", tokens: 400, document: false },
    { path: "src/loop.ts", tokens: 300, document: false },
    { path: "docs/loop.md", tokens: 200, document: true, slug: "loop", stale: true },
    { path: "docs/cli-flags.md", tokens: 100, document: true, slug: "cli-flags", stale: true },
  ],
  omitted: ["src/state.ts"],
  requests: [],
  promptTokens: 1600,
  durationMs: 12,
};

const ANSWER: InjectionEvidence = {
  answer: true,
  fragments: [
    { path: "src/state.ts", tokens: 250, document: false },
    { path: "src/time.ts", tokens: 50, document: false },
  ],
  omitted: [],
  requests: [
    { target: "src/state.ts", outcome: "provided" },
    { target: "src/time.ts", outcome: "provided" },
    { target: "gone", outcome: "not_found" },
  ],
  promptTokens: 400,
  durationMs: 3,
};

const RUN: SessionEvidence = {
  injections: [BUNDLE, ANSWER],
  transcript: [
    "I read src/loop.ts and [[loop]] first.",
    "NEED_CODE: src/state.ts",
    "NEED_CODE: src/time.ts",
    "NEED_DOC: gone",
    '{"tool":"edit","file_path":"/repo/src/state.ts"}',
    "Done: loop.ts and src/new.ts.",
  ].join("\n"),
  touched: ["src/loop.ts", "src/state.ts", "src/new.ts"],
  predicted: ["src/cli.ts", "src/loop.ts"],
  isExcluded: (path) => path.startsWith("vendor/"),
};

Deno.test("N-24 measureSession() measures a scripted run", () => {
  const metrics = measureSession({ ...RUN, outdated: ["docs/loop.md", "docs/never-given.md"] });
  assert.deepEqual(metrics, {
    injectedTokens: 1300,
    unusedTokens: 550, // src/cli.ts 400, docs/cli-flags.md 100, src/time.ts 50
    dilution: 550 / 1300,
    recall: { 1: 0, 5: 1 / 3, 10: 1 / 3, 20: 1 / 3 },
    reciprocalRank: 1 / 2,
    docFraction: 300 / 2000,
    needs: {
      requests: 3,
      outcomes: { not_found: 1, provided: 2 },
      providedShare: 2 / 3,
      namedShare: 1 / 2,
      missed: ["src/state.ts"],
    },
    prediction: {
      hits: ["src/loop.ts"],
      falseNegatives: ["src/new.ts", "src/state.ts"],
      falsePositives: ["src/cli.ts"],
      precision: 1 / 2,
      recall: 1 / 3,
    },
    staleness: {
      hits: ["docs/loop.md"],
      falseNegatives: [],
      falsePositives: ["docs/cli-flags.md"],
      precision: 1 / 2,
      recall: 1,
    },
    leaks: [],
    planning: { count: 2, median: 3, max: 12 },
  });
});

Deno.test("N-24 measureSession() counts a touched file as used when the transcript does not mention it", () => {
  const dilutionOf = (touched: readonly string[]) =>
    measureSession({ ...RUN, transcript: "Done.", injections: [BUNDLE], touched }).dilution;
  assert.equal(dilutionOf([]), 1);
  assert.equal(dilutionOf(["src/cli.ts", "src/new.ts"]), 600 / 1000);
});

Deno.test("N-24 measureSession() reports an excluded path that was delivered or listed", () => {
  const omitted = ["vendor/b.ts", "src/c.ts"];
  const fragments = [{ path: "vendor/a.ts", tokens: 1, document: false }];
  const { leaks } = measureSession({ ...RUN, injections: [{ ...BUNDLE, fragments, omitted }] });
  assert.deepEqual(leaks, ["vendor/a.ts", "vendor/b.ts"]);
});

Deno.test("measureSession() distinguishes a request in JSON from a use of fetched context", () => {
  const used = (transcript: string) =>
    300 - measureSession({ ...RUN, injections: [ANSWER], transcript, touched: [] }).unusedTokens;
  assert.equal(used('{"text":"NEED_CODE: src/state.ts\\nNEED_CODE: src/time.ts"}'), 0);
  assert.equal(used('{"text":"NEED_CODE: src/state.ts\\nthen src/time.ts"}'), 50);
  assert.equal(used("NEED_CODE: src/state.ts\r\nsrc/state.ts"), 250);
});

Deno.test("measureSession() has no figures without events", () => {
  const metrics = measureSession({ ...RUN, injections: [], touched: [], predicted: [] });
  assert.deepEqual(metrics, {
    injectedTokens: 0,
    unusedTokens: 0,
    dilution: 0,
    recall: {},
    docFraction: 0,
    needs: { requests: 0, outcomes: {}, missed: [] },
    prediction: { hits: [], falseNegatives: [], falsePositives: [] },
    leaks: [],
  });
});

Deno.test("N-24 measureRequests() counts outcomes, later mentions and omissions", () => {
  const metrics = measureRequests([
    { target: "src/a.ts", outcome: "provided" },
    { target: "auth", outcome: "provided" },
    { target: "src/a.ts", outcome: "already_present" },
    { target: "nowhere.ts", outcome: "not_found" },
  ], { omitted: ["docs/auth.md", "lib/src/a.ts", "x.ts"], mentioned: new Set(["auth"]) });
  assert.deepEqual(metrics, {
    requests: 4,
    outcomes: { already_present: 1, not_found: 1, provided: 2 },
    providedShare: 0.5,
    namedShare: 0.5,
    missed: ["src/a.ts", "auth"],
  });
});

Deno.test("measureRequests() has no shares without requests", () => {
  assert.deepEqual(measureRequests([], { omitted: ["a"], mentioned: new Set(["a"]) }), {
    requests: 0,
    outcomes: {},
    missed: [],
  });
});
