import assert from "node:assert/strict";
import { type HistoryItem, toMessageItem } from "./item.ts";
import {
  estimateHistoryTokens,
  estimateItemTokens,
  percentLeft,
  recountTokens,
  tokensInUse,
  updateTokenInfo,
  usableWindow,
} from "./token_use.ts";

const reasoning = (length: number): HistoryItem => ({
  kind: "reasoning",
  summary: [],
  encryptedContent: "x".repeat(length),
});

Deno.test("C-20: estimateItemTokens() subtracts the size of encryption, and counts 0 for snapshots", () => {
  assert.equal(estimateItemTokens({ kind: "ghost_snapshot", commit: "c0ffee" }), 0);
  assert.equal(estimateItemTokens(reasoning(1000)), 25);
  assert.equal(estimateItemTokens(reasoning(500)), 0);
  const { kind, ...sealed } = {
    kind: "compaction_summary",
    encryptedContent: "x".repeat(1004),
  } as const;
  // 753 bytes less 650 are 103.
  assert.equal(estimateItemTokens({ kind, ...sealed }), 26);
});

Deno.test("C-20: estimateItemTokens() is a quarter of the bytes of an item's JSON, rounded up", () => {
  // {"kind":"message","role":"user","content":[{"kind":"text","text":"é"}]} has 72 bytes.
  assert.equal(estimateItemTokens(toMessageItem("user", "é")), 18);
  assert.equal(estimateItemTokens(toMessageItem("user", "éx")), 19);
  assert.equal(estimateHistoryTokens([toMessageItem("user", "é")], { instructions: "12345" }), 20);
});

Deno.test("C-20: an image in a request costs the same for any size", () => {
  const show = (url: string): HistoryItem => ({
    kind: "message",
    role: "user",
    content: [{ kind: "image", url }],
  });
  const small = estimateItemTokens(show("data:image/png;base64,AAAA"));
  assert.equal(small, estimateItemTokens(show(`data:image/png;base64,${"A".repeat(100_000)}`)));
  assert.ok(small > 7373 / 4 && small < 7373 / 4 + 30);
  assert.ok(estimateItemTokens(show("https://example.com/a.png")) < 30);
});

const usage = (totalTokens: number) => ({
  inputTokens: totalTokens - 10,
  cachedInputTokens: 5,
  outputTokens: 10,
  reasoningTokens: 4,
  totalTokens,
});

Deno.test("C-20: updateTokenInfo() adds up, remembers the last answer, and passes over one without tokens", () => {
  assert.equal(updateTokenInfo(undefined, null, 1000), undefined);
  const first = updateTokenInfo(undefined, usage(100), 1000);
  assert.deepEqual(first, { total: usage(100), last: usage(100), contextWindow: 1000 });
  const second = updateTokenInfo(first, usage(150));
  assert.deepEqual(second, {
    total: {
      inputTokens: 230,
      cachedInputTokens: 10,
      outputTokens: 20,
      reasoningTokens: 8,
      totalTokens: 250,
    },
    last: usage(150),
    contextWindow: 1000,
  });
  assert.equal(updateTokenInfo(second, null), second);
});

Deno.test("C-20: tokensInUse() adds the items after the last response", () => {
  const ask = toMessageItem("user", "é");
  const items = [ask, toMessageItem("assistant", "x".repeat(400)), ask, ask];
  const info = updateTokenInfo(undefined, usage(100));
  assert.equal(tokensInUse(info, items), 136);
  assert.equal(tokensInUse(undefined, [ask, ask]), 36);
  assert.equal(tokensInUse(info, items.slice(0, 2)), 100);
  assert.equal(tokensInUse(recountTokens(info!, [ask]), [ask]), 18);
  assert.equal(recountTokens(info!, [ask]).total, info!.total);
});

Deno.test("C-20: percentLeft() subtracts the tokens of every conversation, and stays between 0 and 100", () => {
  assert.equal(percentLeft(0, 112_000), 100);
  assert.equal(percentLeft(50_000, 112_000), 50);
  assert.equal(percentLeft(33_333, 112_000), 67);
  assert.equal(percentLeft(500_000, 112_000), 0);
  assert.equal(percentLeft(-5, 112_000), 100);
  assert.equal(percentLeft(0, 12_000), 0);
  assert.equal(percentLeft(25, 100, { baseline: 0 }), 75);
  assert.equal(usableWindow(272_001), 258_400);
});
