import assert from "node:assert/strict";
import { StepLimit } from "../../../core/condition/step_limit.ts";
import { compilePattern } from "../../../retrieval/machine/compile_pattern.ts";
import {
  COOLDOWN_MS,
  findRefreshPolicy,
  isCooledDown,
  isSalient,
  listFiredTriggers,
  type SalienceFacts,
  type SessionActivity,
  shouldInject,
} from "./refresh.ts";
import type { RefreshTrigger, SalienceTrigger } from "./context_manifest.ts";

const TRIGGERS: readonly RefreshTrigger[] = [
  { kind: "rfc-change" },
  { kind: "turns", every: 10 },
  { kind: "tool-call", tool: "deploy" },
];

function fired(activity: Partial<SessionActivity>): readonly string[] {
  const idle = { turns: { before: 0, now: 0 }, isRfcChanged: false, tools: [] };
  return listFiredTriggers(TRIGGERS, { ...idle, ...activity }).map(({ kind }) => kind);
}

Deno.test("B-11: triggers fire on their event only, and a tier is given once for several", () => {
  assert.deepEqual(fired({}), []);
  assert.deepEqual(fired({ isRfcChanged: true }), ["rfc-change"]);
  assert.deepEqual(fired({ tools: ["build", "deploy"] }), ["tool-call"]);
  assert.deepEqual(fired({ turns: { before: 8, now: 9 } }), []);
  assert.deepEqual(fired({ turns: { before: 9, now: 10 } }), ["turns"]);
  assert.deepEqual(fired({ turns: { before: 10, now: 19 } }), []);
  assert.deepEqual(fired({ turns: { before: 19, now: 20 } }), ["turns"]);
  const both = listFiredTriggers(TRIGGERS, {
    turns: { before: 9, now: 10 },
    isRfcChanged: true,
    tools: [],
  });
  assert.equal(both.length, 2);
});

Deno.test("B-11: within 29 s there is no time, and at 30 s there is", () => {
  assert.equal(isCooledDown(0, 29_000), false);
  assert.equal(isCooledDown(0, COOLDOWN_MS - 1), false);
  assert.equal(isCooledDown(0, 30_000), true);
  assert.equal(isCooledDown(undefined, 0), true);
  assert.equal(isCooledDown(NaN, 0), true);
});

Deno.test("B-12: repeated injections depend on the URI, and on the status of an RFC", () => {
  assert.equal(findRefreshPolicy("blue://docs/adrs/"), "session-start");
  assert.equal(findRefreshPolicy("blue://docs/dialogues/x"), "never");
  assert.equal(findRefreshPolicy("blue://docs/rfcs/0016"), "on-change");
  assert.equal(findRefreshPolicy("blue://docs/rfcs/0016", "implemented"), "on-request");
  assert.equal(findRefreshPolicy("blue://docs/rfcs/0016", "draft"), "on-change");
  assert.equal(findRefreshPolicy("blue://docs/spikes/x"), "on-change");
  assert.equal(findRefreshPolicy("blue://context/voice"), "on-request");
});

Deno.test("B-12: a decision is given once, a dialogue never, an RFC when it has changed", () => {
  const first = { hash: "a", last: undefined, isCool: true };
  const again = { ...first, last: "a" };
  const changed = { ...first, last: "b" };
  assert.deepEqual([first, again, changed].map((now) => shouldInject("session-start", now)), [
    true,
    false,
    false,
  ]);
  assert.deepEqual([first, again, changed].map((now) => shouldInject("never", now)), [
    false,
    false,
    false,
  ]);
  assert.deepEqual([first, again, changed].map((now) => shouldInject("on-change", now)), [
    true,
    false,
    true,
  ]);
  assert.equal(shouldInject("on-change", { ...changed, isCool: false }), false);
});

Deno.test("isSalient() compares each trigger with its facts", async () => {
  const facts = { commits: ["AB-12 fix"], files: ["x // @ticket"], prompt: "Ship the RELEASE" };
  const isActive = (trigger: SalienceTrigger, given: SalienceFacts = facts) =>
    isSalient(trigger, given, {
      compile: compilePattern,
      steps: new StepLimit("invalid-manifest", "triggers"),
    });
  assert.ok(await isActive({ kind: "commit-message", pattern: "^[A-Z]{2,5}-[0-9]+" }));
  assert.ok(!await isActive({ kind: "commit-message", pattern: "^[a-z]" }));
  assert.ok(!await isActive({ kind: "commit-message", pattern: "(" }));
  const long = { ...facts, commits: [`${"a".repeat(60_000)}!`] };
  assert.ok(!await isActive({ kind: "commit-message", pattern: "(a+)+b" }, long));
  assert.ok(await isActive({ kind: "file-annotation", text: "@ticket" }));
  assert.ok(await isActive({ kind: "keyword", text: "release" }));
  assert.ok(!await isActive({ kind: "keyword", text: "revert" }));
});
