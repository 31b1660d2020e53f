import { DEFAULT_EXCLUSIONS, toVisibility } from "@dossier/core";
import assert from "node:assert/strict";
import { openVisibility } from "./open_visibility.ts";
import { openGlobs } from "./open_globs.ts";

Deno.test("openGlobs() matches a glob without slash in any folder, others from the root", async () => {
  const matches = await openGlobs(["*.lock", "src/*.map", "vendor/own/"]);
  assert.deepEqual(
    ["a.lock", "x/y/.b.lock", "src/a.map", "src/x/a.map", "vendor/own/x/a", "vendor/a"].map(
      matches,
    ),
    [true, true, true, false, true, false],
  );
});

Deno.test("openGlobs() matches nothing without globs", async () => {
  const matches = await openGlobs([]);
  assert.equal(matches("a.ts"), false);
  assert.equal(matches(""), false);
});

Deno.test("openGlobs() matches in folders whose names hold a line break", async () => {
  const matches = await openGlobs(["**/*.py", "src/**"]);
  assert.deepEqual(
    ["a\nb/c.py", "a\nb\n/d/c\n.py", "src/a\nb/c", "a\nb/c.ts"].map(matches),
    [true, true, true, false],
  );
});

Deno.test("openGlobs() throws invalid-glob for a glob that is too long to match", async () => {
  for (const longest of [`${"a".repeat(4094)}/*`, "?/".repeat(2048), "*b/".repeat(1365)]) {
    assert.equal((await openGlobs([longest]))("b"), false);
  }
  for (const length of [4097, 65_537]) {
    await assert.rejects(openGlobs(["*.ts", "a".repeat(length)]), {
      name: "ContextError",
      code: "invalid-glob",
      message: "Cannot match paths with a glob as it must have at most 4096 characters: " +
        `current value has ${length}`,
    });
  }
});

Deno.test("openVisibility() lets includes take back rules on names", async () => {
  const visibility = await openVisibility({ ...DEFAULT_EXCLUSIONS, include: ["dist/*.js"] });
  assert.equal(visibility.decide("dist/a.js"), undefined);
  assert.equal(visibility.decide("dist/b.css")?.kind, "folder");
});

Deno.test("openVisibility() decides as plain rules do when nothing is included", async () => {
  const visibility = await openVisibility(DEFAULT_EXCLUSIONS);
  const plain = toVisibility(DEFAULT_EXCLUSIONS);
  for (const path of ["dist/a.js", "a.ts", ".env", "yarn.lock"]) {
    assert.deepEqual(visibility.decide(path), plain.decide(path));
  }
});
