import assert from "node:assert/strict";
import { HOOK_HOSTS } from "@dossier/core/host";
import { HOSTS } from "../../cli/hosts/host.ts";
import { openMcpSession } from "../mcp_session.ts";
import { type RunResult, TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const FILES = { "upload.py": "def retry_upload(file):\n    return send(file)\n" };

/** Where each host looks for servers by default, seen from the workspace, which is the home too. */
const PATHS = [
  ["claude-code", ".mcp.json"],
  ["codex", ".codex/config.toml"],
  ["cursor", ".cursor/mcp.json"],
  ["copilot", ".github/mcp.json"],
  ["gemini", ".gemini/settings.json"],
  ["opencode", "opencode.json"],
] as const;

/** What somebody else wrote there. */
const OTHERS: Readonly<Record<string, string>> = {
  json: '{\n  "mcpServers": { "web": { "command": "web" } },\n  "theme":   "dark"\n}\n',
  toml: '# mine\nmodel = "x"\n\n[mcp_servers.web]\ncommand = "web"\n',
};

for (const [host, path] of PATHS) {
  Deno.test(`install-host ${host} enters the program, which then answers, and takes it out`, async () => {
    using workspace = new TempWorkspace(FILES);
    workspace.initialize();
    const before = OTHERS[path.slice(path.lastIndexOf(".") + 1)]!;
    workspace.write(path, before);
    const environment = { HOME: workspace.root, CODEX_HOME: "" };
    const run = (...args: string[]) =>
      workspace.run(["install-host", host, "--mcp", ...args], { environment });

    const root = ["--root", `web=${workspace.root}`];
    const dry = assertSuccess(await run(...root, "--dry-run"));
    assert.equal(workspace.read(path), before);
    assert.equal(assertSuccess(await run(...root)), dry);
    const { format } = HOSTS.find(({ name }) => name === host)!.files[0]!;
    const found = format.find(workspace.read(path), path) as { command: string; args?: string[] };
    {
      const commandLine = [found.command, found.args ?? []].flat();
      const server = { commandLine, environment: workspace.environment() };
      await using session = await openMcpSession("2025-11-25", server);
      const { structuredContent } = await session.callTool("context", { query: "retry upload" });
      assert.match(JSON.stringify(structuredContent), /def retry_upload/);
    }
    assertSuccess(await run("--remove"));
    assert.equal(workspace.read(path), before);
  });
}

for (const { name, files } of HOSTS) {
  Deno.test(`install-host ${name} enters all that the host has, once, and leaves nothing when it is removed`, async () => {
    using workspace = new TempWorkspace({ "home/a": "", ".gemini/settings.json": OTHERS["json"]! });
    workspace.initialize();
    const before = listFiles(workspace.root);
    const environment = { HOME: workspace.path("home") };
    for (const scope of ["--project", "--user"]) {
      const run = (...args: string[]) =>
        workspace.run(["install-host", name, scope, ...args], { environment });
      const { stderr } = await run();
      for (const { part } of files) assert.match(stderr, SAID[part]);
      const entered = listFiles(workspace.root);
      const place = { project: workspace.root, home: environment.HOME };
      const where = scope === "--user" ? "user" : "project";
      for (const file of files) assert.ok(entered.has(file.path(where, place)), file.part);
      assert.doesNotMatch((await run()).stderr, /Entered|Changed/);
      assert.deepEqual(listFiles(workspace.root), entered);
      assertSuccess(await run("--remove"));
      assert.deepEqual(listFiles(workspace.root), before);
    }
  });
}

/** What is said of each part that is entered. */
const SAID = {
  mcp: /^dossier: Entered the MCP server in \//m,
  hooks: /^dossier: Entered the hooks in \//m,
  skill: /^dossier: Entered the skill in \//m,
};

/** Returns the files of a folder, by path, with what they hold; and its folders. */
function listFiles(folder: string): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (name === ".git") continue;
    found.set(path, isDirectory ? undefined : Deno.readTextFileSync(path));
    if (isDirectory) { for (const [below, text] of listFiles(path)) found.set(below, text); }
  }
  return found;
}

for (const { name, events } of HOOK_HOSTS) {
  Deno.test(`install-host ${name} enters hooks that the host can start, and that tell a session of its tree`, async () => {
    using workspace = new TempWorkspace({ "it's a tree/upload.py": FILES["upload.py"] });
    const tree = workspace.path("it's a tree");
    workspace.git("init", "--quiet", tree);
    const environment = { HOME: workspace.root };
    const words = ["install-host", name, "--hooks", "--project", "--root", tree];
    assertSuccess(await workspace.run(words, { environment }));
    const { format, path } = HOSTS.find((host) => host.name === name)!.files
      .find(({ part }) => part === "hooks")!;
    const file = path("project", { project: tree, home: undefined });
    const entry = format.find(Deno.readTextFileSync(file), file)!;
    const [begins] = events;
    assert.deepEqual(
      Object.keys(entry),
      events.filter(({ isInstalled }) => isInstalled).map((event) => event.name),
    );
    const item = entry[begins!.name] as { hooks?: readonly StartedHook[] } & StartedHook;
    const { command, exec = command, args } = item.hooks?.[0] ?? item;
    const [program = "", ...rest] = args === undefined
      ? ["bash", "-c", command!]
      : [exec!, ...args];
    const input = {
      "session_id": "s",
      cwd: tree,
      source: "startup",
      "hook_event_name": begins!.name,
    };
    const { code, stdout, stderr } = await runWithInput(program, rest, {
      input: JSON.stringify(input),
      environment: { ...workspace.environment(), ...environment },
    });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /<dossier-context /);
    assert.match(stdout, /retry_upload/);
  });
}

/** A hook, as hosts have it. */
interface StartedHook {
  readonly command?: string;
  readonly exec?: string;
  readonly args?: readonly string[];
}

async function runWithInput(
  program: string,
  args: readonly string[],
  { input, environment }: {
    readonly input: string;
    readonly environment: Readonly<Record<string, string>>;
  },
): Promise<RunResult> {
  const child = new Deno.Command(program, {
    args: [...args],
    env: environment,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("install-host writes nothing at all where one of the files can not be changed", async () => {
  using workspace = new TempWorkspace({ ".claude/settings.json": '{"hooks": []}' });
  const before = listFiles(workspace.root);
  const failed = await workspace.run(["install-host", "claude-code"]);
  assertFailure(failed, {
    code: 2,
    message: /settings\.json" as "hooks" in it is no object: write "hooks": \{\}$/m,
  });
  assert.deepEqual(listFiles(workspace.root), before);
});

Deno.test("install-host serves the project, and for all projects of the user whichever it is started in", async () => {
  using workspace = new TempWorkspace(FILES);
  workspace.initialize();
  const environment = { HOME: workspace.root };
  const args = async (...scope: string[]) => {
    const words = ["install-host", "claude-code", "--mcp", ...scope];
    assertSuccess(await workspace.run(words, { environment }));
    const path = scope.length === 0 ? ".mcp.json" : ".claude.json";
    return JSON.parse(workspace.read(path)).mcpServers.dossier.args;
  };
  assert.deepEqual((await args()).slice(-3), ["mcp", "--root", workspace.root]);
  assert.equal((await args("--user")).at(-1), "mcp");
});

Deno.test("install-host refuses hosts and scopes that there are not, and broken files with the place", async () => {
  using workspace = new TempWorkspace({ ".mcp.json": '{\n  "mcpServers": oops\n}\n' });
  const environment = { HOME: workspace.root };
  const run = (...args: string[]) => workspace.run(["install-host", ...args], { environment });
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /name one of claude-code, codex, cursor, copilot, gemini, opencode$/m],
    [["vim"], /"vim" as there is no such host/],
    [["codex", "--user", "--project"], /--project with --user: choose one$/m],
    [["opencode", "--hooks"], /--hooks as OpenCode has no such part: it has --mcp, --skill$/m],
    [["claude-code", "--root", "none"], /Cannot serve ".*none" as it is no folder/],
    [["claude-code"], /\.mcp\.json" as line 2, column 17 is no JSON \(invalid symbol\)/],
  ];
  for (const [args, message] of cases) assertFailure(await run(...args), { code: 2, message });
  assert.equal(workspace.read(".mcp.json"), '{\n  "mcpServers": oops\n}\n');
});

Deno.test("install-host says that the disk is full or may not be written, and leaves no draft", async () => {
  using workspace = new TempWorkspace({ "small.json": "" });
  const environment = { HOME: workspace.root };
  const full = { environment, shell: 'trap "" XFSZ; ulimit -f 0; exec "$@"' };
  const message = /^dossier: Cannot write "\/.*\.mcp\.json" \(File too large\): make room or make/;
  const failed = await workspace.run(["install-host", "claude-code", "--mcp"], full);
  assertFailure(failed, { code: 3, message });
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), ["small.json"]);
  // The runtime refuses before the disk would, which root could not be made to.
  using other = new TempWorkspace();
  const refused = await workspace.run(["install-host", "codex"], {
    environment: { ...environment, CODEX_HOME: other.root },
  });
  assertFailure(refused, {
    code: 3,
    message: /config\.toml" \(Requires write access to .*\): make/,
  });
});

Deno.test("install-host finds Codex's folder from where it is called, and needs no home for a project", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "", "mine/a": "" });
  const environment = { HOME: "", CODEX_HOME: "../mine" };
  const options = { environment, folder: "src" };
  assertSuccess(await workspace.run(["install-host", "codex", "--mcp"], options));
  assert.match(workspace.read("mine/config.toml"), /^\[mcp_servers\.dossier\]$/m);
  assertSuccess(await workspace.run(["install-host", "claude-code"], options));
  const user = ["install-host", "claude-code", "--user"];
  assertFailure(await workspace.run(user, options), { code: 2, message: /: set HOME$/m });
});

Deno.test("install-host cursor --remove leaves no folder that it has made", async () => {
  using workspace = new TempWorkspace({ "a.ts": "" });
  const run = (...args: string[]) => workspace.run(["install-host", "cursor", ...args]);
  assertSuccess(await run());
  assertSuccess(await run("--remove"));
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), ["a.ts"]);
  assertSuccess(await run());
  workspace.write(".cursor/rules.md", "mine");
  assertSuccess(await run("--remove"));
  assert.equal(workspace.read(".cursor/rules.md"), "mine");
});

Deno.test("install-host --root writes the files of that project, from wherever it is called", async () => {
  using workspace = new TempWorkspace({ "clone/a.ts": "", "web/b.ts": "" });
  const run = (...args: string[]) =>
    workspace.run(["install-host", ...args, "--mcp"], { folder: "clone" });
  for (
    const [host, path] of [["claude-code", ".mcp.json"], ["cursor", ".cursor/mcp.json"]] as const
  ) {
    assertSuccess(await run(host, "--root", "../web"));
    const { mcpServers } = JSON.parse(workspace.read(`web/${path}`));
    assert.deepEqual(mcpServers.dossier.args.slice(-2), ["--root", workspace.path("web")]);
    assertSuccess(await run(host, "--root", "../web", "--remove"));
  }
  assert.deepEqual([...Deno.readDirSync(workspace.path("clone"))].map(({ name }) => name), [
    "a.ts",
  ]);
  assert.deepEqual([...Deno.readDirSync(workspace.path("web"))].map(({ name }) => name), ["b.ts"]);
});
