import assert from "node:assert/strict";
import { IS_BUNDLED, PROGRAM, VERSION } from "./program.ts";

const read = (path: string) => Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));

Deno.test("VERSION is that of every package of the workspace", () => {
  for (const folder of ["core", "retrieval", "server", "cli"]) {
    assert.equal(JSON.parse(read(`${folder}/deno.json`)).version, VERSION, folder);
  }
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
});

Deno.test("PROGRAM is what a user of the sources types", () => {
  assert.equal(PROGRAM, "deno task");
  assert.ok(!IS_BUNDLED);
});
