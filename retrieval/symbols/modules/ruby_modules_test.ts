import assert from "node:assert/strict";
import type { ModuleTree } from "./module_places.ts";
import { resolveRubyModule } from "./ruby_modules.ts";

Deno.test("resolveRubyModule() finds files beside a file, and in the load path of the gems around it", async () => {
  const paths = ["gems/a/lib/a.rb", "gems/a/lib/a/b.rb", "gems/a/spec/helper.rb", "task.rake"];
  const tree: ModuleTree = {
    listPresent: (asked) => Promise.resolve(new Set(asked.filter((path) => paths.includes(path)))),
    listFilled: () => Promise.resolve(new Set()),
    listNamed: () => Promise.resolve([]),
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
