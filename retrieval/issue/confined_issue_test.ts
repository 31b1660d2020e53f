import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";

Deno.test("readIssue() of a confined engine reads no file that a rule or an ignore file excludes", async () => {
  using workspace = new TempWorkspace({
    "issue.md": "# Retry uploads\n",
    "ignored/issue.md": "# Hidden\n",
    "other/issue.md": "# Hidden\n",
    ".env.md": "# Hidden\n",
    ".gitignore": "ignored/\n",
    ".dossierignore": "other/\n",
  });
  workspace.initialize();
  using engine = await openEngine({ root: workspace.root });
  const { issue } = await engine.readIssue("issue.md", { isConfined: true });
  assert.equal(issue.title, "Retry uploads");
  assert.equal((await engine.readIssue("ignored/issue.md")).issue.title, "Hidden");
  for (const path of ["ignored/issue.md", "other/issue.md", ".env.md", "../tree/../issue.md"]) {
    await assert.rejects(engine.readIssue(path, { isConfined: true }), { code: "issue-not-found" });
  }
});

Deno.test("readIssue() of a confined engine reads no file that is too large or in a linked folder", async () => {
  using workspace = new TempWorkspace({
    "issues/huge.jsonl": "",
    "../outside/issue.md": "# Hidden\n",
  });
  Deno.truncateSync(workspace.path("issues/huge.jsonl"), 300_000_000);
  Deno.symlinkSync(workspace.path("../outside"), workspace.path("linked"));
  using engine = await openEngine({ root: workspace.root });
  await assert.rejects(engine.readIssue("issues/huge.jsonl#1", { isConfined: true }), {
    code: "issue-not-found",
    message: 'Cannot read the issue from "issues/huge.jsonl" as it has 300000000 bytes, ' +
      "and at most 16777216 are read",
  });
  await assert.rejects(engine.readIssue("linked/issue.md", { isConfined: true }), {
    code: "issue-not-found",
  });
});

Deno.test("readIssue() of a confined engine neither follows a link nor blocks on a pipe", async () => {
  using workspace = new TempWorkspace({ "issues/x.md": "# Retry uploads\n" });
  Deno.symlinkSync("/etc/passwd", workspace.path("issues/link.md"));
  Deno.symlinkSync("x.md", workspace.path("issues/inner.md"));
  const pipe = workspace.path("issues/pipe.md");
  assert.ok(new Deno.Command("mkfifo", { args: [pipe] }).outputSync().success);
  Deno.mkdirSync(workspace.path("issues/folder.md"));
  using engine = await openEngine({ root: workspace.root });
  for (const name of ["link.md", "inner.md", "pipe.md", "folder.md"]) {
    await assert.rejects(engine.readIssue(`issues/${name}`, { isConfined: true }), {
      code: "issue-not-found",
      message: new RegExp(`^Cannot read the issue from "issues/${name}" as it is `),
    });
  }
});
