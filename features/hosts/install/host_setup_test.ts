import assert from "node:assert/strict";
import { findHostSetup, HOST_SETUPS } from "./host_setup.ts";

const PLACE = { project: "/src/web", home: "/home/me" };

Deno.test("HOST_SETUPS have their configurations where the hosts look for them", () => {
  const paths = HOST_SETUPS.flatMap(({ name, files }) =>
    files.map((file) => [
      `${name} ${file.label}`,
      file.path("project", PLACE).replace("/src/web/", ""),
      file.path("user", PLACE).replace("/home/me/", ""),
    ])
  );
  assert.deepEqual(paths, [
    ["claude-code MCP server", ".mcp.json", ".claude.json"],
    ["claude-code hooks", ".claude/settings.json", ".claude/settings.json"],
    ["claude-code skill", ".claude/skills/dossier/SKILL.md", ".claude/skills/dossier/SKILL.md"],
    ["claude-code sub-agent", ".claude/agents/dossier.md", ".claude/agents/dossier.md"],
    ["codex MCP server", ".codex/config.toml", ".codex/config.toml"],
    ["codex hooks", ".codex/hooks.json", ".codex/hooks.json"],
    ["codex skill", ".agents/skills/dossier/SKILL.md", ".agents/skills/dossier/SKILL.md"],
    ["cursor MCP server", ".cursor/mcp.json", ".cursor/mcp.json"],
    ["cursor hooks", ".cursor/hooks.json", ".cursor/hooks.json"],
    ["cursor rule", ".cursor/rules/dossier.mdc", ".cursor/skills/dossier/SKILL.md"],
    ["cursor sub-agent", ".cursor/agents/dossier.md", ".cursor/agents/dossier.md"],
    ["copilot MCP server", ".github/mcp.json", ".copilot/mcp-config.json"],
    ["copilot hooks", ".github/hooks/dossier.json", ".copilot/hooks/dossier.json"],
    [
      "copilot instructions",
      ".github/instructions/dossier.instructions.md",
      ".copilot/instructions/dossier.instructions.md",
    ],
    ["copilot sub-agent", ".github/agents/dossier.agent.md", ".copilot/agents/dossier.agent.md"],
    ["gemini MCP server", ".gemini/settings.json", ".gemini/settings.json"],
    ["gemini hooks", ".gemini/settings.json", ".gemini/settings.json"],
    ["gemini skill", ".gemini/skills/dossier/SKILL.md", ".gemini/skills/dossier/SKILL.md"],
    ["opencode MCP server", "opencode.json", ".config/opencode/opencode.json"],
    [
      "opencode skill",
      ".opencode/skills/dossier/SKILL.md",
      ".config/opencode/skills/dossier/SKILL.md",
    ],
    [
      "opencode sub-agent",
      ".opencode/agents/dossier.md",
      ".config/opencode/agents/dossier.md",
    ],
  ]);
});

Deno.test("HOST_SETUPS follow the folders that users have in place of those in the home", () => {
  const path = (host: string, place: object) =>
    findHostSetup(host).files[0]!.path("user", { ...PLACE, ...place });
  assert.equal(
    path("codex", { hostFolders: { ".codex": "/etc/codex" } }),
    "/etc/codex/config.toml",
  );
  assert.equal(
    path("copilot", { hostFolders: { ".copilot": "/etc/copilot" } }),
    "/etc/copilot/mcp-config.json",
  );
  assert.throws(() => path("codex", { home: undefined }), { message: /: set HOME$/ });
});
