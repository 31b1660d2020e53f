import type { Host } from "./host.ts";

/**
 * GitHub Copilot, by its hooks reference of 2026. Its input names the event only with these names.
 * The reply to a prompt is dropped, as in Cursor. `PreToolUse` rejects a tool when its command
 * fails, so that dossier does not use it.
 */
export const COPILOT: Host = {
  name: "copilot",
  label: "GitHub Copilot",
  folder: { name: ".copilot", variable: "COPILOT_HOME" },
  hooks: {
    addsRulesOnRead: true,
    events: [
      { name: "SessionStart", moment: "session-start", reply: "flat", timeoutSeconds: 30 },
      { name: "UserPromptSubmit", moment: "prompt", timeoutSeconds: 30 },
      { name: "PreToolUse", moment: "before-tool", timeoutSeconds: 30, isUnused: true },
      { name: "PostToolUse", moment: "after-tool", reply: "flat", timeoutSeconds: 30 },
      { name: "PreCompact", moment: "before-compaction", timeoutSeconds: 30 },
      { name: "SubagentStop", moment: "subagent-stop", timeoutSeconds: 30, isUnused: true },
      { name: "Stop", moment: "stop", timeoutSeconds: 30, isUnused: true },
      { name: "SessionEnd", moment: "session-end", timeoutSeconds: 30 },
    ],
    limit: { count: 10_000, unit: "bytes" },
    flatKey: "additionalContext",
    timeout: { key: "timeoutSec", unit: "seconds" },
  },
  tools: {
    read: ["view"],
    edit: ["edit", "str_replace_editor"],
    write: ["create"],
    search: ["grep", "glob"],
    run: ["bash"],
  },
  instructions: {
    user: [["~/.copilot/copilot-instructions.md"]],
    folders: [["AGENTS.md"]],
    root: [".github/copilot-instructions.md"],
    rules: [{ folder: ".github/instructions", suffix: ".instructions.md", form: "applyTo" }],
    skills: [".github/skills", ".claude/skills", ".agents/skills", "~/.copilot/skills"],
  },
  install: {
    scopes: ["project", "user"],
    server: {
      project: ".github/mcp.json",
      user: ".copilot/mcp-config.json",
      members: { type: "local", tools: ["*"] },
    },
    hooks: {
      project: ".github/hooks/dossier.json",
      user: ".copilot/hooks/dossier.json",
      programKey: "exec",
      isGrouped: false,
      version: 1,
    },
    guide: {
      label: "instructions",
      project: ".github/instructions/dossier.instructions.md",
      user: ".copilot/instructions/dossier.instructions.md",
      // The front matter applies to all files.
      head: (description) => ({ applyTo: '"**"', description }),
    },
    agent: {
      project: ".github/agents/dossier.agent.md",
      user: ".copilot/agents/dossier.agent.md",
      head: ({ description }) => ({
        name: "dossier",
        description,
        tools: '["read", "search", "dossier/*"]',
      }),
    },
    signs: {
      programs: ["copilot"],
      home: [".copilot"],
      project: [
        ".github/copilot-instructions.md",
        ".github/instructions",
        ".github/mcp.json",
        ".github/hooks",
      ],
    },
  },
};
