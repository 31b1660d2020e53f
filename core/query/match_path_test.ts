import assert from "node:assert/strict";
import { createPathMatcher, findBuildSource, matchBuildSource } from "./match_path.ts";

function matchPath(mention: string, path: string): number {
  return createPathMatcher(mention).match(path);
}

Deno.test("createPathMatcher() compares whole segments from the end", () => {
  const path = "django/db/models/query.py";
  assert.equal(matchPath("django/db/models/query.py", path), 1);
  assert.equal(matchPath("models/query.py", path), 1);
  assert.equal(matchPath("els/query.py", path), 0);
  assert.equal(matchPath("models/subquery.py", path), 0);
  assert.equal(matchPath("query.pyc", path), 0);
});

Deno.test("createPathMatcher() matches paths of other machines, and ignores prefixes and separators", () => {
  const path = "django/db/models/query.py";
  const mentions = [
    "/usr/lib/python3/site-packages/django/db/models/query.py",
    "C:\\envs\\x\\Lib\\site-packages\\django\\db\\models\\query.py",
    "./django/db/models/query.py",
    "../../django/db/models/query.py",
    "a/django/db/models/query.py",
    "file:///home/me/django/db/models/query.py",
    "~/django/db/models/query.py",
  ];
  for (const mention of mentions) assert.equal(matchPath(mention, path), 1, mention);
});

Deno.test("createPathMatcher() matches a bare file name more weakly, and never with another folder", () => {
  assert.equal(matchPath("query.py", "django/db/models/query.py"), 0.7);
  assert.equal(matchPath("setup.py", "setup.py"), 1);
  assert.equal(matchPath("/usr/lib/python3/setup.py", "setup.py"), 0);
  assert.equal(matchPath("forms/query.py", "db/query.py"), 0);
});

Deno.test("createPathMatcher() halves the match for each folder that two roots do not share", () => {
  assert.equal(matchPath("web/src/views/home.ts", "app/src/views/home.ts"), 0.5);
  assert.equal(matchPath("x/web/views/home.ts", "y/app/views/home.ts"), 0.25);
});

Deno.test("createPathMatcher() reads chains of names as modules in the notations of all languages", () => {
  const modules = [
    ["django.db.models.query", "django/db/models/query.py"],
    ["django.db.models", "django/db/models/__init__.py"],
    ["Noface.Core.State", "lib/noface/core/state.ex"],
    ["crate::forms::fields", "src/forms/fields.rs"],
    ["org.apache.commons.StringUtils", "src/main/java/org/apache/commons/StringUtils.java"],
    ["Illuminate\\Database\\Model", "src/Illuminate/Database/Model.php"],
    ["ActiveRecord::ConnectionPool", "activerecord/lib/active_record/connection_pool.rb"],
    ["Text.Pandoc.Class", "src/Text/Pandoc/Class.hs"],
  ];
  for (const [mention = "", path = ""] of modules) {
    assert.equal(matchPath(mention, path), 0.9, path);
  }
});

Deno.test("createPathMatcher() accepts up to three members of the module at the end of a chain", () => {
  assert.equal(matchPath("django.utils.text.slugify", "django/utils/text.py"), 0.9 * 0.9);
  assert.equal(matchPath("django.utils.text.A.b.c", "django/utils/text.py"), 0.9 * 0.9 ** 3);
  assert.equal(matchPath("django.utils.text.A.b.c.d", "django/utils/text.py"), 0);
  assert.equal(matchPath("django.utils.text", "django/utils/__init__.py"), 0.9 * 0.9 * 0.5);
  assert.equal(matchPath("models.CharField", "django/db/models.py"), 0);
});

Deno.test("createPathMatcher() matches a path without its extension", () => {
  assert.equal(matchPath("src/views/home", "app/src/views/home.ts"), 0.9);
});

Deno.test("createPathMatcher() matches nothing with an empty mention", () => {
  for (const mention of ["", "/", "./", "\\", "..", "::"]) {
    assert.equal(matchPath(mention, "src/a.ts"), 0, mention);
  }
});

Deno.test("createPathMatcher() ignores the versions of packages", () => {
  const mentions = [
    ["https://jsr.io/@std/yaml/1.0.10/_loader_state.ts", "yaml/_loader_state.ts"],
    ["https://deno.land/std@0.224.0/http/file_server.ts", "http/file_server.ts"],
    ["/home/me/.cargo/registry/src/index-1949/axum-0.8.4/src/lib.rs", "axum/src/lib.rs"],
    ["/gems/rails-7.0.1/lib/rails.rb", "rails/lib/rails.rb"],
    ["/go/pkg/mod/example.org/app@v1.2.0/store/open.go", "store/open.go"],
  ];
  for (const [mention = "", path = ""] of mentions) {
    assert.equal(matchPath(mention, path), 1, mention);
  }
  assert.equal(matchPath("docs/v1.2/guide.md", "docs/v1.2/guide.md"), 1);
});

Deno.test("createPathMatcher() matches a path of another machine with a file in the root by a distinctive name", () => {
  const mentions = [
    "/home/me/app/cursed_renderer.go",
    "C:\\src\\app\\cursed_renderer.go",
    "~/app/cursed_renderer.go",
    "example.org/app/v2@v2.0.9/cursed_renderer.go",
  ];
  for (const mention of mentions) {
    assert.equal(matchPath(mention, "cursed_renderer.go"), 0.6, mention);
    assert.equal(matchPath(mention, "lib/cursed_renderer.go"), 0, mention);
  }
  assert.equal(matchPath("app/cursed_renderer.go", "cursed_renderer.go"), 0);
  for (
    const name of ["main.go", "index.js", "config.py", "README.md", "package.json", "Makefile"]
  ) {
    assert.equal(matchPath(`/home/me/app/${name}`, name), 0, name);
  }
});

Deno.test("createPathMatcher() finds the start of a path after a label with the help of the tree", () => {
  assert.equal(matchPath("[web] src/pump.ts", "src/pump.ts"), 1);
  assert.equal(matchPath("[web] src/pump.ts", "packages/web/src/pump.ts"), 1);
  assert.equal(matchPath("my src/pump.ts", "my src/pump.ts"), 1);
  assert.equal(matchPath("websrc/pump.ts", "src/pump.ts"), 0);
});

Deno.test("createPathMatcher() matches a file in a root folder of containers and CI with one in the root", () => {
  const mentions = [
    "/app/server.js",
    "/usr/src/app/server.js",
    "/home/runner/work/proj/proj/server.js",
    "file:///github/workspace/server.js",
    "D:\\a\\proj\\proj\\server.js",
    "C:\\agent\\_work\\1\\s\\server.js",
  ];
  for (const mention of mentions) assert.equal(matchPath(mention, "server.js"), 0.6, mention);
  assert.equal(matchPath("/app/node_modules/x/server.js", "server.js"), 0);
  assert.equal(matchPath("/home/me/other/server.js", "server.js"), 0);
});

function match(built: string, path: string): number {
  const source = findBuildSource(built.split("/"));
  return source === undefined ? 0 : matchBuildSource(source, path);
}

Deno.test("findBuildSource() detects files of bundlers and compilers", () => {
  const sources = [
    ["node_modules/swr/dist/infinite/index.mjs", ["infinite", "index"], "swr"],
    ["node_modules/.pnpm/a@1/node_modules/@t/client/dist/Link-CA96-gnJ.mjs", ["Link"], "client"],
    ["node_modules/r/cjs/r-dom.production.min.js", ["r-dom"], "r"],
    ["app/dist/src/server.js", ["server"], undefined],
  ] as const;
  for (const [built, names, project] of sources) {
    assert.deepEqual(findBuildSource(built.split("/")), { names, project }, built);
  }
});

Deno.test("findBuildSource() returns undefined for sources and other languages", () => {
  for (
    const path of ["src/a.js", "dist/a.css", "build/a.py", "lib/a.rb", "node_modules/dist/a.js"]
  ) {
    assert.equal(findBuildSource(path.split("/")), undefined, path);
  }
});

Deno.test("matchBuildSource() ranks folders above the package, and the package above a name", () => {
  const built = "node_modules/@t/client/dist/links/batch.mjs";
  assert.equal(match(built, "packages/client/src/links/batch.ts"), 0.9);
  assert.equal(match(built, "packages/client/src/batch.ts"), 0);
  assert.equal(
    match("node_modules/@t/client/dist/batch.mjs", "packages/client/src/links/batch.ts"),
    0.8,
  );
  assert.equal(match("/app/dist/batch.js", "src/batch.tsx"), 0.5);
  assert.equal(match("/app/dist/batch.js", "src/batch.rs"), 0);
  assert.equal(match("/app/dist/index.js", "src/index.ts"), 0);
});
