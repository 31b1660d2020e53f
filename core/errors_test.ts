import assert from "node:assert/strict";
import { ContextError, isContextError, reasonOfError } from "./errors.ts";

Deno.test("ContextError joins its parts into one sentence, and keeps them", () => {
  const refusal = {
    action: 'use "a.yaml"',
    rule: "line 2, column 1 is wrong",
    state: "it is a list",
    fix: "write a mapping",
  };
  const error = new ContextError("invalid-config", refusal);
  const reason = "line 2, column 1 is wrong: it is a list: write a mapping";
  assert.equal(error.message, `Cannot use "a.yaml" as ${reason}`);
  assert.equal(reasonOfError(error), reason);
  const { rule, state, fix } = error;
  assert.deepEqual({ action: 'use "a.yaml"', rule, state, fix }, refusal);
  assert.ok(isContextError(error));
});

Deno.test("ContextError states the fix without a rule, and only the action without any other part", () => {
  const unwritable = new ContextError("x", { action: 'write "a"', fix: "make it writable" });
  assert.equal(unwritable.message, 'Cannot write "a": make it writable');
  assert.equal(new ContextError("x", { action: "go on" }).message, "Cannot go on");
});

Deno.test("reasonOfError() returns the sentence of an error without parts", () => {
  assert.equal(
    reasonOfError(new ContextError("x", "Cannot go on as it is late")),
    "Cannot go on as it is late",
  );
});
