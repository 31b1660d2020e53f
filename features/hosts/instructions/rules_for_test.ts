import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { rulesFor } from "./rules_for.ts";

Deno.test("rulesFor() gives the rules for a file and what folders further below have, but nothing told before", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    "CLAUDE.md": "root",
    ".claude/rules/all.md": "all",
    ".claude/rules/ts.md": '---\npaths: ["src/**/*.ts"]\n---\nts',
    ".claude/rules/py.md": '---\npaths: ["**/*.py"]\n---\npy',
    "src/CLAUDE.md": "src\n@more.md",
    "src/more.md": "more",
    "src/web/AGENTS.md": "web",
  });
  const told = async (path: string, from?: string) =>
    (await rulesFor(workspace.path(path), { host: "claude-code", from }))
      .map(({ id, text, reason }) => [id, text, reason]);
  const ts = [".claude/rules/ts.md", "ts", "it is for src/**/*.ts"];
  const src = [
    ["src/CLAUDE.md", "src\n@more.md", "it is for src/"],
    ["src/more.md", "more", "it is for src/"],
  ];
  assert.deepEqual(await told("src/new/folder/a.ts"), [...src, ts]);
  assert.deepEqual(await told("src/web/a.ts", "src"), [[
    "src/web/AGENTS.md",
    "web",
    "it is for src/web/",
  ], ts]);
  assert.deepEqual(await told("README.md"), []);
  const [first] = await rulesFor(workspace.path("a.py"), { host: "claude-code" });
  workspace.write(".claude/rules/py.md", '---\npaths: ["**/*.py"]\n---\nother');
  const [other] = await rulesFor(workspace.path("a.py"), { host: "claude-code" });
  assert.equal(first?.id, other?.id);
  assert.notEqual(first?.hash, other?.hash);
});

Deno.test("rulesFor() gives a rule for a folder with brackets in its name, host by host", async () => {
  const path = "app/(shop)/[id]/page.tsx";
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    [path]: "",
    ".claude/rules/a.md": `---\npaths:\n  - ${path}\n---\nclaude`,
    ".cursor/rules/a.mdc": "---\nglobs: app/(shop)/**,*.md\nalwaysApply: false\n---\ncursor",
    ".github/instructions/a.instructions.md": '---\napplyTo: "app/(shop)/[id]/**"\n---\ncopilot',
  });
  const told = async (host: "claude-code" | "cursor" | "copilot", path: string) =>
    (await rulesFor(workspace.path(path), { host })).map(({ text }) => text);
  assert.deepEqual(await told("claude-code", path), ["claude"]);
  assert.deepEqual(await told("cursor", path), ["cursor"]);
  assert.deepEqual(await told("copilot", path), ["copilot"]);
  // The brackets are no class where there is a folder of that name.
  assert.deepEqual(await told("copilot", "app/(shop)/i/page.tsx"), []);
});

Deno.test("rulesFor() passes over a rule whose glob cannot be used", async () => {
  using workspace = new TempWorkspace({
    ".git/HEAD": "",
    ".claude/rules/bad.md": `---\npaths: "${"*a".repeat(20)}"\n---\nbad`,
  });
  assert.deepEqual(await rulesFor(workspace.path("a.ts"), { host: "claude-code" }), []);
});
