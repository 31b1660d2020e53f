import assert from "node:assert/strict";
import { normaliseManifest } from "./locate_file.ts";

Deno.test("normaliseManifest() names each file once, as the tree does", () => {
  const written = ["src/a.ts", "./src/a.ts", "src//a.ts", "src\\a.ts", "/project/src/a.ts", "../x"];
  const manifest = { primary: written, read: ["b\\c.ts"], forbidden: [], version: 3 };
  assert.deepEqual(normaliseManifest(manifest, "/project"), {
    primary: ["src/a.ts", "../x"],
    read: ["b/c.ts"],
    forbidden: [],
    version: 3,
  });
});
