import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

/** Length of a query like an issue with logs. */
const LONG_QUERY_LENGTH = 100_000;

const ESCAPE = "\x1b";
const BOLD = `${ESCAPE}[1m`;

/**
 * Runs the program on a terminal, which `script` of util-linux provides. Standard error is not on
 * the terminal: a slow machine prints the progress of indexing there. `script` passes the words to
 * the shell of the account, which may parse quotes differently from Bash, or be unset.
 */
const TERMINAL =
  'export SHELL="$BASH"; exec script -qec "$(printf "%q " "$@") 2>/dev/null" /dev/null';

async function canLendTerminal(workspace: HostedWorkspace): Promise<boolean> {
  return (await workspace.run(["help"], { shell: "command -v script" })).code === 0;
}

function makeWorkspace(): HostedWorkspace {
  const workspace = new HostedWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    "docs/uploads.md": "# Uploads\n\nRetry failed uploads three times.\n",
  });
  workspace.initialize();
  return workspace;
}

/** Returns the paths that `search --json` has printed. */
function pathsOf(json: string): string[] {
  return JSON.parse(json).results.map(({ path }: { path: string }) => path);
}

Deno.test("the command line refuses invalid arguments with one sentence and code 2", async () => {
  using workspace = makeWorkspace();
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["bogus"], /"bogus".*context, .*search, explain, .*completions/],
    [[""], /no such command/],
    [["help", "bogus"], /no such command/],
    [["context"], /without a query/],
    [["context", " \t\n"], /query is empty/],
    [["context", "--explain", "x"], /explain scores in the format markdown.*add --json/],
    [
      ["context", "--explain", "--format", "xml", "x"],
      /explain scores in the format xml.*add --json/,
    ],
    [["context", "--budget", "-1", "x"], /"-1" for --budget.*at least 0/],
    [["context", "--budget=NaN", "x"], /"NaN" for --budget/],
    [["context", "--budget", "1e3", "x"], /"1e3" for --budget/],
    [["search", "--limit", "0", "x"], /"0" for --limit.*at least 1/],
    [["search", "--max-refresh-ms", "soon", "x"], /"soon" for --max-refresh-ms/],
    [["search", "--disable", "magic", "x"], /"magic".*symbols/],
    [["search", "--path", "", "x"], /--path needs a value/],
    [["search", "--state", "", "x"], /--state needs a value/],
    [["search", "--file", "no.txt"], /"no.txt" as there is no such file/],
    [["search", "--file", "src"], /"src" as it is a folder/],
    [["search", "--file", "src/upload.py/x"], /"src\/upload.py\/x" as/],
    [["search", "--file", "src/upload.py", "x"], /both words and --file/],
    [["search", "--root", "nowhere", "x"], /nowhere" as there is no such folder/],
    [["search", "--root", "src/upload.py", "x"], /upload.py" as it is not a folder/],
    [["index", "src"], /accepts no operands/],
    [["callers"], /name one definition/],
    [["tests", "retry_upload", "send"], /name one definition/],
    [["map", "--budget", "-1"], /"-1" for --budget.*at least 0/],
    [["outline", "--estimator", "words", "src/upload.py"], /"words".*piece, chars4, o200k/],
    [["completions", "tcsh"], /bash, zsh, fish/],
    [["completions"], /bash, zsh, fish/],
  ];
  for (const [args, message] of cases) {
    assertFailure(await workspace.run(args), { code: 2, message });
  }
  assert.throws(() => Deno.statSync(workspace.path(".dossier")), Deno.errors.NotFound);
  assert.equal(workspace.git("status", "--short"), "?? docs/\n?? src/\n");
});

Deno.test("the command line reads the query from words, a file and standard input", async () => {
  using workspace = makeWorkspace();
  workspace.write("issue.txt", "retry\0upload --budget");
  const search = ["search", "--json", "--path", "*.py"];
  const input = "retry upload ".repeat(LONG_QUERY_LENGTH / 13);
  const runs = [
    workspace.run([...search, "retry", "upload"]),
    workspace.run([...search, "--file", "issue.txt"]),
    workspace.run([...search, "--file=./src/../issue.txt"]),
    workspace.run([...search, "--file", "../issue.txt"], { folder: "src" }),
    workspace.run([...search, "-"], { input }),
    workspace.run([...search, "--file", "-"], { input: "\u{feff}retry\0\0\x1b[2J\u{d800}🙂" }),
    workspace.run([...search, "--", "--retry", "-x"]),
  ];
  for (const result of await Promise.all(runs)) {
    assert.deepEqual(pathsOf(assertSuccess(result)), ["src/upload.py"]);
  }
  assertFailure(await workspace.run(["search", "-"]), { code: 2, message: /query is empty/ });
});

Deno.test("the command line says so when a query has no word that is indexed", async () => {
  using workspace = makeWorkspace();
  for (const query of ["?!… ---", "🙂", "the of and", "x".repeat(LONG_QUERY_LENGTH)]) {
    const result = await workspace.run(["search", "--", query]);
    assert.equal(assertSuccess(result), "");
    assert.match(
      result.stderr,
      /The query has no word of two letters|No file in the tree has a word of the query/,
    );
  }
  const filtered = await workspace.run(["search", "--language", "rust", "retry"]);
  assert.match(filtered.stderr, /No file that matches the filters/);
});

Deno.test("the command line finds the root from where it is called", async () => {
  using workspace = makeWorkspace();
  const root = async (args: readonly string[], options = {}) => {
    const result = await workspace.run(["status", "--json", ...args], options);
    return JSON.parse(assertSuccess(result)).root;
  };
  const [inside, chosen, upward, slashed, called, calledRelative] = await Promise.all([
    root([], { folder: "src" }),
    root(["--root", "src"]),
    root(["--root", ".."], { folder: "src" }),
    root([`--root=${workspace.root}///`]),
    root([], { environment: { INIT_CWD: workspace.path("docs") } }),
    root(["--root", "../src"], { environment: { INIT_CWD: workspace.path("docs") } }),
  ]);
  assert.deepEqual([inside, upward, slashed, called], Array(4).fill(workspace.root));
  assert.equal(chosen, workspace.path("src"));
  assert.equal(calledRelative, workspace.path("src"));
  assert.equal(
    await root(["--root", "link"], { shell: 'ln -s src link && exec "$@"' }),
    workspace.path("src"),
  );
});

Deno.test("the command line keeps an index in a relative --state, and git does not see it", async () => {
  using workspace = makeWorkspace();
  const args = ["search", "--json", "--state", "../elsewhere/state", "retry"];
  const found = pathsOf(assertSuccess(await workspace.run(args, { folder: "src" })));
  assert.deepEqual(found.length, 2);
  assert.ok(Deno.statSync(workspace.path("elsewhere/state/index.db")).isFile);
  assert.equal(workspace.git("status", "--short"), "?? docs/\n?? src/\n");
  assertFailure(await workspace.run(["index", "--state", "src"]), {
    code: 3,
    message: /src" as the folder contains other files/,
  });
});

Deno.test("the command line leaves git's status clean after every command", async () => {
  using workspace = makeWorkspace();
  workspace.commit();
  for (
    const args of [
      ["index"],
      ["status"],
      ["search", "retry"],
      ["explain", "retry"],
      ["context", "retry"],
      ["completions", "bash"],
      ["help"],
      ["index", "--help"],
    ]
  ) {
    assert.notEqual(assertSuccess(await workspace.run(args)), "", args.join(" "));
    assert.equal(workspace.git("status", "--short"), "");
  }
});

Deno.test("the command line writes results to standard output and nothing else there", async () => {
  using workspace = makeWorkspace();
  const json = assertSuccess(await workspace.run(["context", "--json", "--budget", "0", "retry"]));
  const bundle = JSON.parse(json);
  assert.deepEqual(bundle.budget, { limit: 0, used: 0, estimator: "piece" });
  assert.equal(bundle.omitted.length, 2);
  for (const budget of ["0", "1"]) {
    const result = await workspace.run(["context", "--budget", budget, "retry"]);
    assert.equal(assertSuccess(result), "");
    assert.match(result.stderr, /Nothing fits the budget/);
  }
});

Deno.test("the command line succeeds when its reader closes the output", async () => {
  using workspace = makeWorkspace();
  const text = Array.from({ length: 3000 }, (_, i) => `Retry upload number ${i} again.\n\n`);
  workspace.write("long.md", text.join(""));
  const result = await workspace.run(["context", "--budget", "90000", "retry upload"], {
    shell: '"$@" | head -1; exit ${PIPESTATUS[0]}',
  });
  assert.equal(assertSuccess(result), "# Context\n");
  // No paragraph of thousands of equal ones is likely to be needed.
  assert.match(result.stderr, /^dossier: No passage is likely [^\n]+\n$/);
});

Deno.test("the command line works without its output streams", async () => {
  using workspace = makeWorkspace();
  assert.equal((await workspace.run(["search", "retry"], { shell: 'exec "$@" >&-' })).code, 0);
  assert.equal((await workspace.run(["search", "zzz"], { shell: 'exec "$@" 2>&-' })).code, 0);
  assert.equal((await workspace.run(["index"], { shell: 'exec "$@" <&- 2>/dev/full' })).code, 0);
});

Deno.test("the command line reports when its output cannot be written", async () => {
  using workspace = makeWorkspace();
  const result = await workspace.run(["search", "retry"], { shell: 'exec "$@" >/dev/full' });
  assert.equal(result.code, 3);
  assert.match(result.stderr, /^dossier: Cannot write the output: No space left/);
});

Deno.test("the command line prints no control character of a file, a name or an argument", async (t) => {
  const text = `# Upload ${ESCAPE}[2J\u202e\n\n\tRetry ${ESCAPE}]0;title\x07 \x9b31m`;
  using workspace = new HostedWorkspace();
  const folder = `red${ESCAPE}[31m`;
  workspace.write(`${folder}/bell\x07\u202e.md`, text);
  const root = ["--root", workspace.path(folder)];
  for (
    const args of [
      ["search", ...root, "upload"],
      ["explain", ...root, "upload"],
      ["status", ...root],
      ["search", ...root, "--disable", `${ESCAPE}\x9b\n`, "upload"],
      ["index", "--root", `${ESCAPE}\u202e`],
    ]
  ) {
    const { stdout, stderr } = await workspace.run(args);
    assert.match(stdout + stderr, /\\u001b/);
    assert.doesNotMatch(stdout + stderr, /(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  }
  const context = (format: string) => ["context", ...root, "--format", format, "upload"];
  const piped = assertSuccess(await workspace.run(context("markdown")));
  assert.ok(piped.includes(text), "a pipe gets every byte");
  await t.step({
    name: "on a terminal",
    ignore: !await canLendTerminal(workspace),
    async fn() {
      for (const format of ["markdown", "xml", "json"]) {
        const { stdout } = await workspace.run(context(format), { shell: TERMINAL });
        assert.match(stdout, /Retry/);
        assert.doesNotMatch(stdout, /(?!\r?\n|\t)[\p{Cc}\p{Bidi_Control}]/u, format);
      }
    },
  });
});

Deno.test("the command line paints only on a terminal, and not with NO_COLOR", async (t) => {
  using workspace = makeWorkspace();
  await t.step({
    name: "on a terminal",
    ignore: !await canLendTerminal(workspace),
    async fn() {
      const painted = await workspace.run(["search", "retry"], {
        shell: `unset NO_COLOR; ${TERMINAL}`,
      });
      assert.ok(painted.stdout.includes(BOLD));
      const plain = await workspace.run(["search", "retry"], { shell: TERMINAL });
      assert.match(plain.stdout, /upload\.py/);
      assert.ok(!plain.stdout.includes(BOLD));
    },
  });
  const piped = await workspace.run(["search", "retry"], { shell: 'unset NO_COLOR; exec "$@"' });
  assert.ok(!assertSuccess(piped).includes(ESCAPE));
});

Deno.test("an unknown --language lists the known ones, the nearest first", async () => {
  using workspace = new HostedWorkspace({ "a.py": "def retry(): pass\n" });
  for (
    const [written, meant] of [["pyton", "python"], ["rs", "rust"], ["TypeScrip", "typescript"]]
  ) {
    assertFailure(await workspace.run(["search", "--language", written!, "retry"]), {
      code: 2,
      message: new RegExp(
        `Cannot use "${written}" for --language as there is no such language: use  ${meant}, .*bash.*zig\\n$`,
      ),
    });
  }
  const { code, stdout } = await workspace.run(["search", "--language", "Python", "retry"]);
  assert.equal(code, 0);
  assert.match(stdout, /a\.py/);
});

Deno.test("status counts the write-ahead log of the index", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Retry uploads\n" });
  assertSuccess(await workspace.run(["index"]));
  const path = workspace.path(".dossier/state/index.db");
  // A reader prevents writes from being moved into the file.
  using reader = new DatabaseSync(path);
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM sqlite_schema").get();
  for (let file = 0; file < 50; file++) workspace.write(`f${file}.md`, `# File ${file}\n`);
  assertSuccess(await workspace.run(["index"]));
  const log = Deno.statSync(`${path}-wal`).size;
  assert.ok(log > 0);
  const { indexBytes } = JSON.parse(assertSuccess(await workspace.run(["status", "--json"])));
  assert.ok(indexBytes >= Deno.statSync(path).size + log, `${indexBytes} of a log of ${log}`);
});
