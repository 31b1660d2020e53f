import assert from "node:assert/strict";
import { moduleTreeOf } from "../../../tests/module_tree.ts";
import {
  listGlobalUsings,
  resolveCsharpModule,
  resolveJavaModule,
  resolvePhpNamespace,
} from "./namespace_modules.ts";
import type { ModuleTree } from "./module_places.ts";

/** Returns a tree with files of Java at some paths. */
function treeOf(...paths: readonly string[]): ModuleTree {
  return {
    listExistingFiles: (all) =>
      Promise.resolve(new Set(all.filter((path) => paths.includes(path)))),
    listNonEmptyFolders: (folders) =>
      Promise.resolve(
        new Set(
          folders.filter((folder) =>
            paths.some((path) => folder === "" || path.startsWith(`${folder}/`))
          ),
        ),
      ),
    listFilesNamed: (name) =>
      Promise.resolve(paths.filter((path) => `/${path}`.endsWith(`/${name}`))),
    readText: () => Promise.resolve(undefined),
  };
}

const FROM = {
  path: "app/src/main/java/com/acme/app/Main.java",
  language: "java",
  packageName: "com.acme.app",
};

Deno.test("resolveJavaModule() finds packages in the source folders of all modules", async () => {
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

Deno.test("resolveCsharpModule() recognizes namespaces by that of the file and by projects", async () => {
  const tree: ModuleTree = {
    listExistingFiles: () => Promise.resolve(new Set()),
    listNonEmptyFolders: () => Promise.resolve(new Set()),
    listFilesNamed: (name) =>
      Promise.resolve(name === "Tools.Cli.csproj" ? ["src/Tools.Cli/Tools.Cli.csproj"] : []),
    readText: () => Promise.resolve(undefined),
  };
  const from = { path: "src/A.cs", language: "csharp", packageName: "Acme.App" };
  const resolve = (module: string) => resolveCsharpModule(module, from, tree);
  for (const own of ["Acme", "Acme.Lib.Deep", "Tools.Cli", "Tools.Cli.Args"]) {
    assert.deepEqual(await resolve(own), [{ package: own }], own);
  }
  for (const foreign of ["System.Linq", "Tools.Other"]) {
    assert.equal(await resolve(foreign), "foreign", foreign);
  }
  assert.equal(await resolve("System"), undefined);
});

Deno.test("listGlobalUsings() reads the directives of the project and of its settings", async () => {
  const texts = new Map([
    [
      "src/App/GlobalUsings.cs",
      "global using Acme.Core;\nusing Acme.Own;\nglobal using F = Acme.Deep.Foo;\n",
    ],
    ["src/App/App.csproj", '<ItemGroup><Using Include="Acme.Lib" /></ItemGroup>'],
    ["src/Usings.cs", "global using Acme.Other;"],
    ["Directory.Build.props", '<Using Include="Acme.All.Maths" Static="True" />'],
  ]);
  const tree: ModuleTree = {
    listExistingFiles: (paths) => Promise.resolve(new Set(paths.filter((path) => texts.has(path)))),
    listNonEmptyFolders: () => Promise.resolve(new Set()),
    listFilesNamed: () => Promise.resolve([]),
    readText: (path) => Promise.resolve(texts.get(path)),
  };
  assert.deepEqual(await listGlobalUsings({ path: "src/App/Deep/A.cs" }, tree), [
    { module: "Acme.Core", start: 0 },
    { module: "Acme.Deep", name: "Foo", local: "F", start: 0 },
    { module: "Acme.Lib", start: 0 },
    { module: "Acme.All.Maths", start: 0 },
  ]);
});

const FROM_PHP = { path: "src/Http/Page.php", language: "php", packageName: "App.Http" };

Deno.test("resolvePhpNamespace() distinguishes own and foreign namespaces by composer.json", async () => {
  const tree = moduleTreeOf({
    "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/", "Shop\\\\Core\\\\": "core/"}}, ' +
      '"autoload-dev": {"psr-4": {"Tests\\\\": "tests/"}}}',
    "src/Http/Page.php": "",
    "src/Http/Parts/Head.php": "",
  });
  const find = (module: string) => resolvePhpNamespace(module, FROM_PHP, tree);
  assert.deepEqual(await find("App.Models"), [{ package: "App.Models" }]);
  assert.deepEqual(await find("Tests"), [{ package: "Tests" }]);
  assert.deepEqual(await find("Shop"), [{ package: "Shop" }]);
  assert.deepEqual(await find(""), [{ package: "" }]);
  assert.deepEqual(await find("Parts"), [{ package: "App.Http.Parts" }, { package: "Parts" }]);
  assert.equal(await find("Symfony.Console"), "foreign");
  assert.equal(await find("Application"), "foreign");
});

Deno.test("resolvePhpNamespace() accepts any namespace in a tree that does not declare its own", async () => {
  for (
    const files of [
      {},
      { "composer.json": '{"autoload": {"classmap": ["lib/"], "psr-4": {"App\\\\": "src"}}}' },
      { "composer.json": "{ broken" },
    ]
  ) {
    const found = await resolvePhpNamespace("Lib.Http", FROM_PHP, moduleTreeOf(files));
    assert.deepEqual(found, [{ package: "Lib.Http" }]);
  }
});
