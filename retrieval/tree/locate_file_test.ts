import assert from "node:assert/strict";
import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { makeTree } from "../../tests/temp_tree.ts";
import { locateFile, normaliseManifest } from "./locate_file.ts";

Deno.test("locateFile() finds a name with diacritics in the other form of Unicode", () => {
  const [composed, apart] = ["src/größe.ts".normalize("NFC"), "src/é.ts".normalize("NFD")];
  using tree = makeTree({ [composed]: "1", [apart]: "2" });
  const options = { root: tree.root, visibility: createVisibility(DEFAULT_EXCLUSIONS) };
  for (const path of [composed, apart]) {
    for (const form of ["NFC", "NFD"]) {
      assert.deepEqual(locateFile(path.normalize(form), options), { kind: "file", path });
    }
  }
  assert.equal(locateFile("src/ü.ts", options).kind, "not_found");
  const hidden = {
    ...options,
    visibility: options.visibility.hide("forbidden", (path) => path === apart),
  };
  assert.equal(locateFile(apart.normalize("NFC"), hidden).kind, "excluded");
});

Deno.test("normaliseManifest() names each file once, in the form of the tree", () => {
  const written = ["src/a.ts", "./src/a.ts", "src//a.ts", "src\\a.ts", "/project/src/a.ts", "../x"];
  const manifest = { primary: written, read: ["b\\c.ts"], forbidden: [], version: 3 };
  assert.deepEqual(normaliseManifest(manifest, "/project"), {
    primary: ["src/a.ts", "../x"],
    read: ["b/c.ts"],
    forbidden: [],
    version: 3,
  });
});

Deno.test("locateFile() finds a file in a folder named like a drive, and no drive", () => {
  using tree = makeTree({ "C:/a.md": "" });
  const options = { root: tree.root, visibility: createVisibility(DEFAULT_EXCLUSIONS) };
  assert.deepEqual(locateFile("C:/a.md", options), { kind: "file", path: "C:/a.md" });
  assert.equal(locateFile("D:/a.md", options).kind, "outside_root");
});
