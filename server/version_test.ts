import assert from "node:assert/strict";
import { VERSION } from "./version.ts";

Deno.test("VERSION is that of every package of the workspace", () => {
  for (const folder of ["core", "retrieval", "server", "cli"]) {
    const manifest = Deno.readTextFileSync(new URL(`../${folder}/deno.json`, import.meta.url));
    assert.equal(JSON.parse(manifest).version, VERSION, folder);
  }
});
