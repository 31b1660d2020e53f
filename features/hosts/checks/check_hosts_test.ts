import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { GUIDE_FORMAT } from "../install/mod.ts";
import { examineHosts } from "./check_hosts.ts";
import { fileURLToPath } from "node:url";
import type { Finding } from "@dossier/retrieval/health";

const MAIN = fileURLToPath(new URL("../../../cli/main.ts", import.meta.url));

/** Returns an entry as JSON. */
function entryOf(command: string, ...args: readonly string[]): string {
  return JSON.stringify({ mcpServers: { dossier: { command, args } } });
}

function levelsIn(files: Readonly<Record<string, string>>): string[] {
  using workspace = new TempWorkspace(files);
  return examineIn(workspace).map(({ level }) => level);
}

function examineIn(workspace: TempWorkspace): readonly Finding[] {
  return examineHosts({ project: workspace.path("repo"), home: workspace.path("home") });
}

Deno.test("examineHosts() finds our entry in the files of each host, in the repository or at home", () => {
  assert.deepEqual(levelsIn({}), Array(6).fill("note"));
  assert.deepEqual(
    levelsIn({
      "repo/.mcp.json": entryOf(Deno.execPath(), "run", MAIN, "mcp"),
      "home/.codex/config.toml":
        `[mcp_servers.dossier]\ncommand = "${Deno.execPath()}"\nargs = ["run", "${MAIN}", "mcp"]\n`,
      "home/.cursor/mcp.json": '{"mcpServers":{"other":{}}}',
    }),
    ["ok", "ok", "note", "note", "note", "note"],
  );
});

Deno.test("examineHosts() warns of files that it cannot read, and of entries that start something else", () => {
  assert.deepEqual(
    levelsIn({
      "home/.claude.json": '{"mcpServers":{"dossier":{"command":"other","args":[]}}}',
      "home/.codex/config.toml": "[mcp_servers.\n",
      "repo/.cursor/mcp.json": "{",
    }),
    ["warning", "warning", "warning", "note", "note", "note"],
  );
});

Deno.test("examineHosts() warns of entries of ours that cannot start, or serve other folders", () => {
  using workspace = new TempWorkspace({ "repo/a": "", "other/a": "" });
  const deno = Deno.execPath();
  const serve = (...roots: readonly string[]) => entryOf(deno, "run", MAIN, "mcp", ...roots);
  const cases: readonly (readonly [string, RegExp | undefined])[] = [
    [serve("--root", workspace.path("repo")), undefined],
    [serve("--root", "other=../other", "--root=web=."), undefined],
    [serve("--root", workspace.path("other")), /serves ".*\/other" and not this folder$/],
    [serve("--root", workspace.path("gone")), /serves ".*\/gone" and not this folder$/],
    [entryOf("/gone/dossier", "mcp"), /cannot start as there is no "\/gone\/dossier"$/],
    [entryOf("gone-deno", "run", "/gone/cli/main.ts", "mcp"), /no "gone-deno", "\/gone\/cli\//],
    [entryOf(deno, "run", `${MAIN}/cli/main.ts`, "mcp"), /no ".*main\.ts\/cli\/main\.ts"$/],
  ];
  for (const [text, message] of cases) {
    workspace.write("repo/.mcp.json", text);
    const [finding] = examineIn(workspace);
    if (message === undefined) {
      assert.equal(finding?.level, "ok", text);
      continue;
    }
    assert.equal(finding?.level, "warning");
    assert.match(finding.message, message);
    assert.equal(finding.fix, "deno task install-host claude-code --mcp");
  }
  workspace.remove("repo/.mcp.json");
  workspace.write("home/.claude.json", entryOf("/gone/dossier", "mcp"));
  const [finding] = examineIn(workspace);
  assert.equal(finding?.fix, "deno task install-host claude-code --mcp --user");
});

Deno.test("examineHosts() also checks hooks and skills, and reports hooks that the user has not confirmed", () => {
  using workspace = new TempWorkspace({ "repo/a": "" });
  const deno = Deno.execPath();
  const hook = (main: string) =>
    JSON.stringify({
      hooks: { Stop: [{ hooks: [{ command: `${deno} run '${main}' hook --host codex` }] }] },
    });
  const path = workspace.write("home/.codex/hooks.json", hook(MAIN));
  workspace.write("repo/.claude/skills/dossier/SKILL.md", "# Mine\n");
  const find = (label: string) =>
    (examineIn(workspace)).filter(({ message }) => message.includes(label));
  const [waiting] = find("Codex");
  assert.equal(waiting?.level, "note");
  assert.match(
    waiting.message,
    /has the hooks in ".*hooks\.json": Codex runs hooks once you have trusted/,
  );
  workspace.write(
    "home/.codex/config.toml",
    `[hooks.state."${path}:stop:0:0"]\ntrusted_hash = "sha256:0"\n`,
  );
  assert.deepEqual((find("Codex")).map(({ level }) => level), ["ok"]);
  workspace.write("home/.codex/hooks.json", hook("/gone/cli/main.ts"));
  const [broken] = find("Codex");
  assert.match(broken!.message, /that cannot start as there is no "\/gone\/cli\/main\.ts"$/);
  assert.equal(broken!.fix, "deno task install-host codex --hooks");
  const [skill] = find("SKILL.md");
  assert.match(skill!.message, /SKILL\.md": dossier has not written it$/);
});

Deno.test("examineHosts() reports a team's entry whose program is not on PATH, with a fix", () => {
  using workspace = new TempWorkspace({
    "repo/.mcp.json": entryOf("dossier", "mcp"),
    "repo/.cursor/mcp.json": entryOf("dossier", "mcp", "--root", "${workspaceFolder}"),
    "bin/dossier": "#!/bin/sh\n",
  });
  const path = Deno.env.get("PATH") ?? "";
  try {
    Deno.env.set("PATH", workspace.path("bin"));
    const [missing] = examineIn(workspace);
    assert.match(missing!.message, /cannot start as there is no "dossier" on PATH$/);
    assert.match(
      missing!.fix!,
      /docs\/install\.md says, or deno task install-host claude-code --mcp --user$/,
    );
    Deno.chmodSync(workspace.path("bin/dossier"), 0o755);
    const levels = (examineIn(workspace)).map(({ level }) => level);
    assert.deepEqual(levels, ["ok", "note", "ok", "note", "note", "note"]);
  } finally {
    Deno.env.set("PATH", path);
  }
});

Deno.test("examineHosts() finds duplicate entries, a plugin, and a text that was edited by hand", () => {
  const hooks = JSON.stringify({
    hooks: { Stop: [{ hooks: [{ command: `${Deno.execPath()} run '${MAIN}' hook --host x` }] }] },
  });
  const skill = GUIDE_FORMAT.render({ text: "# dossier\n" }).replace("#", "# My");
  using workspace = new TempWorkspace({
    "repo/.claude/settings.json": hooks,
    "home/.claude/settings.json": hooks,
    "repo/.claude/skills/dossier/SKILL.md": skill,
  });
  const find = () => (examineIn(workspace)).filter(({ message }) => message.includes("Claude"));
  const [first, second, changed, twice] = find();
  assert.deepEqual([first!.level, second!.level], ["ok", "ok"]);
  assert.deepEqual([changed!.level, twice!.level], ["note", "warning"]);
  assert.match(changed!.message, /SKILL\.md", changed by hand: it is neither updated nor removed$/);
  assert.match(twice!.message, /runs the hooks of both ".*\/repo\/.*" and ".*\/home\/.*" at each/);
  assert.equal(twice!.fix, "deno task install-host claude-code --hooks --remove --user");

  workspace.remove("repo/.claude");
  workspace.write("home/.claude/settings.json", '{"enabledPlugins": {"dossier@dossier": true}}');
  const [plugin, ...others] = find();
  assert.match(plugin!.message, /^Claude Code has dossier as a plugin, in ".*settings\.json"$/);
  assert.deepEqual([plugin!.level, others], ["ok", []]);
});
