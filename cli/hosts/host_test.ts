import assert from "node:assert/strict";
import { findHost, HOSTS } from "./host.ts";

const PLACE = { project: "/src/web", home: "/home/me" };

Deno.test("HOSTS have their configurations where the hosts look for them", () => {
  const paths = HOSTS.flatMap(({ name, files }) =>
    files.map((file) => [
      `${name} ${file.part}`,
      file.path("project", PLACE).replace("/src/web/", ""),
      file.path("user", PLACE).replace("/home/me/", ""),
    ])
  );
  assert.deepEqual(paths, [
    ["claude-code mcp", ".mcp.json", ".claude.json"],
    ["claude-code hooks", ".claude/settings.json", ".claude/settings.json"],
    ["claude-code skill", ".claude/skills/dossier/SKILL.md", ".claude/skills/dossier/SKILL.md"],
    ["codex mcp", ".codex/config.toml", ".codex/config.toml"],
    ["codex hooks", ".codex/hooks.json", ".codex/hooks.json"],
    ["codex skill", ".agents/skills/dossier/SKILL.md", ".agents/skills/dossier/SKILL.md"],
    ["cursor mcp", ".cursor/mcp.json", ".cursor/mcp.json"],
    ["cursor hooks", ".cursor/hooks.json", ".cursor/hooks.json"],
    ["cursor skill", ".cursor/rules/dossier.mdc", ".cursor/skills/dossier/SKILL.md"],
    ["copilot mcp", ".github/mcp.json", ".copilot/mcp-config.json"],
    ["copilot hooks", ".github/hooks/dossier.json", ".copilot/hooks/dossier.json"],
    [
      "copilot skill",
      ".github/instructions/dossier.instructions.md",
      ".copilot/instructions/dossier.instructions.md",
    ],
    ["gemini mcp", ".gemini/settings.json", ".gemini/settings.json"],
    ["gemini hooks", ".gemini/settings.json", ".gemini/settings.json"],
    ["gemini skill", ".gemini/skills/dossier/SKILL.md", ".gemini/skills/dossier/SKILL.md"],
    ["opencode mcp", "opencode.json", ".config/opencode/opencode.json"],
    [
      "opencode skill",
      ".opencode/skills/dossier/SKILL.md",
      ".config/opencode/skills/dossier/SKILL.md",
    ],
  ]);
});

Deno.test("HOSTS follow the folders that users have in place of those in the home", () => {
  const path = (host: string, place: object) =>
    findHost(host).files[0]!.path("user", { ...PLACE, ...place });
  assert.equal(path("codex", { codexHome: "/etc/codex" }), "/etc/codex/config.toml");
  assert.equal(path("copilot", { copilotHome: "/etc/copilot" }), "/etc/copilot/mcp-config.json");
  assert.throws(() => path("codex", { home: undefined }), { message: /: set HOME$/ });
});
