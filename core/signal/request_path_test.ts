import assert from "node:assert/strict";
import fc from "fast-check";
import { resolveRequestPath } from "./request_path.ts";

function pathOf(target: string, root?: string): string | undefined {
  const found = resolveRequestPath(target, root);
  return found.kind === "inside" ? found.path : undefined;
}

Deno.test("resolveRequestPath() writes a path without what it does not need", () => {
  assert.equal(pathOf("./src//a.ts"), "src/a.ts");
  assert.equal(pathOf("src/x/../a.ts"), "src/a.ts");
  assert.equal(pathOf("src/"), "src");
  assert.equal(pathOf("."), "");
  assert.equal(pathOf("...a/..b"), "...a/..b");
});

Deno.test("resolveRequestPath() keeps what leaves the root outside, also when it comes back", () => {
  for (
    const target of ["..", "../a", "a/../..", "a/../../a", "/a", "//a", "c:/a", "C:", "~", "~me/a"]
  ) {
    assert.equal(pathOf(target), undefined, target);
  }
});

Deno.test("resolveRequestPath() takes an absolute path below the root for a relative one", () => {
  assert.equal(pathOf("/work/repo/src/a.ts", "/work/repo"), "src/a.ts");
  assert.equal(pathOf("/work/repo", "/work/repo"), "");
  assert.equal(pathOf("C:/repo/a.ts", "C:\\repo"), "a.ts");
  assert.equal(pathOf("/etc/hosts", "/"), "etc/hosts");
  for (const target of ["/work/repository/a", "/work/repo/../a", "/work", "/repo/a"]) {
    assert.equal(pathOf(target, "/work/repo"), undefined, target);
  }
});

Deno.test("resolveRequestPath() never returns a path that climbs or is absolute", () => {
  const part = fc.constantFrom("..", ".", "", "a", "b.ts", "~", "C:", "...");
  fc.assert(fc.property(fc.array(part), (parts) => {
    const path = pathOf(parts.join("/"), "/root");
    if (path === undefined || path === "") return;
    assert.ok(path.split("/").every((name) => name !== "" && name !== "." && name !== ".."));
    assert.equal(
      pathOf(path, "/root") === undefined,
      path.startsWith("~") || path.startsWith("C:"),
    );
  }));
});
