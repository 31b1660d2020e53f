import assert from "node:assert/strict";
import { findOutsideScope } from "./find_outside_scope.ts";

const PATHS = ["axum-macros/src/debug_handler.rs", "axum/src/routing/mod.rs", "axum/src/Router.rs"];

function outside(text: string): readonly number[] {
  const found = findOutsideScope(text, PATHS);
  return PATHS.flatMap((path, i) => found.has(path) ? [i] : []);
}

Deno.test("findOutsideScope() compares folders and files, in any spelling", () => {
  assert.deepEqual(outside("axum-macros: better error for generic functions"), [1, 2]);
  assert.deepEqual(outside("[axum_macros]: better error"), [1, 2]);
  assert.deepEqual(outside("router: say which route"), [0, 1]);
  assert.deepEqual(outside("routing/router: say which route"), [0]);
});

Deno.test("findOutsideScope() reads the scope after the type of a change", () => {
  assert.deepEqual(outside("fix(router): say which route"), [0, 1]);
  assert.deepEqual(outside("feat(routing, axum-macros)!: say which route"), [2]);
});

Deno.test("findOutsideScope() returns nothing when no path has the subject", () => {
  for (
    const text of ["router says nothing", "fix: routing", "cookies: say more", "", "mod: a", "x:y"]
  ) {
    assert.deepEqual(outside(text), text.startsWith("mod") ? [0, 2] : [], text);
  }
  assert.deepEqual(outside("axum/axum-macros: all of it"), []);
});
