import assert from "node:assert/strict";
import { moduleTreeOf } from "../../../tests/module_tree.ts";
import { resolveIncluded } from "./include_modules.ts";

Deno.test("resolveIncluded() finds files beside, by the end of their paths, and the nearest of several", async () => {
  const tree = moduleTreeOf({
    "src/main.c": "",
    "src/util.h": "",
    "lib/util.h": "",
    "include/db/store.h": "",
    "deps/db/include/db/store.h": "",
    "deps/db/src/store.c": "",
    "lib/only.h": "",
  });
  const find = (module: string, path = "src/main.c") =>
    resolveIncluded(module, { path, language: "c", packageName: undefined }, tree);
  assert.deepEqual(await find("util.h"), [{ file: "src/util.h" }]);
  assert.deepEqual(await find("../lib/util.h"), [{ file: "lib/util.h" }]);
  assert.deepEqual(await find("<db/store.h>"), [{ file: "include/db/store.h" }]);
  assert.deepEqual(await find("db/store.h", "deps/db/src/store.c"), [
    { file: "deps/db/include/db/store.h" },
  ]);
  assert.deepEqual(await find("only.h"), [{ file: "lib/only.h" }]);
  assert.equal(await find("<stdio.h>"), "foreign");
  assert.equal(await find("generated.h"), undefined);
});
