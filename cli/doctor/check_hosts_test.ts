import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { HOSTS_CHECK } from "./check_hosts.ts";

async function levelsIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  using workspace = new TempWorkspace();
  Deno.mkdirSync(workspace.path("repo"), { recursive: true });
  const root = workspace.path("repo");
  for (const [path, text] of Object.entries(files)) {
    workspace.write(path, text.replaceAll("ROOT", root));
  }
  const patient = { root, state: `${root}/.dossier/state`, home: workspace.path("home") };
  const findings = await HOSTS_CHECK.run(patient, new AbortController().signal);
  return findings.map(({ level }) => level);
}

Deno.test("HOSTS_CHECK finds our entry in the files of each host, in the repository or at home", async () => {
  assert.deepEqual(await levelsIn({}), ["note", "note", "note"]);
  assert.deepEqual(
    await levelsIn({
      "repo/.mcp.json": '{"mcpServers":{"dossier":{"command":"deno"}}}',
      "home/.codex/config.toml": '[mcp_servers.dossier]\ncommand = "deno"\n',
      "home/.cursor/mcp.json": '{"mcpServers":{"other":{}}}',
    }),
    ["ok", "ok", "note"],
  );
  assert.deepEqual(
    await levelsIn({
      "home/.claude.json": '{"projects":{"ROOT":{"mcpServers":{"dossier":{}}}}}',
      "repo/.codex/config.toml": "[mcp_servers.\n",
      "repo/.cursor/mcp.json": '{"mcpServers":{"dossier":{}}}',
    }),
    ["ok", "warning", "ok"],
  );
});
