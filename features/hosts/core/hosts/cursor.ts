import type { Host } from "./host.ts";

/**
 * Cursor, by its users' hooks of 2026. A prompt accepts no text, so that its context comes with the
 * first tool call.
 */
export const CURSOR: Host = {
  name: "cursor",
  label: "Cursor",
  hooks: {
    addsRulesOnRead: true,
    events: [
      { name: "sessionStart", moment: "session-start", reply: "flat", timeoutSeconds: 60 },
      { name: "beforeSubmitPrompt", moment: "prompt", timeoutSeconds: 60 },
      { name: "preToolUse", moment: "before-tool", timeoutSeconds: 60, isUnused: true },
      { name: "postToolUse", moment: "after-tool", reply: "flat", timeoutSeconds: 60 },
      { name: "preCompact", moment: "before-compaction", timeoutSeconds: 60 },
      { name: "subagentStart", moment: "subagent-start", timeoutSeconds: 60, isUnused: true },
      { name: "subagentStop", moment: "subagent-stop", timeoutSeconds: 60, isUnused: true },
      { name: "stop", moment: "stop", timeoutSeconds: 60, isUnused: true },
      { name: "sessionEnd", moment: "session-end", timeoutSeconds: 60 },
    ],
    flatKey: "additional_context",
    timeout: { key: "timeout", unit: "seconds" },
  },
  tools: {
    read: ["read_file"],
    edit: ["edit_file", "search_replace", "delete"],
    write: ["write"],
    search: ["grep_search", "file_search", "codebase_search", "list_dir"],
    run: ["run_terminal_cmd"],
  },
  instructions: {
    folders: [["AGENTS.md"]],
    root: [".cursorrules"],
    rules: [{ folder: ".cursor/rules", suffix: ".mdc", form: "globs", isNested: true }],
    skills: [".cursor/skills", ".agents/skills", "~/.cursor/skills"],
  },
  install: {
    scopes: ["project", "user"],
    server: {
      project: ".cursor/mcp.json",
      members: { type: "stdio" },
      folder: "${workspaceFolder}",
    },
    hooks: { project: ".cursor/hooks.json", isGrouped: false, version: 1 },
    guide: {
      label: "rule",
      project: ".cursor/rules/dossier.mdc",
      user: ".cursor/skills/dossier/SKILL.md",
      head: (description, scope) =>
        scope === "project" ? { description, alwaysApply: "false" } : undefined,
    },
    agent: {
      project: ".cursor/agents/dossier.md",
      // It has no list of tools.
      head: ({ description }) => ({ name: "dossier", description, readonly: "true" }),
    },
    signs: {
      programs: ["cursor", "cursor-agent"],
      home: [".cursor"],
      project: [".cursor", ".cursorrules"],
    },
  },
};
