import assert from "node:assert/strict";
import { moduleTreeOf } from "../../../tests/module_tree.ts";
import { resolvePhpNamespace } from "./php_modules.ts";

const FROM = { path: "src/Http/Page.php", language: "php", packageName: "App.Http" };

Deno.test("resolvePhpNamespace() tells namespaces of the tree from those of others by composer.json", async () => {
  const tree = moduleTreeOf({
    "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/", "Shop\\\\Core\\\\": "core/"}}, ' +
      '"autoload-dev": {"psr-4": {"Tests\\\\": "tests/"}}}',
    "src/Http/Page.php": "",
    "src/Http/Parts/Head.php": "",
  });
  const find = (module: string) => resolvePhpNamespace(module, FROM, tree);
  assert.deepEqual(await find("App.Models"), [{ package: "App.Models" }]);
  assert.deepEqual(await find("Tests"), [{ package: "Tests" }]);
  assert.deepEqual(await find("Shop"), [{ package: "Shop" }]);
  assert.deepEqual(await find(""), [{ package: "" }]);
  assert.deepEqual(await find("Parts"), [{ package: "App.Http.Parts" }, { package: "Parts" }]);
  assert.equal(await find("Symfony.Console"), "foreign");
  assert.equal(await find("Application"), "foreign");
});

Deno.test("resolvePhpNamespace() takes any namespace for one of a tree that does not name its own", async () => {
  for (
    const files of [
      {},
      { "composer.json": '{"autoload": {"classmap": ["lib/"], "psr-4": {"App\\\\": "src"}}}' },
      { "composer.json": "{ broken" },
    ]
  ) {
    const found = await resolvePhpNamespace("Lib.Http", FROM, moduleTreeOf(files));
    assert.deepEqual(found, [{ package: "Lib.Http" }]);
  }
});
