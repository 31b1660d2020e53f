import assert from "node:assert/strict";
import { parseRepositories } from "./extract_all.ts";
import { checkAllowed } from "./extract_repository.ts";
import { findPackageName, findRefusedProject, parseRefusedProjects } from "./refused_project.ts";

const LISTED = parseRefusedProjects("flask\nlazy.nvim\nkotlinx-coroutines\nnext.js\n");

Deno.test("findRefusedProject() finds a listed project in any spelling, its packages and its forks", () => {
  for (
    const name of ["pallets/flask", "Flask", "someone/flask-fork", "flask_login", "@flask/core"]
  ) {
    assert.equal(findRefusedProject(name, LISTED), "flask", name);
  }
  assert.equal(findRefusedProject("folke/lazy.nvim", LISTED), "lazynvim");
  assert.equal(findRefusedProject("Kotlin/kotlinx.coroutines", LISTED), "kotlinxcoroutines");
  assert.equal(findRefusedProject("kotlinx-coroutines-core", LISTED), "kotlinxcoroutines");
  assert.equal(findRefusedProject("x/nextjs", LISTED), "nextjs");
});

Deno.test("findRefusedProject() accepts names that only look similar", () => {
  for (const name of ["pallets/jinja", "x/flasks", "x/lazy", "next/thing", "x/myflask"]) {
    assert.equal(findRefusedProject(name, LISTED), undefined, name);
  }
});

Deno.test("checkAllowed() refuses each project of the program's own list", () => {
  const list = Deno.readTextFileSync(new URL("refused_projects.txt", import.meta.url));
  const refused = parseRefusedProjects(list);
  const names = list.trim().split("\n");
  assert.ok(names.length > 150);
  for (const name of names) {
    assert.throws(() => checkAllowed(`someone/${name}`, refused), /serves for evaluation$/);
  }
});

Deno.test("checkAllowed() accepts each repository of the program's own list", () => {
  const read = (name: string) => Deno.readTextFileSync(new URL(name, import.meta.url));
  const refused = parseRefusedProjects(read("refused_projects.txt"));
  const repositories = parseRepositories(read("repositories.tsv"));
  assert.ok(repositories.some(({ set }) => set === "dev"));
  for (const { name } of repositories) checkAllowed(name, refused);
});

Deno.test("findPackageName() reads the name in a manifest", () => {
  const named: readonly (readonly [string, string, string])[] = [
    ["a/package.json", '{\n  "name": "@x/y",\n}', "@x/y"],
    ["Cargo.toml", '[package]\nname = "serde"\n', "serde"],
    ["go.mod", "module example.org/gin\n", "example.org/gin"],
    ["lib/a.gemspec", 'spec.name = "rack"', "rack"],
    ["mix.exs", "[app: :plug, version: 1]", "plug"],
    ["a.cabal", "Name: lens\n", "lens"],
  ];
  for (const [path, text, name] of named) assert.equal(findPackageName(path, text), name);
  assert.equal(findPackageName("src/package.js", '"name": "x"'), undefined);
});
