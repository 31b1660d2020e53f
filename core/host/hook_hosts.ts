import type { HookHost, HookMoment, HostEvent, ReplyForm } from "./hook_host.ts";

/** Writes one row: which event it is, how it takes a text, how long the host waits, and where we are entered. */
function event(
  name: string,
  moment: HookMoment,
  { reply, waits, tools, installed = true }: {
    readonly reply?: ReplyForm;
    readonly waits: number;
    readonly tools?: string;
    readonly installed?: boolean;
  },
): HostEvent {
  return {
    name,
    moment,
    ...(reply === undefined ? {} : { reply }),
    hostTimeoutSeconds: waits,
    isInstalled: installed,
    ...(tools === undefined ? {} : { matcher: tools }),
  };
}

/** The tools that do something to files, or look for something in them. */
const CLAUDE_CODE_TOOLS = "Read|Edit|MultiEdit|Write|NotebookEdit|Bash|Grep|Glob";
const GEMINI_TOOLS =
  "read_file|write_file|replace|run_shell_command|grep_search|search_file_content|glob";

/**
 * Claude Code, by its hooks reference of August 2026 (2.1.240). `PreCompact` and `PostCompact` take no text, and the
 * model is shown the command line of each hook at them, whatever it prints (tried with 2.1.197): `SessionStart` comes
 * again, with the source `compact`. `Stop` takes a text, but the turn goes on then.
 */
const CLAUDE_CODE: HookHost = {
  name: "claude-code",
  label: "Claude Code",
  givesRulesOnRead: true,
  events: [
    event("SessionStart", "session-start", { reply: "nested", waits: 600 }),
    event("UserPromptSubmit", "prompt", { reply: "nested", waits: 30 }),
    event("PreToolUse", "before-tool", {
      ...{ reply: "nested", waits: 600, tools: "Edit|MultiEdit|Write|NotebookEdit" },
    }),
    event("PostToolUse", "after-tool", {
      ...{ reply: "nested", waits: 600, tools: CLAUDE_CODE_TOOLS },
    }),
    event("PreCompact", "before-compaction", { waits: 600, installed: false }),
    event("PostCompact", "after-compaction", { waits: 600, installed: false }),
    event("SubagentStart", "subagent-start", { reply: "nested", waits: 600 }),
    event("SubagentStop", "subagent-stop", { waits: 600 }),
    event("Stop", "stop", { waits: 600, installed: false }),
    event("SessionEnd", "session-end", { waits: 1.5 }),
  ],
  limit: { count: 10_000, unit: "characters" },
  tellsSession: true,
  noticeKey: "systemMessage",
  timeout: { key: "timeout", unit: "seconds" },
};

/**
 * Codex, by its schemas and sources of 2026 (0.148 to 0.169). It refuses a reply with a key that it does not know,
 * and versions differ in these; plain text has been taken by all of them where there is no tool. The limit is that
 * of 2,500 tokens of four bytes.
 */
const CODEX: HookHost = {
  name: "codex",
  label: "Codex",
  givesRulesOnRead: false,
  tellsSession: true,
  events: [
    event("SessionStart", "session-start", { reply: "text", waits: 600 }),
    event("UserPromptSubmit", "prompt", { reply: "text", waits: 600 }),
    event("PreToolUse", "before-tool", { reply: "nested", waits: 600, tools: "apply_patch" }),
    event("PostToolUse", "after-tool", { reply: "nested", waits: 600, tools: "apply_patch|Bash" }),
    event("PreCompact", "before-compaction", { waits: 600 }),
    event("PostCompact", "after-compaction", { waits: 600, installed: false }),
    event("SubagentStart", "subagent-start", { reply: "text", waits: 600 }),
    event("SubagentStop", "subagent-stop", { waits: 600 }),
    event("Stop", "stop", { waits: 600, installed: false }),
    event("SessionEnd", "session-end", { waits: 3 }),
  ],
  limit: { count: 10_000, unit: "bytes" },
  timeout: { key: "timeout", unit: "seconds" },
};

/**
 * Cursor, as its users' hooks of 2026 have it. A prompt takes no text, so that what it calls for comes with the
 * first tool that is used for it.
 */
const CURSOR: HookHost = {
  name: "cursor",
  label: "Cursor",
  givesRulesOnRead: true,
  events: [
    event("sessionStart", "session-start", { reply: "flat", waits: 60 }),
    event("beforeSubmitPrompt", "prompt", { waits: 60 }),
    event("preToolUse", "before-tool", { waits: 60, installed: false }),
    event("postToolUse", "after-tool", { reply: "flat", waits: 60 }),
    event("preCompact", "before-compaction", { waits: 60 }),
    event("subagentStart", "subagent-start", { waits: 60, installed: false }),
    event("subagentStop", "subagent-stop", { waits: 60, installed: false }),
    event("stop", "stop", { waits: 60, installed: false }),
    event("sessionEnd", "session-end", { waits: 60 }),
  ],
  flatKey: "additional_context",
  timeout: { key: "timeout", unit: "seconds" },
};

/**
 * Copilot, by GitHub's hooks reference of 2026. Only by these names of its events does it say in its input which
 * one it is. The reply to a prompt is dropped, as with Cursor. `PreToolUse` refuses a tool when its command
 * fails, so that we stay away from it.
 */
const COPILOT: HookHost = {
  name: "copilot",
  label: "GitHub Copilot",
  givesRulesOnRead: true,
  events: [
    event("SessionStart", "session-start", { reply: "flat", waits: 30 }),
    event("UserPromptSubmit", "prompt", { waits: 30 }),
    event("PreToolUse", "before-tool", { waits: 30, installed: false }),
    event("PostToolUse", "after-tool", { reply: "flat", waits: 30 }),
    event("PreCompact", "before-compaction", { waits: 30 }),
    event("SubagentStop", "subagent-stop", { waits: 30, installed: false }),
    event("Stop", "stop", { waits: 30, installed: false }),
    event("SessionEnd", "session-end", { waits: 30 }),
  ],
  limit: { count: 10_000, unit: "bytes" },
  flatKey: "additionalContext",
  timeout: { key: "timeoutSec", unit: "seconds" },
};

/**
 * Gemini CLI, by its hooks reference of 2026, and as 0.61.0 was found to be. It takes nothing but JSON, and no text
 * before a tool. `PreCompress` comes before each turn, whether or not anything is condensed, and so tells nothing.
 */
const GEMINI: HookHost = {
  name: "gemini",
  label: "Gemini CLI",
  givesRulesOnRead: true,
  events: [
    event("SessionStart", "session-start", { reply: "nested", waits: 60 }),
    event("BeforeAgent", "prompt", { reply: "nested", waits: 60 }),
    event("BeforeTool", "before-tool", { waits: 60, installed: false }),
    event("AfterTool", "after-tool", {
      ...{ reply: "nested", waits: 60, tools: GEMINI_TOOLS },
    }),
    event("PreCompress", "before-compaction", { waits: 60, installed: false }),
    event("AfterAgent", "stop", { waits: 60, installed: false }),
    event("SessionEnd", "session-end", { waits: 60 }),
  ],
  timeout: { key: "timeout", unit: "milliseconds" },
};

/** The hosts that run commands at their events. OpenCode has plug-ins instead. */
export const HOOK_HOSTS: readonly HookHost[] = [CLAUDE_CODE, CODEX, CURSOR, COPILOT, GEMINI];

/** Returns the host that the user names. */
export function findHookHost(name: string | undefined): HookHost | undefined {
  return HOOK_HOSTS.find((host) => host.name === name);
}
