import assert from "node:assert/strict";
import { fileKeys } from "./file_keys.ts";

Deno.test("fileKeys() returns the same for all spellings of a name", () => {
  for (
    const path of ["a/ActiveRecord.rb", "active_record.rb", "x/active-record.test", "ACTIVERECORD"]
  ) {
    assert.deepEqual(fileKeys(path), ["activerecord"]);
  }
});

Deno.test("fileKeys() adds the folder that a file represents", () => {
  assert.deepEqual(fileKeys("src/url_tools/mod.rs"), ["mod", "urltools"]);
  assert.deepEqual(fileKeys("django/forms/__init__.py"), ["init", "forms"]);
  assert.deepEqual(fileKeys("mod.rs"), ["mod"]);
  assert.deepEqual(fileKeys("src/.gitignore"), [".gitignore"]);
});
