import { type Engine, openEngine } from "@dossier/retrieval";
import assert from "node:assert/strict";
import type { RunResult } from "../temp_workspace.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSentences, assertSuccess } from "./assert_sentences.ts";
import { linesOf } from "../lines_of.ts";
import { runPaths } from "../runs/path_runs.ts";

const ENCODER = new TextEncoder();

/** Depth of nested folders beyond any real one. */
const DEEP_FOLDERS = 200;

/** File that was not written by hand. */
const HUGE_FILE_BYTES = 50e6;

/** Script in one line, as bundlers write it. */
const MINIFIED_BYTES = 5e6;

/** Runs a bash script in the workspace, for actions that the runtime does not support. */
function bash(workspace: HostedWorkspace, script: string): void {
  const { success, stderr } = new Deno.Command("bash", {
    args: ["--norc", "-c", script],
    cwd: workspace.root,
  }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
}

async function withEngine<Result>(
  workspace: HostedWorkspace,
  body: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  using engine = await openEngine({ root: workspace.root, cache: workspace.cache });
  return await body(engine);
}

/** Returns the paths of all results of a query, in code unit order. */
async function findPaths(engine: Engine, query: string): Promise<string[]> {
  const { results } = await engine.search(query, { limit: 1000 });
  return [...new Set(results.map(({ path }) => path))].sort();
}

Deno.test("an empty folder is indexed, with and without git", async () => {
  for (const isRepository of [false, true]) {
    using workspace = new HostedWorkspace();
    if (isRepository) workspace.initialize();
    await withEngine(workspace, async (engine) => {
      const report = await engine.index();
      assert.deepEqual([report.documents, report.chunks, report.pending], [0, 0, 0]);
      const bundle = await engine.context("retry upload");
      assert.deepEqual(bundle.fragments, []);
      assert.deepEqual(bundle.notes.map(({ code }) => code), ["empty-tree"]);
      assert.equal((await engine.status()).documents, 0);
    });
  }
});

Deno.test("names that are difficult for shells and formats are found, printed and opened again", async () => {
  const names = [
    "with space.md",
    "quote\"s'.md",
    "new\nline.md",
    "émoji 🙂.md",
    "-rf.md",
    "--budget",
    "back\\slash.md",
    "tab\tand\x1b[31mred.md",
    "dollar$HOME `id` $(id).md",
    "*?[a].md",
    "#hash&<amp>.md",
    ":(glob)magic.md",
    "trailing. ",
    "a/-/b/ .md",
    "C:\\x.md",
    `${"long".repeat(60)}.md`,
  ];
  const files = Object.fromEntries(names.map((name) => [name, `# Zebra\n\nThe zebra of it.\n`]));
  for (const isRepository of [false, true]) {
    using workspace = new HostedWorkspace(files);
    if (isRepository) {
      workspace.initialize();
      workspace.commit();
    }
    await withEngine(workspace, async (engine) => {
      assert.deepEqual(await findPaths(engine, "zebra"), [...names].sort());
      const bundle = await engine.context("zebra", { budget: 20_000 });
      const shown = linesOf(bundle.fragments).map(({ path }) => path);
      assert.deepEqual(new Set(shown).difference(new Set(names)), new Set());
      assert.equal(shown.length, names.length);
      workspace.remove("new\nline.md");
      assert.equal((await findPaths(engine, "zebra")).length, names.length - 1);
    });
    const found = await workspace.run(["search", "--limit", "100", "zebra"]);
    assert.equal(assertSuccess(found).trimEnd().split("\n").length, names.length - 1);
    assert.ok(!found.stdout.includes("\x1b"), "a name must not paint the terminal");
    for (const format of ["markdown", "xml"]) {
      const { stdout } = await workspace.run(["context", "--format", format, "zebra"]);
      assert.ok(!stdout.includes("\x1b"), format);
    }
  }
});

Deno.test("a name that is not UTF-8 is skipped, with a note when git lists it", async () => {
  using workspace = new HostedWorkspace({ "fine.md": "zebra\n" });
  bash(workspace, `printf 'zebra' > $'caf\\xe9.md'`);
  const codes: string[][] = [];
  for (const setUp of [() => {}, () => workspace.initialize()]) {
    setUp();
    await withEngine(workspace, async (engine) => {
      assert.deepEqual(await findPaths(engine, "zebra"), ["fine.md"]);
      const { notes } = await engine.search("zebra");
      codes.push(notes.map(({ code }) => code));
    });
  }
  // The runtime silently omits such names from a folder's entries.
  assert.deepEqual(codes, [[], ["name-not-utf8"]]);
});

Deno.test("binary files and text in other encodings are distinguished", async () => {
  const utf16 = (text: string, isBigEndian: boolean) => {
    const bytes = new Uint8Array(2 * text.length + 2);
    const view = new DataView(bytes.buffer);
    [0xfeff, ...Array.from(text, (char) => char.charCodeAt(0))]
      .forEach((unit, i) => view.setUint16(2 * i, unit, !isBigEndian));
    return bytes;
  };
  using workspace = new HostedWorkspace({
    "crlf.md": "# One\r\n\r\nThe zebra.\r\n\r\n# Two\r\n\r\nThe zebra.\r\n",
    "bom.md": "\u{feff}# Zebra\n",
    "cr.md": "zebra\rzebra\rzebra",
    "no_end.md": "zebra",
    "blank.md": "\n\n \n",
    "empty.md": "",
  });
  workspace.write("le.txt", utf16("zebra in a line\nof text\n", false));
  workspace.write("be.txt", utf16("zebra in a line\nof text\n", true));
  workspace.write("latin1.txt", new Uint8Array([...ENCODER.encode("zebra caf"), 0xe9, 0x0a]));
  workspace.write("binary.bin", new Uint8Array(4096).map((_, i) => i * 7));
  workspace.write("nul.txt", ENCODER.encode("zebra\0zebra"));
  workspace.write("late_nul.txt", ENCODER.encode("zebra ".repeat(20_000) + "\0"));
  await withEngine(workspace, async (engine) => {
    const found = await findPaths(engine, "zebra");
    const texts = ["be.txt", "bom.md", "cr.md", "crlf.md", "latin1.txt", "le.txt", "no_end.md"];
    assert.deepEqual(found.filter((path) => path !== "late_nul.txt"), texts);
    const bundle = await engine.context("zebra", { filter: { paths: ["crlf.md", "le.txt"] } });
    for (const { path, text, startLine } of linesOf(bundle.fragments)) {
      assert.ok(!text.includes("\r") && !text.includes("\0"), path);
      assert.equal(startLine, 1);
    }
    assert.match(JSON.stringify((await engine.status()).skipped), /binary|NUL/i);
  });
});

Deno.test("files that are too large or have one very long line do not prevent an answer", async () => {
  using workspace = new HostedWorkspace({ "fine.md": "The zebra.\n" });
  workspace.write("huge.md", new Uint8Array(HUGE_FILE_BYTES).fill(0x7a));
  workspace.write("bundle.js", "function zebra(a){return a}".repeat(MINIFIED_BYTES / 27));
  workspace.write("one_line.txt", "zebra ".repeat(100_000));
  await withEngine(workspace, async (engine) => {
    const bundle = await engine.context("zebra", { budget: 500 });
    assert.ok(linesOf(bundle.fragments).some(({ path }) => path === "fine.md"));
    assert.ok(bundle.budget.used <= 500);
    const { skipped } = await engine.status();
    assert.match(JSON.stringify(skipped), /50|bytes|large/i);
  });
});

Deno.test("links, loops, pipes and deleted files are never read", async () => {
  using workspace = new HostedWorkspace({ "fine.md": "zebra\n", "gone.md": "zebra\n" });
  Deno.writeTextFileSync(`${workspace.cache}/secret.md`, "zebra secret\n");
  workspace.initialize();
  bash(
    workspace,
    `mkdir deep && ln -s . loop && ln -s .. deep/up && ln -s "${workspace.cache}" out &&
     ln -s "${workspace.cache}/secret.md" secret.md && ln -s nowhere broken && mkfifo pipe.md &&
     ln -s fine.md alias.md`,
  );
  workspace.git("add", "--all");
  workspace.git("commit", "--quiet", "--message=all");
  workspace.remove("gone.md");
  const check = () =>
    withEngine(workspace, async (engine) => {
      assert.deepEqual(await findPaths(engine, "zebra secret"), ["fine.md"]);
      const bundle = await engine.context("zebra secret");
      assert.ok(!JSON.stringify(bundle).includes("secret.md"));
    });
  await check();
  // The same tree again, listed without git.
  workspace.remove(".git");
  await check();
});

Deno.test("a folder that becomes a link out of the root is no longer served", async () => {
  using workspace = new HostedWorkspace({ "docs/a.md": "zebra inside\n" });
  Deno.writeTextFileSync(`${workspace.cache}/a.md`, "zebra outside\n");
  await withEngine(workspace, async (engine) => {
    await engine.index();
    workspace.remove("docs");
    bash(workspace, `ln -s "${workspace.cache}" docs`);
    for (const refresh of [false, true]) {
      const { fragments } = await engine.context("zebra", { refresh });
      assert.deepEqual(fragments, []);
    }
  });
});

Deno.test("folders nested very deep are indexed, with and without git", async () => {
  using workspace = new HostedWorkspace();
  workspace.write(`${"d/".repeat(DEEP_FOLDERS)}deep.md`, "zebra\n");
  const path = `${"d/".repeat(DEEP_FOLDERS)}deep.md`;
  await withEngine(workspace, async (engine) => {
    assert.deepEqual(await findPaths(engine, "zebra"), [path]);
  });
  workspace.initialize();
  await withEngine(workspace, async (engine) => {
    assert.deepEqual(await findPaths(engine, "zebra"), [path]);
  });
});

Deno.test("files and folders without permission are skipped, and found with permission", async () => {
  using workspace = new HostedWorkspace({ "fine.md": "zebra\n", "shut/a.md": "zebra\n" });
  workspace.write("locked.md", "zebra\n");
  const search = async (): Promise<RunResult> =>
    await workspace.run(["search", "zebra"], { shell: WITHOUT_PRIVILEGES });
  if ((await workspace.run(["help"], { shell: WITHOUT_PRIVILEGES })).code !== 0) {
    throw new Error("Cannot drop the privileges of root: install setpriv of util-linux");
  }
  bash(workspace, "chmod 000 locked.md shut; touch -d 2001-01-01 locked.md");
  const result = await search();
  assert.match(assertSuccess(result), /^ +[\d.]+ {2}fine\.md:1-1\n$/);
  assert.match(result.stderr, /Folder "shut\/" cannot be read/);
  bash(workspace, "chmod 644 locked.md; chmod 755 shut");
  assert.match(
    assertSuccess(await search()),
    /locked\.md[^]*shut\/a\.md|shut\/a\.md[^]*locked\.md/,
  );
  bash(workspace, "chmod 000 .");
  try {
    assertFailure(await search(), { code: 2, message: /permissions do not allow access/ });
  } finally {
    bash(workspace, `chmod 755 "${workspace.root}"`);
  }
});

/** Root can read files without permission, so it must drop that right first. */
const WITHOUT_PRIVILEGES = `if [ "$(id -u)" = 0 ]; then
  exec setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all "$@"
fi
exec "$@"`;

Deno.test("answers come from git's special trees: linked, nested, detached, without commits", async () => {
  using workspace = new HostedWorkspace({ "main/a.md": "zebra\n", "library/b.md": "zebra\n" });
  const git = (folder: string, ...args: string[]) => workspace.git("-C", folder, ...args);
  for (const folder of ["main", "library"]) {
    git(folder, "init", "--quiet", "--initial-branch=main");
  }
  const paths = async (folder: string) => {
    const result = await workspace.run(["search", "--json", "zebra"], { folder });
    const { results, notes } = JSON.parse(assertSuccess(result));
    return {
      paths: results.map(({ path }: { path: string }) => path),
      notes: notes.map(({ code }: { code: string }) => code),
    };
  };
  assert.deepEqual(await paths("main"), { paths: ["a.md"], notes: [] });
  for (const folder of ["main", "library"]) {
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message=first");
  }
  git("main", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../library");
  git("main", "commit", "--quiet", "--message=second");
  git("main", "worktree", "add", "--quiet", "--detach", "../linked");
  assert.deepEqual(await paths("main"), { paths: ["a.md"], notes: ["submodule-skipped"] });
  assert.deepEqual(await paths("main/library"), { paths: ["b.md"], notes: [] });
  assert.deepEqual(await paths("linked"), { paths: ["a.md"], notes: ["submodule-skipped"] });
  for (const folder of ["main", "linked", "main/library"]) {
    assert.equal(git(folder, "status", "--short"), "");
  }
  git("main", "checkout", "--quiet", "--detach", "HEAD~1");
  assert.deepEqual(await paths("main"), { paths: ["a.md"], notes: ["repository-skipped"] });
});

Deno.test("a wrong configuration is reported with line and column", async () => {
  using workspace = new HostedWorkspace({ "a.md": "zebra\n", "b.txt": "zebra\n" });
  const search = (text: string) => {
    workspace.write(".dossier/config.yaml", text);
    return workspace.run(["search", "zebra"]);
  };
  const broken = await search("exclude:\n  dirs: [a\n");
  assertFailure(broken, { code: 2, message: /config\.yaml" as line \d+, column \d+/ });
  assertFailure(await search("- a\n"), { code: 2, message: /line 1, column 1.*mapping/ });
  const unknown = await search("exclude:\n  extensions: [txt]\n  dirz: [a]\n");
  assert.match(assertSuccess(unknown), /a\.md/);
  assert.match(unknown.stderr, /config\.yaml:3:3: Unknown key "exclude\.dirz".*"dirs"/);
  workspace.remove(".dossier/config.yaml");
  bash(workspace, "mkfifo .dossier/config.yaml");
  assertFailure(await workspace.run(["search", "zebra"]), { code: 2, message: /config\.yaml/ });
});

Deno.test("a clock that goes back hides no change and no answer", async () => {
  using workspace = new HostedWorkspace({ "a.md": "zebra\n" });
  bash(workspace, "touch -d 2099-01-01 a.md");
  await withEngine(workspace, async (engine) => {
    assert.deepEqual(await findPaths(engine, "zebra"), ["a.md"]);
    // Written again with the same number of bytes and a time before that of the index.
    workspace.write("a.md", "tiger\n");
    bash(workspace, "touch -d 2001-01-01 a.md");
    assert.deepEqual(await findPaths(engine, "zebra"), []);
    assert.deepEqual(await findPaths(engine, "tiger"), ["a.md"]);
    bash(workspace, "touch -d 1960-01-01 a.md");
    assert.deepEqual(await findPaths(engine, "tiger"), ["a.md"]);
  });
  const result = await workspace.run(["context", "tiger"]);
  assertSentences(result);
  assert.match(result.stdout, /a\.md/);
});

Deno.test("a repository that git cannot read follows the user's ignore patterns", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n", "mine.md": "# Zebra\n" });
  using home = new HostedWorkspace({ "git/ignore": "mine.md\n", "my list": "a.md\n" });
  workspace.initialize();
  workspace.write(".git/config", "[broken");
  const config =
    '[user]\n excludesFile = no\n[Core]\n\teditor = x\n\texcludesfile = "~/my list" ; two\n';
  home.write("config", config);
  const search = async (config: string) => {
    const environment = {
      HOME: home.root,
      XDG_CONFIG_HOME: home.root,
      GIT_CONFIG_GLOBAL: config,
    };
    const found = await workspace.run(["search", "--json", "zebra"], { environment });
    return JSON.parse(assertSuccess(found)).results.map(({ path }: { path: string }) => path);
  };
  assert.deepEqual(await search("/dev/null"), ["a.md"]);
  assert.deepEqual(await search(home.path("config")), ["mine.md"]);
});

Deno.test("files with random hostile paths are found, read and shown under these paths", async () => {
  assert.deepEqual(await runPaths({ paths: 60, perTree: 30, seed: 7 }), []);
});
