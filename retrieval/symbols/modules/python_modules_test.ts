import assert from "node:assert/strict";
import { moduleTreeOf } from "../../../tests/module_tree.ts";
import { resolvePythonModule } from "./python_modules.ts";

/** Returns a function that finds the modules that a file imports, in a tree of some files. */
function finderIn(files: Readonly<Record<string, string>>) {
  const tree = moduleTreeOf(files);
  return (module: string, path: string) =>
    resolvePythonModule(module, { path, language: "python", packageName: undefined }, tree);
}

Deno.test("resolvePythonModule() finds relative modules, and none above the root", async () => {
  const find = finderIn({
    "a/__init__.py": "",
    "a/b/__init__.py": "",
    "a/b/c.py": "",
    "a/n/d.py": "",
  });
  assert.deepEqual(await find(".", "a/b/c.py"), [{ file: "a/b/__init__.py" }]);
  assert.deepEqual(await find(".c", "a/b/__init__.py"), [{ file: "a/b/c.py" }]);
  assert.deepEqual(await find("..b.c", "a/b/c.py"), [{ file: "a/b/c.py" }]);
  assert.deepEqual(await find("..n", "a/b/c.py"), []);
  assert.equal(await find(".lost", "a/b/c.py"), undefined);
  assert.equal(await find("....x", "a/b/c.py"), "foreign");
});

Deno.test("resolvePythonModule() searches the folders around a package, not those in it", async () => {
  const find = finderIn({
    "tool/app/__init__.py": "",
    "tool/app/utils.py": "",
    "tool/app/main.py": "",
    "tool/utils.py": "",
    "tool/app/alone.py": "",
    "typed/__init__.pyi": "",
  });
  assert.deepEqual(await find("utils", "tool/app/main.py"), [{ file: "tool/utils.py" }]);
  assert.deepEqual(await find("app.utils", "tool/app/main.py"), [{ file: "tool/app/utils.py" }]);
  assert.deepEqual(await find("alone", "tool/app/main.py"), [{ file: "tool/app/alone.py" }]);
  assert.deepEqual(await find("typed", "tool/app/main.py"), [{ file: "typed/__init__.pyi" }]);
  assert.equal(await find("requests", "tool/app/main.py"), "foreign");
  assert.equal(await find("app.lost", "tool/app/main.py"), undefined);
});

Deno.test("resolvePythonModule() reads the folders of packages from manifests", async () => {
  const find = finderIn({
    "one/pyproject.toml": '[tool.setuptools]\npackage-dir = {"" = "code"}\n',
    "one/code/p/__init__.py": "",
    "two/setup.cfg": "[options.packages.find]\nwhere = lib2\n",
    "two/lib2/q.py": "",
    "three/pyproject.toml": '[tool.poetry]\npackages = [{ include = "r", from = "deep/er" }]\n',
    "three/deep/er/r/s.py": "",
    "three/src/t.py": "",
  });
  assert.deepEqual(await find("p", "one/tests/test_p.py"), [{ file: "one/code/p/__init__.py" }]);
  assert.deepEqual(await find("q", "two/run.py"), [{ file: "two/lib2/q.py" }]);
  assert.deepEqual(await find("r.s", "three/run.py"), [{ file: "three/deep/er/r/s.py" }]);
  assert.deepEqual(await find("t", "three/deep/run.py"), [{ file: "three/src/t.py" }]);
});

Deno.test("resolvePythonModule() finds packages elsewhere in the tree, but not fixtures or nested ones", async () => {
  const find = finderIn({
    "libs/x/acme/__init__.py": "",
    "tests/fixtures/lone.py": "",
    "big/__init__.py": "",
    "big/vendor/__init__.py": "",
    "big/vendor/six.py": "",
    "apps/run.py": "",
  });
  assert.deepEqual(await find("acme", "apps/run.py"), [{ file: "libs/x/acme/__init__.py" }]);
  assert.equal(await find("lone", "apps/run.py"), "foreign");
  assert.equal(await find("six", "apps/run.py"), "foreign");
});

Deno.test("resolvePythonModule() finds modules of the standard library only in the standard library", async () => {
  assert.equal(await finderIn({ "app/logging.py": "" })("logging", "app/main.py"), "foreign");
  const find = finderIn({ "Lib/os.py": "", "Lib/logging/__init__.py": "", "Lib/test/t.py": "" });
  assert.deepEqual(await find("logging", "Lib/test/t.py"), [{ file: "Lib/logging/__init__.py" }]);
});
