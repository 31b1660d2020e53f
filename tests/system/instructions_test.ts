import assert from "node:assert/strict";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";

const USAGE = 2;

Deno.test("instructions prints the instructions of a folder, their owners, and what is cut", async () => {
  using workspace = new HostedWorkspace({
    "home/.claude/CLAUDE.md": "Be brief.\n",
    "app/CLAUDE.md": `# App\nRun the tests.\n\n## Style\n${"s".repeat(200)}\n`,
    "app/.claude/rules/ts.md": "---\npaths: '*.ts'\n---\nUse strict types.\n",
    "app/.claude/skills/a/SKILL.md": "---\nname: a\ndescription: What a is\n---\n",
    "app/web/CLAUDE.md": "Write no CSS.\n",
    "app/.git/HEAD": "",
    "none/at/all": "",
  });
  const environment = { HOME: workspace.path("home") };
  const run = async (...args: readonly string[]) =>
    assertSuccess(await workspace.run(["instructions", ...args], { environment, folder: "app" }));
  assert.equal(
    await run("web", "--host", "claude-code", "--budget", "120"),
    [
      "STATUS   FILE                 WHOSE    GIVEN  BYTES  TOKENS  HOSTS",
      "given    ~/.claude/CLAUDE.md  user        10     10       3  claude-code",
      "cut      CLAUDE.md            project     22    232      22  claude-code",
      "given    web/CLAUDE.md        project     14     14       5  claude-code",
      "waiting  .claude/rules/ts.md  project      0     40       0  claude-code",
      "",
      "For web in claude-code: 108 tokens, 36 of 120 bytes of the project",
      'CLAUDE.md: the files of the project have more than 120 bytes: "Style" omitted',
      ".claude/rules/ts.md: it is for *.ts",
      "1 skill: a",
      "",
    ].join("\n"),
  );
  const text = await run("web", "--host", "claude-code", "--text", "--budget", "120");
  assert.ok(text.startsWith(
    "Be brief.\n\n--- project-doc ---\n\n# App\nRun the tests.\n\n" +
      "[CLAUDE.md is cut here for its size: 210 bytes more]\n\nWrite no CSS.\n\n\n## Skills\n",
  ));
  workspace.write("home/plain/AGENTS.md", "x");
  assert.match(
    await run(workspace.path("home/plain"), "--host", "codex"),
    /: 1 token, 1 of 32768 /,
  );
  workspace.write("app/web/a.ts", "");
  const file = JSON.parse(await run("web/a.ts", "--json"));
  assert.equal(file.path, "web/a.ts");
  assert.equal(file.parts.at(-1).status, "given");
  assert.match(
    await run("--root", workspace.path("none"), "--host", "gemini"),
    /^No instructions for the root: write/,
  );
});

Deno.test("instructions --check prints a line for each finding, and exits 2 for errors", async () => {
  using workspace = new HostedWorkspace({ "AGENTS.md": "See [it](gone.md).\n" });
  workspace.initialize();
  const warned = await workspace.run(["instructions", "--check"]);
  assert.equal(
    assertSuccess(warned),
    'warning: AGENTS.md:1: The path "gone.md" does not exist: name one that exists\n' +
      "1 file and 0 skills: 0 errors, 1 warning\n",
  );
  workspace.write("CLAUDE.md", "@gone.md\n");
  const { code, stdout } = await workspace.run(["instructions", "--check", "--json"]);
  assert.equal(code, USAGE);
  assert.deepEqual(JSON.parse(stdout).findings.map(({ level }: { level: string }) => level), [
    ...["warning", "error"],
  ]);
});

Deno.test("instructions refuses invalid arguments with a sentence", async () => {
  using workspace = new HostedWorkspace({ "a/b": "" });
  const fail = async (args: readonly string[], message: RegExp) =>
    assertFailure(await workspace.run(["instructions", ...args]), { code: USAGE, message });
  await fail(["gone"], /Cannot read the instructions for ".*gone" as there is no such file/);
  await fail(["a", "b"], /Cannot read the instructions for several paths/);
  await fail(["--check", "--text"], /Cannot use --text with --check/);
  await fail(["--host", "vim"], /vim/);
  await fail(["--budget", "-1"], /budget/);
  await fail([".", "--root", "a"], /it is outside the root/);
});
