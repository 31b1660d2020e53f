import { getNodeValue } from "jsonc-parser";
import { UsageError } from "@dossier/retrieval/operation";
import { ENTRY_NAME, isRecord } from "./config_format.ts";
import {
  agentEntry,
  copilotAgentEntry,
  copilotInstructionsEntry,
  cursorAgentEntry,
  cursorRuleEntry,
  opencodeAgentEntry,
  skillEntry,
} from "./guide_text.ts";
import {
  agentFile,
  guideFile,
  hooksFile,
  type Host,
  type HostTrust,
  inHome,
  serverFile,
} from "./host.ts";
import type { ServerShape } from "./host_entry.ts";
import { JSON_FORMAT, OPENCODE_FORMAT } from "./json_format.ts";
import { parseJsonText } from "./json_text.ts";
import { readToml, TOML_FORMAT } from "./toml_format.ts";

/** Codex notes in the user's configuration which hooks the user has trusted, by their file and place in it. */
const CODEX_TRUST: HostTrust = {
  advice: "Codex runs hooks once you have trusted them: type /hooks in it",
  isGiven(path, place, read) {
    const text = read(inHome(".codex/config.toml", place));
    const { hooks } = text === undefined ? {} : readToml(text, "");
    const state = isRecord(hooks) && isRecord(hooks["state"]) ? hooks["state"] : {};
    return Object.keys(state).some((key) => key.startsWith(`${path}:`));
  },
};

/** Claude Code notes in its settings which plugins are switched on, by their name and marketplace. */
const listClaudePlugins: NonNullable<Host["listPlugins"]> = (place, read) => {
  const own = place.home === undefined ? [] : [`${place.home}/${CLAUDE_SETTINGS}`];
  return [`${place.project}/${CLAUDE_SETTINGS}`, ...own].filter((path) => {
    const text = read(path);
    const root = text === undefined ? undefined : parseJsonText(text, `"${path}"`);
    const { enabledPlugins } = root === undefined ? {} : getNodeValue(root);
    return Object.entries(Object(enabledPlugins))
      .some(([name, isOn]) => name.startsWith(`${ENTRY_NAME}@`) && isOn === true);
  });
};

const CLAUDE_SETTINGS = ".claude/settings.json";
const SHELL = { kind: "shell", isGrouped: true } as const;
const STDIO: ServerShape = { more: { type: "stdio" } };
const SKILL = "skills/dossier/SKILL.md";

/** The hosts that can be told of the program. */
export const HOSTS: readonly Host[] = [
  {
    name: "claude-code",
    label: "Claude Code",
    scopes: ["project", "user"],
    files: [
      serverFile(JSON_FORMAT, STDIO, ".mcp.json", ".claude.json"),
      hooksFile(
        "claude-code",
        { kind: "program", key: "command", isGrouped: true },
        CLAUDE_SETTINGS,
      ),
      guideFile("skill", skillEntry, `.claude/${SKILL}`),
      agentFile(() => agentEntry(), ".claude/agents/dossier.md"),
    ],
    signs: { programs: ["claude"], home: [".claude", ".claude.json"], project: [".claude"] },
    listPlugins: listClaudePlugins,
  },
  {
    name: "codex",
    label: "Codex",
    scopes: ["user", "project"],
    files: [
      serverFile(TOML_FORMAT, { more: {} }, ".codex/config.toml"),
      { ...hooksFile("codex", SHELL, ".codex/hooks.json"), trust: CODEX_TRUST },
      guideFile("skill", skillEntry, `.agents/${SKILL}`),
    ],
    signs: { programs: ["codex"], home: [".codex"], project: [".codex"] },
  },
  {
    name: "cursor",
    label: "Cursor",
    scopes: ["project", "user"],
    files: [
      serverFile(JSON_FORMAT, { ...STDIO, folder: "${workspaceFolder}" }, ".cursor/mcp.json"),
      hooksFile("cursor", { kind: "shell", isGrouped: false, version: 1 }, ".cursor/hooks.json"),
      guideFile(
        "rule",
        (options, scope) => scope === "project" ? cursorRuleEntry(options) : skillEntry(options),
        ".cursor/rules/dossier.mdc",
        `.cursor/${SKILL}`,
      ),
      agentFile(cursorAgentEntry, ".cursor/agents/dossier.md"),
    ],
    signs: {
      programs: ["cursor", "cursor-agent"],
      home: [".cursor"],
      project: [".cursor", ".cursorrules"],
    },
  },
  {
    name: "copilot",
    label: "GitHub Copilot",
    scopes: ["project", "user"],
    files: [
      serverFile(
        JSON_FORMAT,
        { more: { type: "local", tools: ["*"] } },
        ".github/mcp.json",
        ".copilot/mcp-config.json",
      ),
      hooksFile(
        "copilot",
        { kind: "program", key: "exec", isGrouped: false, version: 1 },
        ".github/hooks/dossier.json",
        ".copilot/hooks/dossier.json",
      ),
      guideFile(
        "instructions",
        copilotInstructionsEntry,
        ".github/instructions/dossier.instructions.md",
        ".copilot/instructions/dossier.instructions.md",
      ),
      agentFile(
        copilotAgentEntry,
        ".github/agents/dossier.agent.md",
        ".copilot/agents/dossier.agent.md",
      ),
    ],
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
  {
    name: "gemini",
    label: "Gemini CLI",
    scopes: ["project", "user"],
    files: [
      serverFile(JSON_FORMAT, { more: {} }, ".gemini/settings.json"),
      hooksFile("gemini", SHELL, ".gemini/settings.json"),
      guideFile("skill", skillEntry, `.gemini/${SKILL}`),
    ],
    signs: { programs: ["gemini"], home: [".gemini"], project: [".gemini", "GEMINI.md"] },
  },
  {
    name: "opencode",
    label: "OpenCode",
    scopes: ["project", "user"],
    files: [
      serverFile(
        OPENCODE_FORMAT,
        { more: { type: "local", enabled: true }, isList: true },
        "opencode.json",
        ".config/opencode/opencode.json",
      ),
      guideFile("skill", skillEntry, `.opencode/${SKILL}`, `.config/opencode/${SKILL}`),
      agentFile(
        opencodeAgentEntry,
        ".opencode/agents/dossier.md",
        ".config/opencode/agents/dossier.md",
      ),
    ],
    signs: {
      programs: ["opencode"],
      home: [".config/opencode"],
      project: ["opencode.json", "opencode.jsonc", ".opencode"],
    },
  },
];

/** Returns what the user may type for a host, with commas between. */
export function listHostNames(): string {
  return HOSTS.map(({ name }) => name).join(", ");
}

/**
 * Returns the host that the user names.
 *
 * @throws {UsageError} When there is no such host.
 */
export function findHost(name: string): Host {
  const host = HOSTS.find((each) => each.name === name);
  if (host !== undefined) return host;
  throw new UsageError(
    `Cannot enter dossier for "${name}" as there is no such host: there are ${listHostNames()}`,
  );
}
