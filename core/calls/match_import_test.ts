import assert from "node:assert/strict";
import { matchImport, modulePlace } from "./match_import.ts";

/** Matches `"2:a/b"`, an import from two folders up, in one file with another. */
function match(module: string, from: string, target: string, root = ""): number {
  const [, up, path = ""] = /^(?:(\d+):)?(.*)$/.exec(module) ?? [];
  return matchImport(
    {
      path: path.split("/").filter((part) => part !== ""),
      ...(up === undefined ? {} : { up: +up }),
    },
    modulePlace(from),
    modulePlace(target, root),
  );
}

Deno.test("matchImport() follows paths that start from the file", () => {
  assert.equal(match("0:pool", "src/a.ts", "src/pool.ts"), 3);
  assert.equal(match("1:net/pool", "src/b/a.ts", "src/net/pool/index.ts"), 3);
  assert.equal(match("1:", "a/b/c.py", "a/__init__.py"), 3);
  assert.equal(match("0:pool", "src/a.ts", "lib/pool.ts"), 0);
  assert.equal(match("0:net", "src/a.ts", "src/net/pool.ts"), 2);
  assert.equal(match("0:net", "src/a.ts", "src/net/deep/pool.ts"), 1);
});

Deno.test("matchImport() compares the ends of other paths, without folders that modules leave out", () => {
  assert.equal(match("flask/json", "x.py", "src/flask/json/__init__.py"), 3);
  assert.equal(match("org/acme/Pool", "x.java", "core/src/main/java/org/acme/Pool.java"), 3);
  assert.equal(match("tokio_util/codec", "x.rs", "tokio-util/src/codec/mod.rs"), 3);
  assert.equal(match("example.org/acme/net", "x.go", "net/pool.go"), 2);
  assert.equal(match("@acme/server", "x.ts", "packages/server/src/adapters/node.ts"), 1);
  assert.equal(match("acme/net", "x.go", "other/pool.go"), 0);
  assert.equal(match("src", "x.ts", "src/pool.ts"), 0);
});

Deno.test("matchImport() takes the root folder's name for the module of the files in it", () => {
  assert.equal(match("example.org/acme/pool", "cmd/x.go", "pool_open.go", "pool"), 2);
  assert.equal(match("example.org/acme/other", "cmd/x.go", "pool_open.go", "pool"), 0);
});
