import assert from "node:assert/strict";
import type { ModuleTree } from "./module_places.ts";
import { resolveRustModule } from "./rust_modules.ts";

/** Returns a tree of files with their texts. */
function treeOf(files: Readonly<Record<string, string>>): ModuleTree {
  const paths = Object.keys(files);
  return {
    listExistingFiles: (asked) =>
      Promise.resolve(new Set(asked.filter((path) => paths.includes(path)))),
    listNonEmptyFolders: () => Promise.resolve(new Set()),
    listFilesNamed: (name) =>
      Promise.resolve(paths.filter((path) => `/${path}`.endsWith(`/${name}`))),
    readText: (path) => Promise.resolve(files[path]),
  };
}

const TREE = treeOf({
  "Cargo.toml": '[workspace]\nmembers = ["core", "app"]\n[workspace.dependencies]\nserde = "1"\n',
  "core/Cargo.toml": '[package]\nname = "my-core"\n[lib]\npath = "source/root.rs"\n',
  "core/source/root.rs": "",
  "app/Cargo.toml":
    '[package]\nname = "app"\n[dependencies]\nanyhow = "1"\nmine = { package = "my-core", path = "../core" }\n',
  "app/src/main.rs": "",
  "app/src/lib.rs": "",
  "app/src/a.rs": "",
  "app/src/a/b.rs": "",
  "app/src/build.rs": "",
  "app/build.rs": "",
  "app/src/c/mod.rs": "",
  "app/src/c/d.rs": "",
  "app/src/bin/tool.rs": "",
  "app/src/odd.inc.rs": "",
  "app/tests/it.rs": "",
  "app/tests/common/mod.rs": "",
  "broken/Cargo.toml": "[package\n",
});

/** Returns the result of resolving a path in a file: a path, "foreign" or `undefined`. */
async function find(module: string, path: string): Promise<unknown> {
  const found = await resolveRustModule(
    module,
    { path, language: "rust", packageName: undefined },
    TREE,
  );
  return Array.isArray(found) ? found.map((place) => place.file).join() : found;
}

Deno.test("resolveRustModule() follows crate, self and super through module files", async () => {
  assert.equal(await find("::crate", "app/src/a/b.rs"), "app/src/lib.rs");
  assert.equal(await find("::crate::a::b", "app/src/c/d.rs"), "app/src/a/b.rs");
  assert.equal(await find("::self::b", "app/src/a.rs"), "app/src/a/b.rs");
  assert.equal(await find("::self::d", "app/src/c/mod.rs"), "app/src/c/d.rs");
  assert.equal(await find("::super", "app/src/a/b.rs"), "app/src/a.rs");
  assert.equal(await find("::super", "app/src/c/d.rs"), "app/src/c/mod.rs");
  assert.equal(await find("::super::super::a", "app/src/c/d.rs"), "app/src/a.rs");
  assert.equal(await find("::b", "app/src/a.rs"), "app/src/a/b.rs");
  assert.equal(await find("::crate", "app/src/build.rs"), "app/src/lib.rs");
  assert.equal(await find("::crate", "app/build.rs"), "app/build.rs");
  assert.equal(await find("::crate::none", "app/src/a.rs"), undefined);
  assert.equal(await find("./odd.inc.rs", "app/src/lib.rs"), "app/src/odd.inc.rs");
});

Deno.test("resolveRustModule() recognizes crates of the tree, also renamed ones, and those of other projects", async () => {
  assert.equal(await find("::mine", "app/src/a.rs"), "core/source/root.rs");
  assert.equal(await find("::my_core", "app/tests/it.rs"), "core/source/root.rs");
  assert.equal(await find("::app::a", "app/tests/it.rs"), "app/src/a.rs");
  assert.equal(await find("::common", "app/tests/it.rs"), "app/tests/common/mod.rs");
  assert.equal(await find("::crate", "app/src/bin/tool.rs"), "app/src/bin/tool.rs");
  assert.equal(await find("::anyhow", "app/src/a.rs"), "foreign");
  assert.equal(await find("::serde::de", "app/src/a.rs"), "foreign");
  assert.equal(await find("::std::fmt", "app/src/a.rs"), "foreign");
  assert.equal(await find("::Kind", "app/src/a.rs"), undefined);
});
