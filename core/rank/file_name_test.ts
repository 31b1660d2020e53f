import assert from "node:assert/strict";
import { fileName } from "./file_name.ts";

Deno.test("fileName() leaves out endings, and calls index files after their folder", () => {
  const names = {
    "src/router.ts": "router",
    "src/router.test.ts": "router",
    "a/__init__.py": "a",
    "index.js": "index",
    ".gitignore": ".gitignore",
    "SqlMapper.TypeHandler.cs": "SqlMapper.TypeHandler",
    "Makefile": "Makefile",
  };
  for (const [path, name] of Object.entries(names)) assert.equal(fileName(path), name, path);
});
