import assert from "node:assert/strict";
import path from "node:path";
import { basename, dirname, join } from "./paths.ts";

Deno.test("dirname(), basename() and join() are those of node:path", () => {
  for (const one of ["/", "/a", "/a/", "/a//b", "/a/b/", "a", "a/b", "/a b/🎈.x"]) {
    assert.equal(dirname(one), path.posix.dirname(one), one);
    assert.equal(basename(one), path.posix.basename(one), one);
  }
  for (
    const parts of [["/", "a"], ["/a/", ""], ["/a", "b/c"], ["/a", "./b/../c"], ["/a", "/b//c"]]
  ) {
    assert.equal(join(...parts), path.posix.join(...parts).replace(/(?<=.)\/$/, ""));
  }
});
