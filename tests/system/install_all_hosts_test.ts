import assert from "node:assert/strict";
import { addProgram, barePath, listFiles, listNames } from "../host_files.ts";
import { PROGRAM, TempWorkspace } from "../temp_workspace.ts";
import { assertSuccess } from "./assert_sentences.ts";

const FILES = { "upload.py": "def retry_upload(file):\n    return send(file)\n" };

Deno.test("install-host without a name finds the hosts, prints its plan, installs and indexes", async () => {
  using workspace = new TempWorkspace({
    "home/.codex/auth.json": "{}",
    "web/upload.py": FILES["upload.py"],
    "web/.gemini/settings.json": "{",
    "web/.cursor/rules/mine.mdc": "mine",
  });
  workspace.git("init", "--quiet", "web");
  const program = addProgram(workspace);
  workspace.write("../bin/claude", "#!/bin/sh\nexit 1\n");
  Deno.chmodSync(workspace.path("../bin/claude"), 0o755);
  const folder = workspace.path("..");
  const environment = {
    ...program,
    HOME: workspace.path("home"),
    PATH: barePath(workspace),
  };
  const run = (...args: string[]) =>
    workspace.run(["install-host", ...args], { environment, folder: "web" });
  const before = listFiles(folder);

  const dry = await run("--dry-run");
  assert.deepEqual(listFiles(folder), before);
  assert.match(
    dry.stdout,
    /^Claude Code \(claude on PATH\)\n {2}MCP server {2}would be added +\/.*\.mcp/m,
  );
  assert.match(dry.stdout, /^Codex \(~\/\.codex\)\n[^]*^Cursor \(\.cursor\)\n/m);
  assert.doesNotMatch(dry.stdout, /Gemini|Copilot|OpenCode|[{}]/);
  assert.match(dry.stderr, /^dossier: Cannot change "\/.*settings\.json" as .* is not valid JSON/m);
  assert.match(dry.stderr, /^dossier: The index of "\/.*web" would be brought up to date$/m);
  assert.ok(dry.stdout.split("\n").length < 20);

  // A host that cannot be installed does not prevent the others.
  const { code, stdout, stderr } = await run();
  assert.equal(code, 2);
  assert.match(stdout, /^\d+ documents, .* in [\d.]+ s$/m);
  assert.match(
    stderr,
    /start "dossier" by name instead of by path.* needs it on PATH$/m,
  );
  assert.equal(workspace.read("web/.gemini/settings.json"), "{");
  for (const path of [".mcp.json", ".claude/settings.json", ".cursor/hooks.json"]) {
    const text = workspace.read(`web/${path}`);
    assert.ok(text.includes("dossier") && !text.includes(folder) && !text.includes("deno"), path);
  }
  assert.ok(workspace.read("home/.codex/config.toml").includes(PROGRAM ?? "main.ts"));
  const again = await run("--json", "--no-index");
  const { hosts } = JSON.parse(again.stdout);
  assert.deepEqual(hosts.map(({ host }: { host: string }) => host), [
    "claude-code",
    "codex",
    "cursor",
  ]);
  assert.match(hosts[0].parts[0].text, /"mcpServers"/);
  const outcomes = hosts.flatMap(({ parts }: { parts: { outcome: string }[] }) => parts)
    .map(({ outcome }: { outcome: string }) => outcome);
  assert.deepEqual([...new Set(outcomes)], ["unchanged"]);

  assert.equal((await run("--remove")).code, 2);
  workspace.remove("web/.dossier");
  assert.deepEqual(listFiles(folder), before);
  workspace.write("web/.gemini/settings.json", "{}");
  const nothing = await run("--remove");
  assert.deepEqual([nothing.code, nothing.stdout], [0, ""]);
  assert.match(nothing.stderr, /dossier is not installed: nothing to remove/);
});

Deno.test("install-host uses the user's files when the program is not on PATH", async () => {
  using workspace = new TempWorkspace({ ...FILES, "home/.claude/a": "" });
  workspace.initialize();
  const environment = { HOME: workspace.path("home"), PATH: barePath(workspace) };
  const run = (...args: string[]) => workspace.run(["install-host", ...args], { environment });
  // It is on PATH only temporarily.
  workspace.write("../_npx/1/dossier", "#!/bin/sh\n");
  Deno.chmodSync(workspace.path("../_npx/1/dossier"), 0o755);
  environment.PATH = `${workspace.path("../_npx/1")}:${environment.PATH}`;
  const { code, stdout, stderr } = await run("--no-index", "--mcp");
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^Claude Code \(~\/\.claude\)\n {2}MCP server {2}added {2}\/.*home\/\.claude\.json$/m,
  );
  assert.match(stderr, /Your user files are used, for all projects, as "dossier" is not on PATH/);
  assert.ok(!listNames(workspace.root).includes(".dossier"));
  const shared = await run("claude-code", "--project", "--hooks");
  assert.match(
    shared.stderr,
    /needs it on PATH\. It is missing on yours: install it, or use --user$/m,
  );
  assert.match(workspace.read(".claude/settings.json"), /"command": "dossier"/);
});

Deno.test("install-host --skill describes commands when the host has no MCP server", async () => {
  using workspace = new TempWorkspace();
  const environment = { HOME: workspace.root };
  const run = (...args: string[]) =>
    workspace.run(["install-host", "claude-code", "--project", ...args], { environment });
  const skill = ".claude/skills/dossier/SKILL.md";
  assert.doesNotMatch(assertSuccess(await run("--skill")), /sub-agent/);
  assert.match(workspace.read(skill), /`dossier context --names "A B" "TASK"`: what to read/);
  assertSuccess(await run("--mcp"));
  assert.match(assertSuccess(await run("--skill")), /skill +changed[^]*sub-agent +added/);
  assert.match(workspace.read(skill), /call the tool `context` once/);
});
