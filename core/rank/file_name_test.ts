import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeFileName,
  descriptiveFileName,
  encodeFileName,
  folderTerms,
  nameTerms,
} from "./file_name.ts";

Deno.test("nameTerms() splits identifiers, file names and paths", () => {
  assert.deepEqual(nameTerms("retryUploads"), {
    whole: "retryupload",
    pieces: ["retri", "upload"],
  });
  assert.deepEqual(nameTerms("router"), { whole: undefined, pieces: ["router"] });
  assert.deepEqual(nameTerms("SqlMapper.TypeHandler").pieces, ["sql", "mapper", "type", "handler"]);
  assert.deepEqual(nameTerms("…"), { whole: undefined, pieces: [] });
});

Deno.test("decodeFileName() restores the terms of encodeFileName()", () => {
  const path = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("HTTPServer", "a b", ""));
  fc.assert(fc.property(path, (path) => {
    assert.deepEqual(decodeFileName(encodeFileName(path)), nameTerms(descriptiveFileName(path)));
  }));
});

Deno.test("folderTerms() splits the name of a file's folder", () => {
  assert.deepEqual(folderTerms("src/http_server/router.ts").pieces, ["http", "server"]);
  assert.deepEqual(folderTerms("router.ts").pieces, []);
});

Deno.test("descriptiveFileName() removes extensions, and names index files after their folder", () => {
  const names = {
    "src/router.ts": "router",
    "src/router.test.ts": "router",
    "a/__init__.py": "a",
    "index.js": "index",
    ".gitignore": ".gitignore",
    "SqlMapper.TypeHandler.cs": "SqlMapper.TypeHandler",
    "Makefile": "Makefile",
  };
  for (const [path, name] of Object.entries(names)) {
    assert.equal(descriptiveFileName(path), name, path);
  }
});
