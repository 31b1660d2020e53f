import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openVisibility } from "./open_visibility.ts";
import { openGlobs } from "./open_globs.ts";

Deno.test("openGlobs() matches a glob without slash in any folder, others from the root", async () => {
  const matches = await openGlobs(["*.lock", "src/*.map", "vendor/own/"]);
  assert.deepEqual(
    ["a.lock", "x/y/.b.lock", "src/a.map", "src/x/a.map", "vendor/own/x/a", "vendor/a"].map(
      matches,
    ),
    [true, true, true, false, true, false],
  );
});

Deno.test("openGlobs() matches nothing without globs", async () => {
  const matches = await openGlobs([]);
  assert.equal(matches("a.ts"), false);
  assert.equal(matches(""), false);
});

Deno.test("openGlobs() matches in folders whose names contain a line break", async () => {
  const matches = await openGlobs(["**/*.py", "src/**"]);
  assert.deepEqual(
    ["a\nb/c.py", "a\nb\n/d/c\n.py", "src/a\nb/c", "a\nb/c.ts"].map(matches),
    [true, true, true, false],
  );
});

/** Globs with a path that each matches, all written like paths of frameworks. */
const LITERAL = [
  ["app/(shop)/**", "app/(shop)/cart/page.tsx"],
  ["app/(shop)", "app/(shop)/cart/page.tsx"],
  ["app/(shop)/[id]/page.tsx", "app/(shop)/[id]/page.tsx"],
  ["app/[[...slug]]/*.tsx", "app/[[...slug]]/page.tsx"],
  ["**/[[...slug]]/*.tsx", "web/app/[[...slug]]/page.tsx"],
  ["app/@modal/(..)(..)photo/[id]/*", "app/@modal/(..)(..)photo/[id]/page.tsx"],
  ["routes/[id=uuid]/+page@.svelte", "routes/[id=uuid]/+page@.svelte"],
  ["routes/(app)/**/+*.svelte", "routes/(app)/a/+page.svelte"],
  ["{{cookiecutter.name}}/**", "{{cookiecutter.name}}/a/b.py"],
  ["src/{a,b}/*.ts", "src/{a,b}/c.ts"],
  ["lib/report (copy)/", "lib/report (copy)/a.ts"],
  ["my docs/*.md", "my docs/a.md"],
  ["c++/**", "c++/a.cc"],
  ['say "hi".md', 'docs/say "hi".md'],
] as const;

Deno.test("openGlobs() matches a path literally, even with special characters", async () => {
  for (const [glob, path] of LITERAL) {
    assert.equal((await openGlobs([glob]))(path), true, glob);
    assert.equal((await openGlobs([glob], () => true))(path), true, glob);
  }
});

Deno.test("openGlobs() reads brackets as a choice when there is no such file or folder", async () => {
  for (
    const [glob, path] of [
      ["app/[id]/*.ts", "app/i/a.ts"],
      ["src/{a,b}/*.ts", "src/b/c.ts"],
      ["(a|b)/*.ts", "b/c.ts"],
      ["@(a|b)/*.ts", "b/c.ts"],
    ] as const
  ) {
    assert.equal((await openGlobs([glob]))(path), true, glob);
    assert.equal((await openGlobs([glob], (place) => place.length > 3))(path), false, glob);
  }
  const others = await openGlobs(["src/[!a-c]*.ts"]);
  assert.deepEqual(["src/d.ts", "src/b.ts"].map(others), [true, false]);
  // A name of a folder may be rejected as a glob.
  const path = "routes/(app)+/a.ts";
  await assert.rejects(openGlobs([path]), { code: "invalid-glob" });
  assert.equal((await openGlobs([path], (place) => path.startsWith(place)))(path), true);
});

Deno.test("openGlobs() reads a name without a wildcard as a folder too, and an anchor before it", async () => {
  const matches = async (glob: string, paths: readonly string[]) =>
    paths.map(await openGlobs([glob]));
  const paths = ["src/a/b.ts", "web/src/b.ts", "srcs/b.ts"];
  assert.deepEqual(await matches("src", paths), [true, true, false]);
  assert.deepEqual(await matches("./src", paths), [true, false, false]);
  assert.deepEqual(await matches("src/a", paths), [true, false, false]);
  assert.deepEqual(await matches("src/*", paths), [false, false, false]);
  assert.deepEqual(await matches("./a.ts", ["a.ts", "src/a.ts"]), [true, false]);
});

Deno.test("openGlobs() excludes the matches of a glob with an exclamation mark", async () => {
  const matches = async (...globs: readonly string[]) =>
    ["src/a.ts", "src/made/a.ts", "b.md"].map(await openGlobs(globs));
  assert.deepEqual(await matches("src/**", "!src/made/**"), [true, false, false]);
  assert.deepEqual(await matches("!src/made", "src/**"), [true, false, false]);
  assert.deepEqual(await matches("!*.md"), [true, true, false]);
  const isMarked = await openGlobs(["!a.md"], (path) => path === "!a.md");
  assert.deepEqual(["!a.md", "b.md"].map(isMarked), [true, false]);
});

Deno.test("openGlobs() throws invalid-glob for a glob that is too long to match", async () => {
  for (const longest of [`${"a".repeat(4094)}/*`, "?/".repeat(2048), "*b/".repeat(1365)]) {
    assert.equal((await openGlobs([longest]))("b"), false);
  }
  for (const length of [4097, 65_537]) {
    await assert.rejects(openGlobs(["*.ts", "a".repeat(length)]), {
      name: "ContextError",
      code: "invalid-glob",
      message: "Cannot match paths with a glob as it must have at most 4096 characters: " +
        `current value has ${length}`,
    });
  }
});

Deno.test("openVisibility() lets includes override rules on names", async () => {
  const visibility = await openVisibility(
    { ...DEFAULT_EXCLUSIONS, include: ["dist/*.js"] },
    "/none",
  );
  assert.equal(visibility.findHidingRule("dist/a.js"), undefined);
  assert.equal(visibility.findHidingRule("dist/b.css")?.kind, "folder");
});

Deno.test("openVisibility() overrides rules for exactly the folder with brackets in its name", async () => {
  using tree = new TempWorkspace({ "dist/[slug]/a.js": "", "dist/s/a.js": "" });
  const rules = { ...DEFAULT_EXCLUSIONS, include: ["dist/[slug]/*.js"] };
  const visibility = await openVisibility(rules, tree.root);
  assert.equal(visibility.findHidingRule("dist/[slug]/a.js"), undefined);
  assert.equal(visibility.findHidingRule("dist/s/a.js")?.kind, "folder");
});

Deno.test("openVisibility() decides like plain rules when nothing is included", async () => {
  const visibility = await openVisibility(DEFAULT_EXCLUSIONS, "/none");
  const plain = createVisibility(DEFAULT_EXCLUSIONS);
  for (const path of ["dist/a.js", "a.ts", ".env", "yarn.lock"]) {
    assert.deepEqual(visibility.findHidingRule(path), plain.findHidingRule(path));
  }
});

Deno.test("openGlobs() matches letters with diacritics in either form of Unicode", async () => {
  for (const [glob, path] of [["größe/**", "größe/a.ts"], ["é*.md", "docs/été.md"]] as const) {
    for (const form of ["NFC", "NFD"]) {
      const matches = await openGlobs([glob.normalize(form)]);
      assert.ok(matches(path.normalize("NFC")), form);
      assert.ok(matches(path.normalize("NFD")), form);
    }
  }
});
