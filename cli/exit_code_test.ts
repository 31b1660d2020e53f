import { ContextError } from "@dossier/core";
import { RetrievalError } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { exitCodeOf, FAILURE, INTERRUPTED, STORAGE, SUCCESS, USAGE } from "./exit_code.ts";
import { UsageError } from "@dossier/retrieval/operation";
import { BrokenPipe, OutputError } from "./terminal/output.ts";
import { WriteError } from "@dossier/retrieval/write-error";

Deno.test("exitCodeOf() distinguishes usage, storage and interruption", async () => {
  assert.deepEqual([SUCCESS, FAILURE, USAGE, STORAGE, INTERRUPTED], [0, 1, 2, 3, 130]);
  assert.equal(await exitCodeOf(new UsageError("x")), USAGE);
  assert.equal(await exitCodeOf(new ContextError("invalid-budget", "x")), USAGE);
  assert.equal(await exitCodeOf(new RetrievalError("root-not-found", "x")), USAGE);
  assert.equal(await exitCodeOf(new RetrievalError("invalid-glob", "x")), USAGE);
  assert.equal(await exitCodeOf(new RetrievalError("disk-full", "x")), STORAGE);
  assert.equal(await exitCodeOf(new OutputError(new Error("x"))), STORAGE);
  assert.equal(await exitCodeOf(new WriteError("/x", new Error("x"))), STORAGE);
  assert.equal(await exitCodeOf(new RetrievalError("interrupted", "x")), INTERRUPTED);
  assert.equal(await exitCodeOf(new ContextError("profile-not-found", "x")), USAGE);
});

Deno.test("exitCodeOf() treats a closed pipe as success", async () => {
  assert.equal(await exitCodeOf(new BrokenPipe()), SUCCESS);
});

Deno.test("exitCodeOf() treats anything else as a failure", async () => {
  for (const thrown of [new TypeError("x"), "x", undefined, new ContextError("toString", "x")]) {
    assert.equal(await exitCodeOf(thrown), FAILURE);
  }
});
