import assert from "node:assert/strict";
import { isSecondaryFile } from "./replay.ts";

Deno.test("isSecondaryFile() distinguishes tests and notes from code", () => {
  const aside = [
    "tests/a.py",
    "sympy/core/tests/test_add.py",
    "a/b_test.go",
    "docs/x.rst",
    "CHANGES",
    "AUTHORS",
  ];
  assert.deepEqual(aside.filter(isSecondaryFile), aside);
  const code = [
    "src/_pytest/pathlib.py",
    "django/test/client.py",
    "requests/models.py",
    "cmd/list.go",
  ];
  assert.deepEqual(code.filter(isSecondaryFile), []);
});
