import assert from "node:assert/strict";
import { barePath, listFiles, listNames } from "../host_files.ts";
import { SANDBOXED, TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const FILES = { "upload.py": "def retry_upload(file):\n    return send(file)\n" };

Deno.test("install-host writes nothing when one of the files cannot be changed", async () => {
  using workspace = new TempWorkspace({ ".claude/settings.json": '{"hooks": []}' });
  const before = listFiles(workspace.root);
  const failed = await workspace.run(["install-host", "claude-code", "--project"]);
  assertFailure(failed, {
    code: 2,
    message: /settings\.json" as "hooks" in it is not an object: write "hooks": \{\}$/m,
  });
  assert.deepEqual(listFiles(workspace.root), before);
});

Deno.test("install-host serves the project, or with --user the project in which the host starts", async () => {
  using workspace = new TempWorkspace({ ...FILES, "../api/a.ts": "" });
  workspace.initialize();
  const environment = { HOME: workspace.root };
  const args = async (...words: string[]) => {
    const all = ["install-host", "claude-code", "--mcp", ...words];
    assertSuccess(await workspace.run(all, { environment }));
    const path = words.includes("--project") ? ".mcp.json" : ".claude.json";
    return JSON.parse(workspace.read(path)).mcpServers.dossier.args;
  };
  assert.deepEqual(await args("--project"), ["mcp"]);
  const roots = ["--root", workspace.root, "--root", workspace.path("../api")];
  assert.deepEqual(await args("--project", ...roots), ["mcp", "--root", ".", "--root", "../api"]);
  assert.equal((await args("--user")).at(-1), "mcp");
  assert.deepEqual((await args("--user", ...roots)).slice(-5), ["mcp", ...roots]);
});

Deno.test("install-host --no-search-notes installs hooks without notes on searches, until it runs without the option", async () => {
  using workspace = new TempWorkspace(FILES);
  workspace.initialize();
  const environment = { HOME: workspace.root };
  const tool = {
    "tool_name": "Grep",
    "tool_input": { pattern: "retryUpload" },
    "tool_response": { mode: "files_with_matches", filenames: [], numFiles: 0 },
  };
  const input = JSON.stringify({
    "session_id": "s1",
    cwd: workspace.root,
    "hook_event_name": "PostToolUse",
    ...tool,
  });
  const hookOutput = async (...words: string[]) => {
    const all = ["install-host", "claude-code", "--hooks", "--project", ...words];
    assertSuccess(await workspace.run(all, { environment }));
    const [{ matcher, hooks: [{ args }] }] =
      JSON.parse(workspace.read(".claude/settings.json")).hooks.PostToolUse;
    assert.match(matcher, /\|Grep\|Glob$/);
    return assertSuccess(await workspace.run(args, { environment, input }));
  };
  assert.equal(await hookOutput("--no-search-notes"), "");
  // On a machine that is too busy for the one second it correctly prints nothing.
  const note = await hookOutput();
  if (note !== "") assert.match(note, /The search \\"retryUpload\\" found nothing/);
});

Deno.test("install-host refuses unknown hosts and scopes, and broken files with the location", async () => {
  using workspace = new TempWorkspace({ ".mcp.json": '{\n  "mcpServers": oops\n}\n' });
  const environment = { HOME: workspace.root, PATH: barePath(workspace) };
  const run = (...args: string[]) => workspace.run(["install-host", ...args], { environment });
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [
      [],
      /Cannot find a host .*: name one of claude-code, codex, cursor, copilot, gemini, opencode$/m,
    ],
    [["vim"], /"vim" as there is no such host/],
    [["codex", "--user", "--project"], /--project with --user: choose one$/m],
    [["opencode", "--hooks"], /--hooks as OpenCode has no such part: it has --mcp, --skill$/m],
    [["claude-code", "--root", "none"], /Cannot serve ".*none" as it is not a folder/],
    [
      ["claude-code", "--project"],
      /\.mcp\.json" as line 2, column 17 is not valid JSON \(invalid symbol\)/,
    ],
  ];
  for (const [args, message] of cases) assertFailure(await run(...args), { code: 2, message });
  assert.equal(workspace.read(".mcp.json"), '{\n  "mcpServers": oops\n}\n');
});

Deno.test(
  "install-host reports a full or read-only disk, and leaves no files",
  SANDBOXED,
  async () => {
    using workspace = new TempWorkspace({ "small.json": "" });
    const environment = { HOME: workspace.root };
    const full = { environment, shell: 'trap "" XFSZ; ulimit -f 0; exec "$@"' };
    const message =
      /^dossier: Cannot write "\/.*\.mcp\.json" \(File too large\): free some space or make/;
    const failed = await workspace.run(["install-host", "claude-code", "--mcp", "--project"], full);
    assertFailure(failed, { code: 3, message });
    assert.deepEqual(listNames(workspace.root), ["small.json"]);
    // The runtime refuses before the disk would, which also works for root. The last file is in the
    // home.
    using other = new TempWorkspace();
    const refused = await workspace.run(["install-host", "codex"], {
      environment: { HOME: other.root, CODEX_HOME: workspace.root },
    });
    assertFailure(refused, {
      code: 3,
      message: /SKILL\.md" \(Requires write access to .*\): free some space or make/,
    });
    assert.deepEqual([listNames(workspace.root), listNames(other.root)], [["small.json"], []]);
  },
);

Deno.test("install-host finds Codex's folder relative to the current folder, and needs no home for a project", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "", "mine/a": "" });
  const environment = { HOME: "", CODEX_HOME: "../mine" };
  const options = { environment, folder: "src" };
  assertSuccess(await workspace.run(["install-host", "codex", "--mcp"], options));
  assert.match(workspace.read("mine/config.toml"), /^\[mcp_servers\.dossier\]$/m);
  assertSuccess(await workspace.run(["install-host", "claude-code", "--project"], options));
  const user = ["install-host", "claude-code", "--user"];
  assertFailure(await workspace.run(user, options), { code: 2, message: /: set HOME$/m });
});

Deno.test("install-host --remove deletes its folders, and keeps the user's changes", async () => {
  using workspace = new TempWorkspace({ "a.ts": "" });
  const environment = { HOME: workspace.path("home") };
  const run = (...args: string[]) =>
    workspace.run(["install-host", "cursor", ...args], { environment });
  assertSuccess(await run("--project"));
  assertSuccess(await run("--remove"));
  assert.deepEqual(listNames(workspace.root), ["a.ts"]);
  assertSuccess(await run("--project"));
  const rule = ".cursor/rules/dossier.mdc";
  const mine = workspace.read(rule).replace("# dossier", "# dossier, and mine");
  workspace.write(rule, mine);
  // A repeated installation does not change the text, either.
  for (const word of ["--project", "--remove"]) {
    const { code, stderr } = await run(word);
    assert.equal(code, 0);
    assert.match(stderr, /^dossier: Kept the rule in "\/.*dossier\.mdc", .*: remove it/m);
    assert.equal(workspace.read(rule), mine);
  }
  assert.deepEqual(
    [...listFiles(workspace.root)].filter(([, text]) => text !== undefined).length,
    2,
  );
});

Deno.test("install-host --root writes the files of that project, from any folder", async () => {
  using workspace = new TempWorkspace({ "clone/a.ts": "", "web/b.ts": "" });
  const run = (...args: string[]) =>
    workspace.run(["install-host", ...args, "--mcp", "--project"], { folder: "clone" });
  for (
    const [host, path] of [["claude-code", ".mcp.json"], ["cursor", ".cursor/mcp.json"]] as const
  ) {
    assertSuccess(await run(host, "--root", "../web"));
    const { mcpServers } = JSON.parse(workspace.read(`web/${path}`));
    assert.equal(mcpServers.dossier.command, "dossier");
    assertSuccess(await run(host, "--root", "../web", "--remove"));
  }
  assert.deepEqual(listNames(workspace.path("clone")), ["a.ts"]);
  assert.deepEqual(listNames(workspace.path("web")), ["b.ts"]);
});
