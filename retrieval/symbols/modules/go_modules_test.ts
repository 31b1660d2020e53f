import assert from "node:assert/strict";
import { moduleTreeOf } from "../../../tests/module_tree.ts";
import { resolveGoModule } from "./go_modules.ts";

const FROM = { path: "cmd/main.go", language: "go", packageName: "main" };

Deno.test("resolveGoModule() finds packages by the modules of a tree and their replacements", async () => {
  const tree = moduleTreeOf({
    "go.mod":
      "// comment\nmodule example.com/a/v2 // behind\n\nreplace (\n\texample.com/b => ./near/b\n" +
      "\texample.com/c v1.0.0 => ../outside\n)\n",
    "a.go": "",
    "x/y/y.go": "",
    "near/b/b.go": "",
    "near/b/z/z.go": "",
    "inner/go.mod": 'module "example.com/a/v2/inner"\n',
    "inner/deep/d.go": "",
    "vendor/example.com/v/v.go": "",
  });
  const find = (module: string) => resolveGoModule(module, FROM, tree);
  assert.deepEqual(await find("example.com/a/v2"), [{ folder: "" }]);
  assert.deepEqual(await find("example.com/a/v2/x/y"), [{ folder: "x/y" }]);
  assert.deepEqual(await find("example.com/b"), [{ folder: "near/b" }]);
  assert.deepEqual(await find("example.com/b/z"), [{ folder: "near/b/z" }]);
  assert.deepEqual(await find("example.com/a/v2/inner/deep"), [{ folder: "inner/deep" }]);
  assert.deepEqual(await find("example.com/v"), [{ folder: "vendor/example.com/v" }]);
  assert.equal(await find("example.com/a/v2/made"), undefined);
  assert.equal(await find("example.com/a/v22"), "foreign");
  assert.equal(await find("fmt"), "foreign");
  assert.equal(await find("C"), "foreign");
});

Deno.test("resolveGoModule() finds packages of a tree without modules by path suffixes", async () => {
  const tree = moduleTreeOf({ "pkg/x/x.go": "", "errors/e.go": "", "src/host.com/o/o.go": "" });
  const find = (module: string) => resolveGoModule(module, FROM, tree);
  assert.deepEqual(await find("github.com/o/r/pkg/x"), [{ folder: "pkg/x" }]);
  assert.deepEqual(await find("host.com/o"), [{ folder: "src/host.com/o" }]);
  assert.equal(await find("github.com/o/r"), "foreign");
});

Deno.test("resolveGoModule() reads the standard library, whose module is not in its paths", async () => {
  const tree = moduleTreeOf({ "src/go.mod": "module std\n", "src/net/http/h.go": "" });
  assert.deepEqual(await resolveGoModule("net/http", FROM, tree), [{ folder: "src/net/http" }]);
  assert.equal(await resolveGoModule("golang.org/x/net", FROM, tree), "foreign");
});
