import assert from "node:assert/strict";
import { jaccardIndex } from "@dossier/memory/core";
import { readFingerprint } from "./read_fingerprint.ts";

/** Returns the entries of a project that has some manifests, sorted. */
async function entriesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  return [...await readFingerprint((path) => Promise.resolve(files[path]))].sort();
}

Deno.test("M-24: readFingerprint() reads package.json", async () => {
  const manifest = {
    name: "uploads",
    dependencies: { express: "^4.18.0", zod: "4.1.0", "@acme/kit": "workspace:*" },
    devDependencies: { typescript: "~5.9.3", eslint: "^9" },
    engines: { node: ">=20" },
    packageManager: "pnpm@9.1.0+sha512.abc",
  };
  assert.deepEqual(await entriesOf({ "package.json": JSON.stringify(manifest) }), [
    "framework:express",
    "framework:express@4",
    "language:typescript",
    "language:typescript@5",
    "lib:@acme/kit",
    "lib:zod",
    "lib:zod@4",
    "tool:eslint",
    "tool:eslint@9",
    "tool:node",
    "tool:node@20",
    "tool:pnpm",
    "tool:pnpm@9",
  ]);
  assert.deepEqual(await entriesOf({ "package.json": "{}" }), ["language:javascript"]);
});

Deno.test("M-24: readFingerprint() reads go.mod, with the minor version of Go", async () => {
  const text = `module example.com/uploads/v2 // require (

go 1.22.3

require github.com/spf13/cobra v1.8.0
require (
	github.com/gin-gonic/gin v1.9.1
	github.com/jackc/pgx/v5 v5.5.0 // the driver
	golang.org/x/sys v0.15.0 // indirect
)

replace (
	github.com/old/thing v1.0.0 => ../thing
)
`;
  assert.deepEqual(await entriesOf({ "go.mod": text }), [
    "framework:cobra",
    "framework:cobra@1",
    "framework:gin",
    "framework:gin@1",
    "language:go",
    "language:go@1.22",
    "lib:github.com/jackc/pgx",
    "lib:github.com/jackc/pgx@5",
  ]);
});

Deno.test("M-24: readFingerprint() reads pyproject.toml, as the standard and as Poetry write it", async () => {
  const standard = `[build-system]
requires = ["hatchling>=1.2"]
[project]
requires-python = ">=3.11"
dependencies = ["FastAPI[all]>=0.110", "typing_extensions; python_version < '3.12'"]
[project.optional-dependencies]
docs = ["mkdocs ~= 1.5"]
[dependency-groups]
dev = ["pytest (>=8,<9)", { include-group = "docs" }]
[tool.ruff]
line-length = 100
[tool.unheard-of]
`;
  assert.deepEqual(await entriesOf({ "pyproject.toml": standard }), [
    "framework:fastapi",
    "framework:fastapi@0",
    "language:python",
    "language:python@3",
    "lib:typing-extensions",
    "tool:hatch",
    "tool:hatch@1",
    "tool:mkdocs",
    "tool:mkdocs@1",
    "tool:pytest",
    "tool:pytest@8",
    "tool:ruff",
  ]);
  const poetry = `[tool.poetry.dependencies]
python = "^3.12"
django = { version = "^5.0", extras = ["argon2"] }
[tool.poetry.group.dev.dependencies]
mypy = "*"
`;
  assert.deepEqual(await entriesOf({ "pyproject.toml": poetry }), [
    "framework:django",
    "framework:django@5",
    "language:python",
    "language:python@3",
    "tool:mypy",
    "tool:poetry",
  ]);
});

Deno.test("M-24: readFingerprint() reads requirements.txt", async () => {
  const text = `# what we need
-r base.txt
--index-url https://example.com/simple
Flask==3.0.2 \\
    --hash=sha256:abcdef
requests >= 2.31, < 3  # http
ours @ git+https://example.com/ours.git
-e .
!!
`;
  assert.deepEqual(await entriesOf({ "requirements.txt": text }), [
    "framework:flask",
    "framework:flask@3",
    "language:python",
    "lib:ours",
    "lib:requests",
    "lib:requests@2",
  ]);
});

Deno.test("M-24: readFingerprint() reads Cargo.toml, with workspaces, targets and other names", async () => {
  const text = `[package]
name = "uploads"
rust-version = "1.75"
[dependencies]
axum = "0.7"
json = { package = "serde_json", version = "1" }
shared = { workspace = true }
[dev-dependencies]
proptest = "1.4"
[target.'cfg(unix)'.dependencies]
nix = "0.28"
[workspace.dependencies]
shared = { path = "../shared" }
`;
  assert.deepEqual(await entriesOf({ "Cargo.toml": text }), [
    "framework:axum",
    "framework:axum@0",
    "language:rust",
    "language:rust@1",
    "lib:nix",
    "lib:nix@0",
    "lib:serde_json",
    "lib:serde_json@1",
    "lib:shared",
    "tool:proptest",
    "tool:proptest@1",
  ]);
});

Deno.test("M-24: readFingerprint() reads a Gemfile without running it", async () => {
  const text = `source "https://rubygems.org"
ruby "3.2.1"
gem "rails", "~> 7.1", ">= 7.1.2"
# gem "sinatra"
group :test do
  gem 'rspec-rails', require: false
  gem("pg", '1.5')
end
system("exit 1")
`;
  assert.deepEqual(await entriesOf({ Gemfile: text }), [
    "framework:rails",
    "framework:rails@7",
    "language:ruby",
    "language:ruby@3",
    "lib:pg",
    "lib:pg@1",
    "tool:rspec",
  ]);
});

Deno.test("M-24: readFingerprint() unites manifests and skips damaged ones", async () => {
  const files = {
    "package.json": "\uFEFF" + JSON.stringify({ dependencies: { react: "18" } }),
    "requirements.txt": "numpy\n",
    "pyproject.toml": "[project\nname =",
    "Cargo.toml": "= 1",
    "go.mod": "<html>",
    "Gemfile": "404: Not Found",
  };
  const united = [
    "framework:react",
    "framework:react@18",
    "language:javascript",
    "language:python",
    "lib:numpy",
  ];
  assert.deepEqual(await entriesOf(files), united);
  for (const damaged of ["{", "[]", "null", '{"dependencies":[1],"engines":3}']) {
    const entries = await entriesOf({ ...files, "package.json": damaged });
    assert.deepEqual(entries.filter((entry) => entry.startsWith("framework:")), []);
  }
  assert.deepEqual(await entriesOf({}), []);
});

Deno.test("M-24: two projects that differ in one major version of ten entries are 9/11 alike", async () => {
  const project = (react: string) =>
    readFingerprint((path) =>
      Promise.resolve(
        path === "package.json"
          ? JSON.stringify({ dependencies: { react, zod: "4", hono: "4", ky: "1", yaml: "*" } })
          : undefined,
      )
    );
  // JavaScript and five packages, of which four have a version: ten entries. Both projects have
  // nine of them.
  const [one, other] = [await project("18"), await project("19")];
  assert.equal(one.size, 10);
  assert.equal(jaccardIndex(one, other), 9 / 11);
});

Deno.test("readFingerprint() reads hostile lines in time", async () => {
  const startedMs = performance.now();
  const long = " ".repeat(1_000_000);
  const files = {
    "requirements.txt": `a${long}(\na${" ".repeat(1900)}[(\n`,
    "go.mod": `module x\nrequire ${"a.".repeat(1_000_000)}\n`,
    "Gemfile": `gem "rails"\ngem${long}x\n`,
    "package.json": JSON.stringify({ dependencies: { zod: `${">".repeat(100_000)}${long}` } }),
    "pyproject.toml": `[project]\ndependencies = ["a${long}("]\n`,
  };
  assert.ok((await entriesOf(files)).includes("framework:rails"));
  assert.ok(performance.now() - startedMs < 2000);
});
