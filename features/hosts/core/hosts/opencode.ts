import type { Host } from "./host.ts";

/** OpenCode, which has plug-ins in place of commands at events. */
export const OPENCODE: Host = {
  name: "opencode",
  label: "OpenCode",
  instructions: {
    user: [["~/.config/opencode/AGENTS.md", "~/.claude/CLAUDE.md"]],
    folders: [["AGENTS.md", "CLAUDE.md"]],
    skills: [".opencode/skills", ".claude/skills", ".agents/skills", "~/.config/opencode/skills"],
  },
  install: {
    scopes: ["project", "user"],
    server: {
      project: "opencode.json",
      user: ".config/opencode/opencode.json",
      container: "mcp",
      // It adds its schema to a file without one.
      head: { $schema: "https://opencode.ai/config.json" },
      members: { type: "local", enabled: true },
      isList: true,
    },
    guide: {
      label: "skill",
      project: ".opencode/skills/dossier/SKILL.md",
      user: ".config/opencode/skills/dossier/SKILL.md",
    },
    agent: {
      project: ".opencode/agents/dossier.md",
      user: ".config/opencode/agents/dossier.md",
      // The name of its file is its name.
      head: ({ description }) => ({
        description,
        mode: "subagent",
        permission: "{ edit: deny, bash: deny }",
      }),
    },
    signs: {
      programs: ["opencode"],
      home: [".config/opencode"],
      project: ["opencode.json", "opencode.jsonc", ".opencode"],
    },
  },
};
