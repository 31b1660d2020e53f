import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeFileName,
  descriptiveFileName,
  encodeFileName,
  folderTerms,
  nameTerms,
} from "./file_name.ts";

Deno.test("nameTerms() takes identifiers, file names and paths apart", () => {
  assert.deepEqual(nameTerms("retryUploads"), {
    whole: "retryupload",
    pieces: ["retri", "upload"],
  });
  assert.deepEqual(nameTerms("router"), { whole: undefined, pieces: ["router"] });
  assert.deepEqual(nameTerms("SqlMapper.TypeHandler").pieces, ["sql", "mapper", "type", "handler"]);
  assert.deepEqual(nameTerms("…"), { whole: undefined, pieces: [] });
});

Deno.test("decodeFileName() gives back the terms that encodeFileName() wrote", () => {
  const path = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("HTTPServer", "a b", ""));
  fc.assert(fc.property(path, (path) => {
    assert.deepEqual(decodeFileName(encodeFileName(path)), nameTerms(descriptiveFileName(path)));
  }));
});

Deno.test("folderTerms() takes the name of the folder apart that a file is in", () => {
  assert.deepEqual(folderTerms("src/http_server/router.ts").pieces, ["http", "server"]);
  assert.deepEqual(folderTerms("router.ts").pieces, []);
});

Deno.test("descriptiveFileName() leaves out endings, and calls index files after their folder", () => {
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
