import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { checkInstructions } from "./check_instructions.ts";

async function check(workspace: TempWorkspace, path = "") {
  const { findings } = await checkInstructions(workspace.path(path));
  return findings.map(({ level, path, line, message }) =>
    `${level} ${path}${line === undefined ? "" : `:${line}`} ${message}`
  );
}

Deno.test("checkInstructions() finds nothing wrong with instructions that are right", async () => {
  using workspace = new TempWorkspace({
    "AGENTS.md":
      "See [docs](docs/a.md) and `src/main.ts`.\nBuild to `build/out.js`, as `lib/main.ts` says.\n",
    "CLAUDE.md": "@AGENTS.md\n",
    ".gitignore": "build\n",
    "docs/a.md": "",
    "pkg/src/main.ts": "",
    "src/AGENTS.md": "See `../docs/a.md`, `pkg/src/` and [the root](../AGENTS.md).\n",
    ".claude/rules/ts.md": "---\npaths: '**/*.lock'\n---\nLocked.\n",
    "a.lock": "",
  });
  workspace.git("init", "-q");
  assert.deepEqual(await check(workspace), []);
  const { files, skills } = await checkInstructions(workspace.root);
  assert.deepEqual([files, skills], [4, 0]);
});

Deno.test("checkInstructions() warns of a folder in the place of a file, which hosts pass over", async () => {
  using workspace = new TempWorkspace({ "AGENTS.md/a.md": "", "src/CLAUDE.md/b/c.md": "" });
  workspace.git("init", "-q");
  Deno.mkdirSync(workspace.path("CLAUDE.md"));
  const tell = (path: string) =>
    `warning ${path} It is ignored as it is not a regular file but a folder: replace it by a file`;
  assert.deepEqual(await check(workspace), ["AGENTS.md", "CLAUDE.md", "src/CLAUDE.md"].map(tell));
  assert.deepEqual(await check(workspace, "src"), [
    ...["AGENTS.md", "CLAUDE.md", "src/CLAUDE.md"].map(tell),
  ]);
});

Deno.test("checkInstructions() finds what is gone, from the history, from links and from folders that there are", async () => {
  using workspace = new TempWorkspace({
    "src/old.ts": "",
    "gone/a.ts": "",
    "keep/util.ts": "",
    "AGENTS.md": "",
  });
  workspace.git("init", "-q");
  workspace.git("add", "-A");
  workspace.git("commit", "-qm", "first");
  workspace.git("rm", "-rq", "src/old.ts", "gone");
  workspace.git("commit", "-qm", "second");
  workspace.write(
    "AGENTS.md",
    [
      "# Where things are",
      "Add parsers to `src/old.ts`, see [how](docs/how.md#x).",
      "Everything else is in `gone/`.",
      "The tools are in `keep/tool.ts`, helpers in `lib/util.ts`.",
      "Write `keep/new.ts`, or look at `never/was.ts`.",
    ].join("\n"),
  );
  const commit = workspace.git("rev-parse", "--short", "HEAD").trim();
  assert.deepEqual(await check(workspace), [
    `warning AGENTS.md:2 The path "docs/how.md" does not exist: name one that exists`,
    `warning AGENTS.md:2 The path "src/old.ts" does not exist, which commit ${commit} removed or renamed: name one that exists`,
    `warning AGENTS.md:3 The path "gone/" does not exist, which commit ${commit} removed or renamed: name one that exists`,
    `warning AGENTS.md:4 The path "keep/tool.ts" does not exist: name one that exists`,
  ]);
});

Deno.test("checkInstructions() finds imports, rules and skills that are of no use, and secrets", async () => {
  using workspace = new TempWorkspace({
    "CLAUDE.md": "@docs/gone.md\n@a.md\nWrite @param and mail to @team.\n",
    "a.md": "@CLAUDE.md\n",
    ".claude/rules/idle.md": "---\npaths: ['api/**/*.go']\n---\nUse Go.\n",
    ".claude/rules/open.md": "---\npaths: x\n",
    ".claude/skills/a/SKILL.md": "No front matter.\n",
    "web/AGENTS.md": `Log in with ghp_${"a1B2".repeat(9)}.\n`,
  });
  workspace.git("init", "-q");
  assert.deepEqual(
    await check(workspace),
    [
      'error .claude/rules/open.md It is not a valid rule as its front matter is not closed: write "---" below it',
      'error .claude/skills/a/SKILL.md It is not a valid skill: it has no front matter: write it between "---"',
      'error CLAUDE.md:1 "@docs/gone.md" is not imported as there is no such file',
      "warning .claude/rules/idle.md The rule is never used as no file of the tree matches api/**/*.go",
      'warning a.md:1 "@CLAUDE.md" is not imported as it is one of the files that lead to this import',
      "warning web/AGENTS.md It contains a secret, which is masked in every text: remove it",
    ].sort((one, other) => one.slice(one.indexOf(" ")) < other.slice(other.indexOf(" ")) ? -1 : 1),
  );
});

Deno.test("checkInstructions() says which file Codex gives only a part of", async () => {
  using workspace = new TempWorkspace({
    "AGENTS.md": "x".repeat(32_000),
    "web/AGENTS.md": `# Web\n${"a".repeat(700)}\n## Style\n${"b".repeat(200)}\n`,
    "api/AGENTS.md": "short",
  });
  workspace.git("init", "-q");
  assert.deepEqual(await check(workspace), [
    "warning web/AGENTS.md codex includes 768 of its 917 bytes, as its limit is 32768 for all files from the root " +
    'down: it ends in "Style"',
  ]);
  assert.deepEqual(await check(workspace, "api"), []);
});

Deno.test("checkInstructions() looks at files without git, and at one folder's chain alone", async () => {
  using workspace = new TempWorkspace({
    "AGENTS.md": "Start at [a](a.md).\n",
    "web/AGENTS.md": "See [b](b.md).\n",
    "api/AGENTS.md": "See [c](c.md).\n",
  });
  const lines = async (path: string) =>
    (await checkInstructions(workspace.path(path), { root: workspace.root })).findings
      .map(({ path }) => path);
  assert.deepEqual(await lines(""), ["AGENTS.md", "api/AGENTS.md", "web/AGENTS.md"]);
  assert.deepEqual(await lines("web"), ["AGENTS.md", "web/AGENTS.md"]);
});
