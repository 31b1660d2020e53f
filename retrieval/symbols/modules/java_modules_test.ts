import assert from "node:assert/strict";
import { resolveJavaModule } from "./java_modules.ts";
import type { ModuleTree } from "./module_places.ts";

/** Returns a tree with files of Java at some paths. */
function treeOf(...paths: readonly string[]): ModuleTree {
  return {
    listPresent: (all) => Promise.resolve(new Set(all.filter((path) => paths.includes(path)))),
    listFilled: (folders) =>
      Promise.resolve(
        new Set(
          folders.filter((folder) =>
            paths.some((path) => folder === "" || path.startsWith(`${folder}/`))
          ),
        ),
      ),
    listNamed: (name) => Promise.resolve(paths.filter((path) => `/${path}`.endsWith(`/${name}`))),
    readText: () => Promise.resolve(undefined),
  };
}

const FROM = {
  path: "app/src/main/java/com/acme/app/Main.java",
  language: "java",
  packageName: "com.acme.app",
};

Deno.test("resolveJavaModule() finds packages over the source folders of all modules", async () => {
  const tree = treeOf(
    FROM.path,
    "app/pom.xml",
    "lib/pom.xml",
    "lib/src/main/java/org/lib/Box.java",
    "lib/src/test/java/net/only/Test.java",
  );
  const resolve = (module: string) => resolveJavaModule(module, FROM, tree);
  assert.deepEqual(await resolve("com.acme.other"), [{ package: "com.acme.other" }]);
  assert.deepEqual(await resolve("org.lib"), [{ package: "org.lib" }]);
  assert.deepEqual(await resolve("org.lib.Box"), [{ package: "org.lib.Box" }]);
  assert.deepEqual(await resolve("net.only"), [{ package: "net.only" }]);
  for (
    const foreign of ["java.util", "javax.inject", "org.junit", "org.junit.Assert", "com.sun.x"]
  ) {
    assert.equal(await resolve(foreign), "foreign", foreign);
  }
});

Deno.test("resolveJavaModule() finds packages beside a file where there is no manifest", async () => {
  const from = { path: "src/com/acme/Main.java", language: "java", packageName: "com.acme" };
  const tree = treeOf(from.path, "src/org/lib/Box.java");
  assert.deepEqual(await resolveJavaModule("org.lib", from, tree), [{ package: "org.lib" }]);
  assert.equal(await resolveJavaModule("org.other", from, tree), "foreign");
});
