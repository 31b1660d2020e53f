import assert from "node:assert/strict";
import { listGlobalUsings, resolveCsharpModule } from "./csharp_modules.ts";
import type { ModuleTree } from "./module_places.ts";

Deno.test("resolveCsharpModule() knows namespaces by that of the file and by projects", async () => {
  const tree: ModuleTree = {
    listPresent: () => Promise.resolve(new Set()),
    listFilled: () => Promise.resolve(new Set()),
    listNamed: (name) =>
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

Deno.test("listGlobalUsings() reads those of the project and of its settings", async () => {
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
    listPresent: (paths) => Promise.resolve(new Set(paths.filter((path) => texts.has(path)))),
    listFilled: () => Promise.resolve(new Set()),
    listNamed: () => Promise.resolve([]),
    readText: (path) => Promise.resolve(texts.get(path)),
  };
  assert.deepEqual(await listGlobalUsings({ path: "src/App/Deep/A.cs" }, tree), [
    { module: "Acme.Core", start: 0 },
    { module: "Acme.Deep", name: "Foo", local: "F", start: 0 },
    { module: "Acme.Lib", start: 0 },
    { module: "Acme.All.Maths", start: 0 },
  ]);
});
