import assert from "node:assert/strict";
import { moduleTreeOf } from "../../../tests/module_tree.ts";
import { resolveIncluded, resolveRubyModule } from "./path_modules.ts";
import type { ModuleTree } from "./module_places.ts";

Deno.test("resolveIncluded() finds files beside the file, by path suffix, and the nearest of several", async () => {
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

Deno.test("resolveRubyModule() finds files beside a file, and in the load path of the gems around it", async () => {
  const paths = ["gems/a/lib/a.rb", "gems/a/lib/a/b.rb", "gems/a/spec/helper.rb", "task.rake"];
  const tree: ModuleTree = {
    listExistingFiles: (asked) =>
      Promise.resolve(new Set(asked.filter((path) => paths.includes(path)))),
    listNonEmptyFolders: () => Promise.resolve(new Set()),
    listFilesNamed: () => Promise.resolve([]),
    readText: () => Promise.resolve(undefined),
  };
  const find = (module: string, path: string) =>
    resolveRubyModule(module, { path, language: "ruby", packageName: undefined }, tree);
  assert.deepEqual(await find("./a/b", "gems/a/lib/a.rb"), [{ file: "gems/a/lib/a/b.rb" }]);
  assert.deepEqual(await find("a/b", "gems/a/spec/x_spec.rb"), [{ file: "gems/a/lib/a/b.rb" }]);
  assert.deepEqual(await find("helper", "gems/a/spec/x/y_spec.rb"), [{
    file: "gems/a/spec/helper.rb",
  }]);
  assert.deepEqual(await find("../task.rake", "lib/x.rb"), [{ file: "task.rake" }]);
  assert.equal(await find("json", "gems/a/lib/a.rb"), "foreign");
});
