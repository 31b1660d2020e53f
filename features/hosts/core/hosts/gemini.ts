import type { Host } from "./host.ts";

/** The tools that change, read or search files. */
const FILE_TOOLS =
  "read_file|write_file|replace|run_shell_command|grep_search|search_file_content|glob";

/**
 * Gemini CLI, by its hooks reference of 2026, and by tests of 0.61.0. It accepts only JSON, and no
 * text before a tool. `PreCompress` occurs before each turn, even without a compaction, so that it
 * is of no use.
 */
export const GEMINI: Host = {
  name: "gemini",
  label: "Gemini CLI",
  hooks: {
    addsRulesOnRead: true,
    events: [
      { name: "SessionStart", moment: "session-start", reply: "nested", timeoutSeconds: 60 },
      { name: "BeforeAgent", moment: "prompt", reply: "nested", timeoutSeconds: 60 },
      { name: "BeforeTool", moment: "before-tool", timeoutSeconds: 60, isUnused: true },
      {
        name: "AfterTool",
        moment: "after-tool",
        reply: "nested",
        timeoutSeconds: 60,
        matcher: FILE_TOOLS,
      },
      { name: "PreCompress", moment: "before-compaction", timeoutSeconds: 60, isUnused: true },
      { name: "AfterAgent", moment: "stop", timeoutSeconds: 60, isUnused: true },
      { name: "SessionEnd", moment: "session-end", timeoutSeconds: 60 },
    ],
    timeout: { key: "timeout", unit: "milliseconds" },
  },
  tools: {
    read: ["read_file"],
    edit: ["replace"],
    write: ["write_file"],
    search: ["grep_search", "search_file_content", "glob", "list_directory"],
    run: ["run_shell_command"],
  },
  instructions: {
    user: [["~/.gemini/GEMINI.md"]],
    folders: [["GEMINI.md"]],
    imports: 5,
    skills: [".gemini/skills", ".agents/skills", "~/.gemini/skills"],
  },
  install: {
    scopes: ["project", "user"],
    server: { project: ".gemini/settings.json", members: {} },
    hooks: { project: ".gemini/settings.json", isGrouped: true },
    guide: { label: "skill", project: ".gemini/skills/dossier/SKILL.md" },
    signs: { programs: ["gemini"], home: [".gemini"], project: [".gemini", "GEMINI.md"] },
  },
};
