import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { HOSTS_CHECK } from "./check_hosts.ts";

const JSON_ENTRY = '{"command":"/bin/deno","args":["run","/src/cli/main.ts","mcp"]}';

async function levelsIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  using workspace = new TempWorkspace(files);
  const root = workspace.path("repo");
  const patient = {
    root,
    state: `${root}/.dossier/state`,
    home: workspace.path("home"),
    codexHome: undefined,
  };
  const findings = await HOSTS_CHECK.run(patient, new AbortController().signal);
  return findings.map(({ level }) => level);
}

Deno.test("HOSTS_CHECK finds our entry in the files of each host, in the repository or at home", async () => {
  assert.deepEqual(await levelsIn({}), ["note", "note", "note"]);
  assert.deepEqual(
    await levelsIn({
      "repo/.mcp.json": `{"mcpServers":{"dossier":${JSON_ENTRY}}}`,
      "home/.codex/config.toml":
        '[mcp_servers.dossier]\ncommand = "/opt/dossier"\nargs = ["mcp"]\n',
      "home/.cursor/mcp.json": '{"mcpServers":{"other":{}}}',
    }),
    ["ok", "ok", "note"],
  );
});

Deno.test("HOSTS_CHECK warns of files that it can not read, and of entries that start something else", async () => {
  assert.deepEqual(
    await levelsIn({
      "home/.claude.json": '{"mcpServers":{"dossier":{"command":"other","args":[]}}}',
      "home/.codex/config.toml": "[mcp_servers.\n",
      "repo/.cursor/mcp.json": "{",
    }),
    ["warning", "warning", "warning"],
  );
});
