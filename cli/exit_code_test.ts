import { ContextError } from "@dossier/core";
import { RetrievalError } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { exitCodeOf, FAILURE, INTERRUPTED, STORAGE, SUCCESS, USAGE } from "./exit_code.ts";
import { UsageError } from "@dossier/retrieval/operation";
import { BrokenPipe, OutputError } from "./terminal/output.ts";
import { WriteError } from "@dossier/retrieval/write-error";

Deno.test("exitCodeOf() tells usage, storage and interruption apart", () => {
  assert.deepEqual([SUCCESS, FAILURE, USAGE, STORAGE, INTERRUPTED], [0, 1, 2, 3, 130]);
  assert.equal(exitCodeOf(new UsageError("x")), USAGE);
  assert.equal(exitCodeOf(new ContextError("invalid-budget", "x")), USAGE);
  assert.equal(exitCodeOf(new RetrievalError("root-not-found", "x")), USAGE);
  assert.equal(exitCodeOf(new RetrievalError("invalid-glob", "x")), USAGE);
  assert.equal(exitCodeOf(new RetrievalError("disk-full", "x")), STORAGE);
  assert.equal(exitCodeOf(new OutputError(new Error("x"))), STORAGE);
  assert.equal(exitCodeOf(new WriteError("/x", new Error("x"))), STORAGE);
  assert.equal(exitCodeOf(new RetrievalError("interrupted", "x")), INTERRUPTED);
});

Deno.test("exitCodeOf() takes a reader that has gone away for success", () => {
  assert.equal(exitCodeOf(new BrokenPipe()), SUCCESS);
});

Deno.test("exitCodeOf() takes anything else for a failure", () => {
  for (const thrown of [new TypeError("x"), "x", undefined, new ContextError("toString", "x")]) {
    assert.equal(exitCodeOf(thrown), FAILURE);
  }
});
