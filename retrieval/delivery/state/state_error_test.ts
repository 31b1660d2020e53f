import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { RetrievalError } from "../../machine/errors.ts";
import { noteUnrecorded, stateError, toStateError } from "./state_error.ts";

function thrownBy(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown");
}

Deno.test("toStateError() distinguishes a locked, a full and a read-only state", () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("state.db");
  using one = new DatabaseSync(path, { timeout: 0 });
  using other = new DatabaseSync(path, { timeout: 0 });
  one.exec("CREATE TABLE t (x); PRAGMA max_page_count = 2");
  using reader = new DatabaseSync(path, { readOnly: true });
  const errors = [
    thrownBy(() => one.exec("INSERT INTO t VALUES (zeroblob(100000))")),
    thrownBy(() => reader.exec("INSERT INTO t VALUES (1)")),
    thrownBy(() => {
      one.exec("BEGIN IMMEDIATE");
      other.exec("BEGIN IMMEDIATE");
    }),
  ];
  const codes = errors.map((error) => {
    const known = toStateError(error, path);
    assert.ok(known instanceof RetrievalError);
    assert.ok(known.message.startsWith(`Cannot use the state "${path}" as `));
    return known.code;
  });
  assert.deepEqual(codes, ["disk-full", "state-unwritable", "state-busy"]);
});

Deno.test("toStateError() does not change other errors", () => {
  for (const error of [new TypeError("x"), new RetrievalError("round-taken", "x"), "text"]) {
    assert.equal(toStateError(error, "/x"), error);
  }
});

Deno.test("noteUnrecorded() returns a note for errors of the file only", () => {
  for (const condition of ["full", "busy", "unwritable", "damaged", "newer"] as const) {
    const error = stateError(condition, "/x/state.db");
    assert.deepEqual(noteUnrecorded(error), {
      code: "not-recorded",
      message: `Nothing was recorded: ${error.message}`,
    });
  }
  for (const error of [new TypeError("x"), new RetrievalError("invalid-session", "x"), "text"]) {
    assert.equal(noteUnrecorded(error), undefined);
  }
});
