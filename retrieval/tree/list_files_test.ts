import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import { git, makeTree, run, writeFiles } from "../../tests/temp_tree.ts";
import { listFiles } from "./list_files.ts";
import { openVisibility } from "./open_visibility.ts";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

async function pathsOf(root: string): Promise<readonly string[]> {
  return (await listFiles(root, EXCLUSIONS)).paths;
}

Deno.test("listFiles() lists nothing in an empty folder", async () => {
  using tree = makeTree();
  assert.deepEqual(await listFiles(tree.root, EXCLUSIONS), { paths: [], excluded: [], notes: [] });
});

Deno.test("listFiles() applies nested ignore files and the rules with git and without", async () => {
  const files = {
    ".dossierignore": "*.txt\n!keep.txt\n/docs/private/\n",
    "a.txt": "1",
    "keep.txt": "1",
    "docs/private/p.md": "1",
    "docs/public.md": "1",
    "src/.dossierignore": "gen_*.ts\n",
    "src/gen_a.ts": "1",
    "src/main.ts": "1",
    "gen_b.ts": "1",
    "src/vendor/v.ts": "1",
    "src/vendorlib/v.ts": "1",
    "src/.env.local": "1",
    "yarn.lock": "1",
  };
  const expected = [
    ".dossierignore",
    "docs/public.md",
    "gen_b.ts",
    "keep.txt",
    "src/.dossierignore",
    "src/main.ts",
    "src/vendorlib/v.ts",
  ];
  using walked = makeTree(files);
  assert.deepEqual(await pathsOf(walked.root), expected);
  using listed = makeTree(files);
  git(listed.root, "init", "-q");
  assert.deepEqual(await pathsOf(listed.root), expected);
});

Deno.test("listFiles() returns the rule for each excluded path", async () => {
  using tree = makeTree({ "a.ts": "1", "dist/a.js": "1", "my-secrets/k": "1", "b.min.js": "1" });
  const { paths, excluded } = await listFiles(tree.root, EXCLUSIONS);
  assert.deepEqual(paths, ["a.ts"]);
  assert.deepEqual(excluded.toSorted((a, b) => a.path < b.path ? -1 : 1), [
    { path: "b.min.js", rule: { kind: "extension", pattern: ".min.js" } },
    { path: "dist/", rule: { kind: "folder", pattern: "dist" } },
    { path: "my-secrets/", rule: { kind: "sensitive", pattern: "*secret*" } },
  ]);
});

Deno.test("listFiles() lets an include restore a folder but no sensitive name", async () => {
  const files = {
    "vendor/own/a.ts": "1",
    "vendor/own/api_secrets.ts": "1",
    "vendor/other/b.ts": "1",
    "vendor/own/deep/.env": "1",
  };
  const visibility = await openVisibility(
    { ...DEFAULT_EXCLUSIONS, include: ["vendor/own/**"] },
    "/none",
  );
  using walked = makeTree(files);
  assert.deepEqual((await listFiles(walked.root, visibility)).paths, ["vendor/own/a.ts"]);
  using listed = makeTree(files);
  git(listed.root, "init", "-q");
  assert.deepEqual((await listFiles(listed.root, visibility)).paths, ["vendor/own/a.ts"]);
});

Deno.test("listFiles() reaches a folder 200 levels deep with git and without", async () => {
  const levels = 200;
  const path = `${"deep/".repeat(levels)}a.ts`;
  using tree = makeTree({ [path]: "1" });
  assert.deepEqual(await pathsOf(tree.root), [path]);
  git(tree.root, "init", "-q");
  assert.deepEqual(await pathsOf(tree.root), [path]);
});

Deno.test("listFiles() works through a link to the root", async () => {
  using tree = makeTree({ "real/src/a.ts": "1" });
  Deno.symlinkSync("real", `${tree.root}/link`);
  assert.deepEqual(await pathsOf(`${tree.root}/link`), ["src/a.ts"]);
  git(`${tree.root}/real`, "init", "-q");
  assert.deepEqual(await pathsOf(`${tree.root}/link`), ["src/a.ts"]);
});

Deno.test({
  name: "listFiles() accepts file names that are not UTF-8",
  // Other systems do not allow such names.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using tree = makeTree({ "a.ts": "1" });
    run("sh", "-c", `cd '${tree.root}' && printf 1 > "$(printf 'bad\\377.ts')"`);
    assert.equal((await pathsOf(tree.root)).includes("a.ts"), true);
    git(tree.root, "init", "-q");
    assert.equal((await pathsOf(tree.root)).includes("a.ts"), true);
  },
});

Deno.test("listFiles() lists a folder that the repository around it ignores", async () => {
  using tree = makeTree({ ".gitignore": "out/\n", "out/project/a.ts": "1" });
  git(tree.root, "init", "-q");
  const { paths, notes } = await listFiles(`${tree.root}/out/project`, EXCLUSIONS);
  assert.deepEqual(paths, ["a.ts"]);
  assert.deepEqual(notes.map((note) => note.code), ["root-ignored"]);
});

Deno.test("listFiles() applies the ignore file of the root also when git ignores it", async () => {
  using tree = makeTree({ ".dossierignore": "private.md\n", "private.md": "1", "a.ts": "1" });
  git(tree.root, "init", "-q");
  Deno.writeTextFileSync(`${tree.root}/.git/info/exclude`, ".dossierignore\n");
  assert.deepEqual(await pathsOf(tree.root), ["a.ts"]);
});

Deno.test("listFiles() includes nothing that git ignores, with git and without", async () => {
  using tree = makeTree({ ".gitignore": "*.log\n", ".dossierignore": "!a.log\n", "a.log": "1" });
  assert.deepEqual(await pathsOf(tree.root), [".dossierignore", ".gitignore"]);
  git(tree.root, "init", "-q");
  assert.deepEqual(await pathsOf(tree.root), [".dossierignore", ".gitignore"]);
});

Deno.test("listFiles() notes an ignore file that is not applied, with git and without", async () => {
  using tree = makeTree({ "rules": "private.md\n", "private.md": "1" });
  Deno.symlinkSync("rules", `${tree.root}/.dossierignore`);
  const codes = async () => (await listFiles(tree.root, EXCLUSIONS)).notes.map((note) => note.code);
  assert.deepEqual(await codes(), ["ignore-file-unread"]);
  git(tree.root, "init", "-q");
  assert.deepEqual(await codes(), ["ignore-file-unread"]);
});

/** Creates a git repository with one commit in each folder. */
function makeRepositories(root: string, folders: readonly string[]): void {
  for (const folder of folders) {
    writeFiles(root, { [`${folder}/a.ts`]: "1" });
    git(`${root}/${folder}`, "init", "-q");
    git(`${root}/${folder}`, "add", ".");
    git(`${root}/${folder}`, "commit", "-q", "-m", "first");
  }
}

Deno.test("listFiles() names no nested repository or submodule that a rule excludes", async () => {
  using tree = makeTree({
    "main/.dossierignore": "/private/\nhidden_sub\n",
    "main/a.ts": "1",
  });
  const main = `${tree.root}/main`;
  makeRepositories(tree.root, ["library"]);
  makeRepositories(main, [
    "node_modules/pkg",
    "secret-stuff/inner",
    "private/deep/inner",
    "open",
  ]);
  git(main, "init", "-q");
  for (const name of ["secret_sub", "vendor/sub", "hidden_sub", "open_sub"]) {
    git(main, "submodule", "--quiet", "add", "../library", name);
  }
  assert.deepEqual((await listFiles(main, EXCLUSIONS)).notes, [
    {
      code: "submodule-skipped",
      message: 'Submodule "open_sub" is not part of this tree; name it with --root to ask about it',
    },
    {
      code: "repository-skipped",
      message: 'Repository "open/" is not part of this tree; name it with --root to ask about it',
    },
  ]);
});

Deno.test("listFiles() has one note for many nested repositories, with the first names", async () => {
  using tree = makeTree({ "a.ts": "1" });
  git(tree.root, "init", "-q");
  makeRepositories(tree.root, ["r1", "r2", "r3"]);
  const messages = async () =>
    (await listFiles(tree.root, EXCLUSIONS)).notes.map((note) => note.message);
  assert.deepEqual(await messages(), [
    '3 repositories are not part of this tree: "r1/", "r2/", "r3/"; ' +
    "name one with --root to ask about it",
  ]);
  makeRepositories(tree.root, ["r4", "r5"]);
  assert.deepEqual(await messages(), [
    '5 repositories are not part of this tree: "r1/", "r2/", "r3/" and 2 more; ' +
    "name one with --root to ask about it",
  ]);
});

Deno.test("listFiles() names no unread ignore file in a folder that is ignored", async () => {
  using tree = makeTree({ ".dossierignore": "private/\n", "private/a.md": "1", "b/c.md": "1" });
  for (const folder of ["private", "b", "node_modules"]) {
    Deno.mkdirSync(`${tree.root}/${folder}`, { recursive: true });
    Deno.symlinkSync("nowhere", `${tree.root}/${folder}/.dossierignore`);
  }
  const visibility = await openVisibility(
    { ...DEFAULT_EXCLUSIONS, include: ["vendor/**"] },
    "/none",
  );
  const notes = async () => (await listFiles(tree.root, visibility)).notes;
  const expected = [{
    code: "ignore-file-unread",
    message: 'Ignore file "b/.dossierignore" is not applied, as it is a link or cannot be read: ' +
      "replace it by a regular file",
  }];
  assert.deepEqual(await notes(), expected);
  git(tree.root, "init", "-q");
  assert.deepEqual(await notes(), expected);
});

// Few distinct names, so that patterns match. Git is the reference for the meaning of ignore files.
const NAMES = ["a", "b", "ab", "x.log", "Y.LOG"];
const PATTERNS = [
  "a",
  "b/",
  "/a",
  "/b/",
  "*.log",
  "a*",
  "a/b",
  "**/b",
  "a/**",
  "?",
  "[ab]",
  "*",
  "A",
  "*.LOG",
];
const patternLine = fc.tuple(fc.boolean(), fc.constantFrom(...PATTERNS))
  .map(([negated, pattern]) => (negated ? "!" : "") + pattern);
// Further down only files are included again; see the limitation in openIgnoreFilter().
const nestedLine = fc.oneof(
  fc.constantFrom(...PATTERNS),
  fc.constantFrom("!*.log", "!x.log", "!Y.LOG"),
);
const folderPath = fc.array(fc.constantFrom("a", "b", "ab"), { maxLength: 3 });
const filePath = fc.tuple(folderPath, fc.constantFrom(...NAMES))
  .map(([folders, name]) => [...folders, name].join("/"));

/** Makes git fail on a repository, as for one that another user owns. */
function breakGit(root: string): void {
  writeFiles(root, { ".git/config": "[broken" });
}

Deno.test("listFiles() excludes files of the repository's own exclude list, with git and without", async () => {
  const files = { "a.ts": "1", "mine.ts": "1", "sub/mine.ts": "1", "sub/b.ts": "1" };
  using tree = makeTree({ ...files, "sub/.gitignore": "!mine.ts\n" });
  git(tree.root, "init", "-q");
  writeFiles(tree.root, { ".git/info/exclude": "mine.ts\n" });
  const expected = ["a.ts", "sub/.gitignore", "sub/b.ts", "sub/mine.ts"];
  assert.deepEqual(await pathsOf(tree.root), expected);
  breakGit(tree.root);
  assert.deepEqual(await pathsOf(tree.root), expected);
});

Deno.test("listFiles() knows without git the exclude lists of a linked work tree and a nested repository", async () => {
  using tree = makeTree({ "main/a.ts": "1" });
  git(`${tree.root}/main`, "init", "-q");
  git(`${tree.root}/main`, "add", ".");
  git(`${tree.root}/main`, "commit", "-qm", "one");
  git(`${tree.root}/main`, "worktree", "add", "-q", "../linked");
  writeFiles(tree.root, { "main/.git/info/exclude": "mine.ts\n", "linked/mine.ts": "1" });
  assert.deepEqual(await pathsOf(`${tree.root}/linked`), ["a.ts"]);
  breakGit(`${tree.root}/main`);
  assert.deepEqual(await pathsOf(`${tree.root}/linked`), ["a.ts"]);
  // There is no repository around them, so the walk enters both.
  writeFiles(tree.root, { "main/mine.ts": "1", "mine.ts": "1" });
  assert.deepEqual(await pathsOf(tree.root), ["linked/a.ts", "main/a.ts", "mine.ts"]);
});

Deno.test("listFiles() knows without git the ignore rules above a folder of a repository", async () => {
  using tree = makeTree({ ".gitignore": "*.log\n/sub/mine.ts\n", "sub/deep/.gitignore": "x.ts\n" });
  writeFiles(tree.root, { "sub/mine.ts": "1", "sub/a.log": "1", "sub/deep/x.ts": "1" });
  writeFiles(tree.root, { "sub/deep/a.ts": "1", "out/a.log": "1", "out/mine.ts": "1" });
  git(tree.root, "init", "-q");
  writeFiles(tree.root, { ".git/info/exclude": "out/\nmine.ts\n" });
  const expected = ["deep/.gitignore", "deep/a.ts"];
  assert.deepEqual(await pathsOf(`${tree.root}/sub`), expected);
  // For a root that is ignored as a whole, only files excluded by name are known.
  assert.deepEqual(await pathsOf(`${tree.root}/out`), ["a.log"]);
  breakGit(tree.root);
  assert.deepEqual(await pathsOf(`${tree.root}/sub`), expected);
  assert.deepEqual(await pathsOf(`${tree.root}/out`), ["a.log"]);
});

Deno.test("listFiles() skips bare repositories, including the root itself", async () => {
  using tree = makeTree({ "a.ts": "1", "HEAD": "1", "refs/a.ts": "1" });
  git(tree.root, "init", "-q", "--bare", "sub/copy.git");
  const message = 'Bare repository "sub/copy.git/" contains no files to read, so it is skipped';
  const check = async () => {
    const { paths, notes } = await listFiles(tree.root, EXCLUSIONS);
    assert.deepEqual(paths, ["HEAD", "a.ts", "refs/a.ts"]);
    assert.deepEqual(notes, [{ code: "bare-repository-skipped", message }]);
    await assertSameAmong(tree.root, ["sub/copy.git/config", "a.ts"], paths);
  };
  await check();
  git(tree.root, "init", "-q");
  await check();
  git(tree.root, "add", "--all");
  await check();
  using bare = makeTree();
  git(bare.root, "init", "-q", "--bare");
  assert.deepEqual(await listFiles(bare.root, EXCLUSIONS), {
    paths: [],
    excluded: [],
    notes: [{
      code: "bare-repository-skipped",
      message:
        "The root is a bare repository, which contains no files to read: name a work tree of it with --root",
    }],
  });
});

Deno.test("listFiles() does not count the files of a repository, and stops counting others at the maximum", async () => {
  using tree = makeTree({ "a.ts": "1", "b.ts": "1" });
  await assert.rejects(listFiles(tree.root, EXCLUSIONS, { maxFiles: 1 }), { code: "root-refused" });
  git(tree.root, "init", "-q");
  assert.equal((await listFiles(tree.root, EXCLUSIONS, { maxFiles: 1 })).paths.length, 2);
  // A repository that git does not read is still one.
  writeFiles(tree.root, { ".git/config": "[broken" });
  assert.equal((await listFiles(tree.root, EXCLUSIONS, { maxFiles: 1 })).paths.length, 2);
});

Deno.test("listFiles() counts the files of a folder that the repository around it ignores", async () => {
  using tree = makeTree({ ".gitignore": "kept/\n", "kept/a.ts": "1", "kept/b.ts": "1" });
  git(tree.root, "init", "-q");
  const kept = `${tree.root}/kept`;
  await assert.rejects(listFiles(kept, EXCLUSIONS, { maxFiles: 1 }), { code: "root-refused" });
  // Without git this is unknown.
  breakGit(tree.root);
  assert.equal((await listFiles(kept, EXCLUSIONS, { maxFiles: 1 })).paths.length, 2);
});

Deno.test("listFiles() finds without git what git finds in random trees with ignore files", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(filePath, { minLength: 1, maxLength: 12 }),
      fc.array(patternLine, { maxLength: 4 }),
      fc.array(fc.tuple(folderPath, fc.array(nestedLine, { minLength: 1, maxLength: 4 })), {
        maxLength: 3,
      }),
      async (paths, rootLines, nestedFiles) => {
        using tree = makeTree();
        for (const path of paths) writeIfFree(tree.root, path, "1");
        for (const [folders, lines] of nestedFiles) {
          writeIfFree(tree.root, [...folders, ".gitignore"].join("/"), `${lines.join("\n")}\n`);
        }
        // Last, as it replaces a nested repository in the same folder.
        writeFiles(tree.root, { ".gitignore": `${rootLines.join("\n")}\n` });
        const walked = await pathsOf(tree.root);
        await assertSameAmong(tree.root, paths, walked);
        git(tree.root, "init", "-q");
        assert.deepEqual(walked, await pathsOf(tree.root));
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("listFiles() finds in random repositories that git does not read what git finds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(filePath, { minLength: 1, maxLength: 12 }),
      fc.array(patternLine, { maxLength: 3 }),
      fc.array(nestedLine, { maxLength: 3 }),
      fc.constantFrom("", "/a", "/a/b"),
      async (paths, excludeLines, ignoreLines, folder) => {
        using tree = makeTree({ "a/b/kept.ts": "1" });
        for (const path of paths) writeIfFree(tree.root, path, "1");
        git(tree.root, "init", "-q");
        writeFiles(tree.root, {
          ".gitignore": `${ignoreLines.join("\n")}\n`,
          ".git/info/exclude": `${excludeLines.join("\n")}\n`,
        });
        const root = tree.root + folder;
        const { paths: listed, notes } = await listFiles(root, EXCLUSIONS);
        // A root that is ignored as a whole is read by other rules, with and without git.
        if (notes.some(({ code }) => code === "root-ignored") || listed.length === 0) return;
        breakGit(tree.root);
        assert.deepEqual(await pathsOf(root), listed);
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("listFiles() returns the same for some files as for all", async () => {
  const files = {
    ".gitignore": "*.log\nout/\n",
    ".dossierignore": "hidden.md\n!src/kept.md\n",
    "hidden.md": "1",
    "a*.ts": "1",
    "ab.ts": "1",
    "src/.dossierignore": "*.md\n",
    "src/kept.md": "1",
    "src/deep/deeper/b.md": "1",
    "src/deep/deeper/b.ts": "1",
    "src/deep/.gitignore": "b.ts\n!c.log\n.dossierignore\n",
    "src/deep/.dossierignore": "c.log\n",
    "src/deep/c.log": "1",
    "out/a.ts": "1",
    "tracked.log": "1",
    "vendor/a.ts": "1",
    "nested/a.ts": "1",
    "linked/a.ts": "1",
  };
  const paths = [...Object.keys(files), "gone.ts", "src", "link/b.ts"];
  using tree = makeTree(files);
  Deno.symlinkSync("src/deep/deeper", `${tree.root}/link`);
  await assertSameAmong(tree.root, paths, await pathsOf(tree.root));
  git(`${tree.root}/nested`, "init", "-q");
  git(tree.root, "init", "-q");
  git(tree.root, "add", "--force", "tracked.log");
  const listed = await pathsOf(tree.root);
  for (const path of paths) await assertSameAmong(tree.root, [path], listed);
  await assertSameAmong(tree.root, paths, listed);
  for (const folder of ["src", "src/deep/deeper", "out"]) {
    const root = `${tree.root}/${folder}`;
    await assertSameAmong(root, ["a.ts", "b.md", "b.ts", "kept.md"], await pathsOf(root));
  }
  const many = Array.from({ length: 2_000 }, (_, i) => `${"long".repeat(20)}/${i}.ts`);
  await assertSameAmong(tree.root, [...many, ...paths], listed);
});

/**
 * Checks that the list for some paths contains exactly those that the list of all paths contains.
 */
async function assertSameAmong(
  root: string,
  paths: readonly string[],
  all: readonly string[],
): Promise<void> {
  const { paths: listed } = await listFiles(root, EXCLUSIONS, { among: paths });
  const isAsked = (path: string) => paths.includes(path);
  assert.deepEqual(listed.filter(isAsked), all.filter(isAsked), paths.join());
}

/** Writes a file unless a part of its path is a file, or the path itself is a folder. */
function writeIfFree(root: string, path: string, text: string): void {
  try {
    writeFiles(root, { [path]: text });
  } catch (error) {
    const isTaken = error instanceof Deno.errors.AlreadyExists ||
      error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.IsADirectory;
    if (!isTaken) throw error;
  }
}

Deno.test("listFiles() lists no file below a link that replaced a folder", async () => {
  for (const excluded of ["", "d\n"]) {
    using tree = makeTree({ "d/a.md": "1", "d/e/b.md": "2", "f/c.md": "3", "g": "4" });
    git(tree.root, "init", "-q");
    git(tree.root, "add", ".");
    writeFiles(tree.root, { ".git/info/exclude": excluded });
    Deno.renameSync(`${tree.root}/d`, `${tree.root}/moved`);
    Deno.symlinkSync("moved", `${tree.root}/d`);
    Deno.removeSync(`${tree.root}/g`);
    writeFiles(tree.root, { "g/h.md": "5" });
    const inPlace = (await pathsOf(tree.root)).filter((path) => path !== "d" && path !== "g");
    assert.deepEqual(inPlace, ["f/c.md", "g/h.md", "moved/a.md", "moved/e/b.md"]);
  }
});
