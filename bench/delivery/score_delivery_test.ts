import assert from "node:assert/strict";
import { firstRank, meanScore, scoreDelivery } from "./score_delivery.ts";

const question = {
  essential: [
    { path: "a.ts", startLine: 1, endLine: 10 },
    { path: "b.ts", startLine: 21, endLine: 30 },
  ],
  helpful: [{ path: "a.ts", startLine: 11, endLine: 20 }],
  slack: 0,
};

Deno.test("scoreDelivery() counts lines, ranges and files, and the tokens in the right lines", () => {
  const score = scoreDelivery(question, {
    passages: [
      { path: "a.ts", startLine: 6, endLine: 25, tokens: 200, form: "snippet" },
      { path: "c.ts", startLine: 1, endLine: 5, tokens: 100, form: "whole" },
    ],
    used: 340,
  });
  // 5 of 20 lines; 15 of the 20 lines that cost 200 tokens are essential or helpful: 150 of 300
  // tokens.
  assert.deepEqual(score, { lines: 0.25, ranges: 0.5, files: 0.5, precision: 0.5, used: 340 });
});

Deno.test("scoreDelivery() counts an outline for its file but not for its lines", () => {
  const passages = [{ path: "a.ts", startLine: 1, endLine: 20, tokens: 50, form: "outline" }];
  const score = scoreDelivery(question, { passages, used: 60 });
  assert.deepEqual(score, { lines: 0, ranges: 0, files: 0.5, precision: 0, used: 60 });
});

Deno.test("scoreDelivery() counts a hunk as touched by a passage that is near enough", () => {
  const passages = [{ path: "b.ts", startLine: 10, endLine: 18, tokens: 10, form: "snippet" }];
  const near = scoreDelivery({ ...question, slack: 3 }, { passages, used: 10 });
  const far = scoreDelivery({ ...question, slack: 2 }, { passages, used: 10 });
  assert.deepEqual([near.ranges, far.ranges, near.lines], [0.5, 0, 0]);
});

Deno.test("firstRank() is the rank of the first result with an essential line, not of one that is near", () => {
  const near = { path: "b.ts", startLine: 10, endLine: 20 };
  const other = { path: "c.ts", startLine: 21, endLine: 30 };
  const right = { path: "b.ts", startLine: 30, endLine: 40 };
  assert.equal(firstRank(question, [near, other, right]), 3);
  assert.equal(firstRank(question, [near, other]), Infinity);
});

Deno.test("meanScore() returns the mean of each number", () => {
  const [one, other] = [0, 1].map((n) => ({
    lines: n,
    ranges: n,
    files: n,
    precision: n,
    used: n,
  }));
  assert.deepEqual(meanScore([one!, other!]), {
    lines: 0.5,
    ranges: 0.5,
    files: 0.5,
    precision: 0.5,
    used: 0.5,
  });
});

Deno.test("scoreDelivery() counts only the shown lines of a passage with omissions", () => {
  const ranges = [{ startLine: 1, endLine: 2 }, { startLine: 19, endLine: 22 }];
  const passages = [
    { path: "a.ts", startLine: 1, endLine: 22, tokens: 60, form: "snippet", ranges },
  ];
  // 2 of 20 lines; 4 of the 6 shown lines are essential or helpful.
  assert.deepEqual(scoreDelivery(question, { passages, used: 80 }), {
    lines: 0.1,
    ranges: 0.5,
    files: 0.5,
    used: 80,
    precision: 40 / 60,
  });
});
