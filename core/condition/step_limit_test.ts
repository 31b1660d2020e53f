import { isContextError } from "../errors.ts";
import assert from "node:assert/strict";
import { compilePattern } from "../../retrieval/machine/compile_pattern.ts";
import { matchesCondition } from "./condition.ts";
import { type Hook, planFetches } from "../../features/policy/core/hook.ts";
import { readHooks } from "../../features/policy/core/read_hooks.ts";

const TEXT = "ab".repeat(32_000);

function hooksOf(count: number, condition: object): Promise<{
  readonly hooks: readonly Hook[];
  readonly warnings: readonly string[];
}> {
  const entry = { event: "start", condition, action: { fetch: "a" } };
  return readHooks(Array(count).fill(entry), {
    origin: "project",
    place: '"hooks.yaml"',
    compile: compilePattern,
  });
}

const isTooMuch = (error: unknown) =>
  isContextError(error) && error.code === "invalid-hooks" &&
  /^Cannot evaluate the conditions of hooks as they must take at most 64000000 steps together .*: current value is \d+; use fewer/
    .test(error.message);

Deno.test("planFetches() refuses conditions that take too long together", async () => {
  const occasion = { event: "start", facts: { text: TEXT }, suppress: [], limit: { add() {} } };
  const slow = { path: "text", op: "regex", value: "a[ab]{20}[xy]" };
  const { hooks } = await hooksOf(2000, slow);
  const start = performance.now();
  assert.throws(() => planFetches(hooks, occasion), isTooMuch);
  assert.ok(performance.now() - start < 4000);
  assert.deepEqual(planFetches((await hooksOf(20, slow)).hooks, occasion).fetches, []);
  const many = await hooksOf(2000, { path: "text", op: "contains", value: "c" });
  assert.throws(() => planFetches(many.hooks, occasion), isTooMuch);
});

Deno.test("matchesCondition() counts the entries of compared values", () => {
  const facts = { list: Array(100_000).fill(0) };
  const all = Array(2000).fill({ path: "list", op: "eq", value: 1 });
  assert.throws(() => matchesCondition({ any: all }, facts), isTooMuch);
  assert.equal(matchesCondition({ any: all.slice(0, 10) }, facts), false);
});

Deno.test("readHooks() omits hooks whose regular expressions are too large together", async () => {
  const start = performance.now();
  const { hooks, warnings } = await hooksOf(2000, { path: "a", op: "regex", value: "(a|b){1000}" });
  assert.ok(performance.now() - start < 3000);
  assert.ok(hooks.length > 50 && hooks.length < 400);
  assert.equal(warnings.length, 2000 - hooks.length);
  assert.match(warnings[0] ?? "", /steps together .*; the hook is omitted$/);
});

Deno.test("planFetches() evaluates a hundred usual conditions on a long text", async () => {
  const { hooks } = await hooksOf(100, {
    path: "text",
    op: "regex",
    value: "^(fix|feat)(\\([a-z]+\\))?: .{1,20}$",
  });
  const facts = { text: `fix(a): ${TEXT.slice(0, 10)}` };
  const occasion = { event: "start", suppress: [], limit: { add() {} } };
  assert.equal(planFetches(hooks, { ...occasion, facts }).fetches.length, 100);
  const long = { text: TEXT.slice(0, 10_000) };
  assert.equal(planFetches(hooks, { ...occasion, facts: long }).fetches.length, 0);
});
