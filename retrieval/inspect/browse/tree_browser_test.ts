import assert from "node:assert/strict";
import { openEngine } from "../../engine.ts";
import { git, makeTree } from "../../../tests/temp_tree.ts";

/** Joined here, so that the file contains nothing that looks like a secret. */
const SECRET_URL = ["postgres://app:", "horse7battery", "@db/app"].join("");

const FILES = {
  "README.md": "# Ferry\n\nCarries files.\n",
  "src/upload.ts": "export function retryUpload() {\n  return 1;\n}\n\nexport class Upload {}\n",
  "src/deep/batch.ts": "export const batch = 16;\n",
  "docs/a.md": `# See ${SECRET_URL}\n\nText.\n`,
};

const LEFT_OUT = {
  ".gitignore": "# What is made\nout/\n*.log\n",
  ".dossierignore": "plans/\n",
  ".dossier/config.yaml": "exclude:\n  files:\n    - notes.txt\n    - other.txt\n",
  "out/a.js": "1",
  "build.log": "1",
  "plans/p.md": "1",
  "other.txt": "1",
  "web/a.map": "1",
  "conf/.env": "1",
  "data.txt": "\0",
};

async function browse(files: Readonly<Record<string, string>>, isGit = false) {
  const tree = makeTree(files);
  if (isGit) git(tree.root, "init", "-q");
  const engine = await openEngine({ root: tree.root });
  await engine.index();
  const stack = new DisposableStack();
  stack.use(tree);
  stack.use(engine);
  return { browser: await engine.browser(), stack };
}

Deno.test("TreeBrowser documents() lists a folder, and finds documents in any folder", async () => {
  const { browser, stack } = await browse(FILES);
  using _ = stack;
  const top = await browser.documents();
  assert.deepEqual(top.documents.map(({ path }) => path), ["README.md"]);
  assert.deepEqual(top.folders.map(({ path, documents }) => [path, documents]), [
    ["docs/", 1],
    ["src/", 2],
  ]);
  assert.deepEqual([top.total, top.hasMore], [4, false]);
  const [upload] = (await browser.documents({ folder: "src" })).documents;
  const { language, definitions, chunks } = upload!;
  assert.deepEqual([language, definitions, chunks > 0], ["typescript", 2, true]);
  const found = await browser.documents({ text: "BATCH" });
  assert.deepEqual(found.documents.map(({ path }) => path), ["src/deep/batch.ts"]);
  assert.deepEqual([found.folders, found.total], [[], 1]);
  const written = await browser.documents({ folder: "src/", language: "typescript" });
  assert.equal(written.documents.length, 2);
  assert.deepEqual(written.languages, [{ language: "typescript", documents: 2 }]);
});

Deno.test("TreeBrowser documents() returns every document once, for any page size", async () => {
  const paths = Array.from({ length: 25 }, (_, index) => `src/${index % 3}/file${index}.md`);
  const { browser, stack } = await browse(
    Object.fromEntries(paths.map((path) => [path, "# Text\n\nWords.\n"])),
  );
  using _ = stack;
  const seen: string[] = [];
  let after = "";
  for (let hasMore = true; hasMore;) {
    const part = await browser.documents({ text: "file", limit: 7, after });
    seen.push(...part.documents.map(({ path }) => path));
    after = seen.at(-1)!;
    hasMore = part.hasMore;
  }
  assert.deepEqual(seen, paths.sort());
});

Deno.test("TreeBrowser documents() treats pattern characters in names literally", async () => {
  const { browser, stack } = await browse({
    "a%_b/x.md": "# A\n\nB.\n",
    "aab/y.md": "# A\n\nB.\n",
  });
  using _ = stack;
  assert.deepEqual(
    (await browser.documents({ folder: "a%_b" })).documents.map(({ path }) => path),
    ["a%_b/x.md"],
  );
  assert.equal((await browser.documents({ text: "a%" })).total, 1);
  assert.equal((await browser.documents({ folder: "aa" })).total, 0);
});

Deno.test("TreeBrowser document() returns chunks and definitions, with secrets masked", async () => {
  const { browser, stack } = await browse({ ...FILES, ...LEFT_OUT });
  using _ = stack;
  const upload = await browser.document("src/upload.ts");
  assert.deepEqual(upload.definitions, ["retryUpload", "Upload"]);
  assert.deepEqual([upload.chunks[0]?.startLine, upload.chunks.at(-1)?.endLine], [1, 5]);
  const { chunks } = await browser.document("docs/a.md");
  assert.ok(chunks.length > 0 && !JSON.stringify(chunks).includes("horse7battery"));
  await assert.rejects(browser.document("conf/.env"), { code: "file-excluded", message: /\.env/ });
  await assert.rejects(browser.document("data.txt"), { code: "file-excluded", message: /binary/ });
  await assert.rejects(browser.document("none.ts"), { code: "file-not-found" });
});

for (const isGit of [true, false]) {
  Deno.test(`TreeBrowser leftOut() returns the rule that excludes a path and its line, with${isGit ? "" : "out"} git`, async () => {
    const { browser, stack } = await browse({ ...FILES, ...LEFT_OUT }, isGit);
    using _ = stack;
    const { groups, total } = await browser.leftOut();
    const reasons = Object.fromEntries(
      groups.flatMap(({ reason: { kind, text, origin }, paths }) =>
        paths.map((path) => [path, [kind, text, origin]])
      ),
    );
    const expected = {
      "out/": ["ignored", 'the line "out/" of an ignore file excludes it', ".gitignore:2"],
      "build.log": ["ignored", 'the line "*.log" of an ignore file excludes it', ".gitignore:3"],
      [isGit ? "plans/p.md" : "plans/"]: [
        "ignored",
        'the line "plans/" of an ignore file excludes it',
        ".dossierignore:1",
      ],
      "other.txt": ["rule", 'its name is "other.txt"', ".dossier/config.yaml:4"],
      "web/a.map": ["rule", 'its name ends in ".map"', "default"],
      "data.txt": ["content", "it is binary", undefined],
    };
    for (const [path, reason] of Object.entries(expected)) {
      assert.deepEqual(reasons[path], reason, path);
    }
    assert.equal(reasons["conf/.env"]?.[0], "rule");
    assert.equal(reasons["src/upload.ts"], undefined);
    assert.equal(total, Object.keys(reasons).length);
    const inFolder = await browser.leftOut({ text: "out/a.js" });
    assert.deepEqual(inFolder.groups.map(({ paths }) => paths), [["out/"]]);
  });
}

Deno.test("TreeBrowser health() returns findings and settings, also when these cannot be read", async () => {
  const { browser, stack } = await browse({ ...FILES, ...LEFT_OUT });
  using _ = stack;
  const { findings, settings } = await browser.health();
  assert.deepEqual([...new Set(findings.map(({ check }) => check))], [
    "configuration",
    "git",
    "index",
    "records",
  ]);
  assert.deepEqual(settings?.["exclude.files"], {
    value: ["notes.txt", "other.txt"],
    origin: ".dossier/config.yaml:2",
  });
  using tree = makeTree({ ".dossier/config.yaml": "exclude: [\n" });
  using engine = await openEngine({ root: tree.root });
  const broken = await (await engine.browser()).health();
  assert.equal(broken.settings, undefined);
  assert.equal(broken.findings.find(({ check }) => check === "configuration")?.level, "problem");
});
