import assert from "node:assert/strict";
import { bundleFlags, IS_BUNDLED, LONG_COMMANDS, PROGRAM, VERSION } from "./program.ts";

const read = (path: string) => Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));

Deno.test("VERSION is the version of every package of the workspace", () => {
  for (const folder of ["core", "retrieval", "server", "cli"]) {
    assert.equal(JSON.parse(read(`${folder}/deno.json`)).version, VERSION, folder);
  }
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
});

Deno.test("PROGRAM is what a user of the sources types", () => {
  assert.equal(PROGRAM, "deno task");
  assert.ok(!IS_BUNDLED);
});

Deno.test("bundleFlags() optimizes only commands that run for long, and does not cache their code", () => {
  for (const command of LONG_COMMANDS) {
    const flags = bundleFlags(command).join(" ");
    assert.match(flags, /--no-code-cache/);
    assert.doesNotMatch(flags, /turbofan/);
  }
  assert.match(bundleFlags("hook").join(" "), /--no-turbofan/);
  assert.doesNotMatch(bundleFlags("hook").join(" "), /--no-code-cache/);
});
