import assert from "node:assert/strict";
import { HOOK_HOSTS } from "@dossier/hosts/core/host";
import { SEARCH_TOOLS } from "../../features/hosts/install/guide_text.ts";
import { findHostSetup, HOST_SETUPS } from "../../features/hosts/install/host_setup.ts";
import { addProgram, listFiles } from "../host_files.ts";
import { openMcpSession } from "../mcp_session.ts";
import { type RunResult, TempWorkspace } from "../temp_workspace.ts";
import { assertSuccess } from "./assert_sentences.ts";

const FILES = { "upload.py": "def retry_upload(file):\n    return send(file)\n" };

/** Default file of each host's servers, relative to the workspace, which is also the home. */
const PATHS = [
  ["claude-code", ".mcp.json"],
  ["codex", ".codex/config.toml"],
  ["cursor", ".cursor/mcp.json"],
  ["copilot", ".github/mcp.json"],
  ["gemini", ".gemini/settings.json"],
  ["opencode", "opencode.json"],
] as const;

/** Text of another author in these files. */
const OTHERS: Readonly<Record<string, string>> = {
  json: '{\n  "mcpServers": { "web": { "command": "web" } },\n  "theme":   "dark"\n}\n',
  toml: '# mine\nmodel = "x"\n\n[mcp_servers.web]\ncommand = "web"\n',
};

/** Returns a command as found on a host's PATH. */
function onPath(words: readonly string[]): readonly string[] {
  return ["bash", "-c", 'exec "$@"', "bash", ...words];
}

for (const [host, path] of PATHS) {
  Deno.test(`install-host ${host} installs the program by its name, which then answers, and removes it`, async () => {
    using workspace = new TempWorkspace(FILES);
    workspace.initialize();
    const before = OTHERS[path.slice(path.lastIndexOf(".") + 1)]!;
    workspace.write(path, before);
    const environment = addProgram(workspace);
    const run = (...args: string[]) =>
      workspace.run(["install-host", host, "--mcp", "--project", ...args], { environment });

    const root = ["--root", `web=${workspace.root}`];
    assert.match(assertSuccess(await run(...root, "--dry-run")), /MCP server {2}would be added/);
    assert.equal(workspace.read(path), before);
    assert.match(assertSuccess(await run(...root)), /MCP server {2}added/);
    assert.ok(!/deno|\/(tmp|var)\//.test(workspace.read(path)), workspace.read(path));
    const { format } = findHostSetup(host).files[0]!;
    const found = format.find(workspace.read(path), path) as { command: string; args?: string[] };
    {
      const words = [found.command, found.args ?? []].flat()
        .map((word) => word.replace("${workspaceFolder}", workspace.root));
      const server = {
        commandLine: ["env", `--chdir=${workspace.root}`, ...words],
        environment: { ...workspace.environment(), ...environment, HOME: workspace.cache },
      };
      await using session = await openMcpSession("2025-11-25", {
        ...server,
        commandLine: onPath(server.commandLine),
      });
      const { content } = await session.callTool("context", { query: "retry upload" });
      assert.match(JSON.stringify(content), /def retry_upload/);
    }
    assertSuccess(await run("--remove"));
    assert.equal(workspace.read(path), before);
  });
}

Deno.test("install-host --user installs the program with the paths of this machine, which then answers", async () => {
  using workspace = new TempWorkspace(FILES);
  workspace.initialize();
  const environment = { HOME: workspace.root };
  const words = ["install-host", "claude-code", "--mcp", "--user", "--root", workspace.root];
  assertSuccess(await workspace.run(words, { environment }));
  const { command, args } = JSON.parse(workspace.read(".claude.json")).mcpServers.dossier;
  const server = { commandLine: [command, ...args], environment: workspace.environment() };
  await using session = await openMcpSession("2025-11-25", server);
  const tools = (await session.listTools()).map(({ name }) => name);
  assert.deepEqual(SEARCH_TOOLS.filter((name) => !tools.includes(name)), []);
  const { content } = await session.callTool("context", { query: "retry upload" });
  assert.match(JSON.stringify(content), /def retry_upload/);
});

for (const { name, files } of HOST_SETUPS) {
  Deno.test(`install-host ${name} installs all parts once, and --remove leaves none`, async () => {
    using workspace = new TempWorkspace({ "home/a": "", ".gemini/settings.json": OTHERS["json"]! });
    workspace.initialize();
    const before = listFiles(workspace.root);
    const environment = { HOME: workspace.path("home"), CODEX_HOME: "", COPILOT_HOME: "" };
    for (const scope of ["--project", "--user"]) {
      const run = (...args: string[]) =>
        workspace.run(["install-host", name, ...args], { environment });
      const { stdout } = await run(scope);
      for (const { label } of files) {
        assert.match(stdout, new RegExp(`^  ${label} +added +/`, "m"));
      }
      const entered = listFiles(workspace.root);
      const place = { project: workspace.root, home: environment.HOME };
      const where = scope === "--user" ? "user" : "project";
      for (const file of files) assert.ok(entered.has(file.path(where, place)), file.part);
      assert.doesNotMatch((await run(scope)).stdout, /\b(?:added|changed)\b/);
      assert.deepEqual(listFiles(workspace.root), entered);
      assertSuccess(await run("--remove"));
      assert.deepEqual(listFiles(workspace.root), before);
    }
  });
}

for (const [at, { name, events }] of HOOK_HOSTS.entries()) {
  // With every other host by paths of this machine; by name is a shorter test of the same.
  const scope = at % 2 === 0 ? "user" : "project";
  Deno.test(`install-host ${name} --${scope} installs hooks that the host can start, and that send a session its map`, async () => {
    using workspace = new TempWorkspace({ "it's a tree/upload.py": FILES["upload.py"] });
    const tree = workspace.path("it's a tree");
    workspace.git("init", "--quiet", tree);
    const environment = addProgram(workspace);
    const words = ["install-host", name, "--hooks", `--${scope}`, "--root", tree];
    assertSuccess(await workspace.run(words, { environment }));
    const { format, path } = findHostSetup(name).files.find(({ part }) => part === "hooks")!;
    const file = path(scope, { project: tree, home: workspace.root });
    const entry = format.find(Deno.readTextFileSync(file), file)!;
    const [begins] = events;
    assert.deepEqual(
      Object.keys(entry),
      events.filter(({ isUnused }) => !isUnused).map((event) => event.name),
    );
    const item = entry[begins!.name] as { hooks?: readonly StartedHook[] } & StartedHook;
    const { command, exec = command, args } = item.hooks?.[0] ?? item;
    const [program = "", ...rest] = args === undefined
      ? ["bash", "-c", command!]
      : onPath([exec!, ...args]);
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

/** Hook in a host's file. */
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
