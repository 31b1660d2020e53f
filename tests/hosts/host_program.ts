// deno-lint-ignore-file camelcase -- the names that the programs have

import { listCodexHooks, renderCodexTrust } from "./codex_hooks.ts";
import type { ToolCall } from "./model_replies.ts";
import type { ModelStub } from "./model_stub.ts";

/** Output of a program, and its exit. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Session of a program: its working folder and its home folder. */
export interface ProgramSession {
  readonly project: string;
  readonly home: string;
  readonly model: ModelStub;
}

/** Session with everything that a program needs to run in it. */
export interface ProgramRun extends ProgramSession {
  /** Folder of executables. */
  readonly binaries: string;
}

/** Program from npm that runs agents. It has no account and no key, and connects only to a stub. */
export interface HostProgram {
  /** Name in `install-host`. */
  readonly host: string;
  readonly packageName: string;
  /** Executable in `node_modules/.bin`. */
  readonly command: string;
  /** Writes the files with which it asks no questions and connects to the stub. */
  prepare(session: ProgramSession): void;
  /**
   * Makes it trust the installed hooks, and returns the problems it finds; absent when no trust is
   * needed.
   */
  trust?(run: ProgramRun): Promise<string | undefined>;
  /** Returns its environment except `HOME` and `PATH`. */
  environment(session: ProgramSession): Readonly<Record<string, string>>;
  /** Returns the arguments for a prompt, in a new session or in the last one of the folder. */
  ask(prompt: string, isContinued: boolean): readonly string[];
  /**
   * Returns the arguments of runs that compact the last session, at the latest before the answer to
   * the prompt; absent for programs that compact only in a terminal.
   */
  compact?(prompt: string): readonly (readonly string[])[];
  /** Returns a prompt that makes the model call a tool that reads a file. */
  readPrompt(path: string): string;
  /** Settings for trials in large trees; absent when it is not tried there. */
  readonly calls?: HostCalls;
  /** Arguments that list the MCP servers. */
  readonly listServers: readonly string[];
  /** Its output for an available server. */
  readonly listed: RegExp;
  /** Role under which the model sees the text of a hook at a session's start. */
  readonly role: string;
  /**
   * Time at which it accepts the context of a prompt, and the role under which the model sees it.
   */
  readonly prompt: { readonly moment: "prompt" | "after-tool"; readonly role: string };
}

/** Calls of a program's tools. */
interface HostCalls {
  /** Waits some seconds. */
  wait(seconds: number): ToolCall;
  /** Starts a subagent, whose requests the model answers, too. */
  startAgent(prompt: string): ToolCall;
  /** Requests the bundle of a query from our server. */
  askContext(query: string): ToolCall;
}

/** Maximum seconds of a program: it waits only for this machine. */
const LIMIT_SECONDS = 120;

const CLAUDE_CODE: HostProgram = {
  host: "claude-code",
  packageName: "@anthropic-ai/claude-code",
  command: "claude",
  prepare() {},
  environment: ({ model }) => ({
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
  }),
  ask: (prompt, isContinued) => [
    ...(isContinued ? ["--continue"] : []),
    ...["--print", prompt, "--output-format", "stream-json", "--verbose"],
    ...["--allowedTools", "Read", "Bash", "Agent", "mcp__dossier"],
  ],
  compact(prompt) {
    return [this.ask("/compact", true), this.ask(prompt, true)];
  },
  calls: {
    wait: (seconds) => ({ name: "Bash", input: { command: `sleep ${seconds}` } }),
    startAgent: (prompt) => ({
      name: "Agent",
      input: { description: "Look around", prompt, subagent_type: "general-purpose" },
    }),
    askContext: (query) => ({ name: "mcp__dossier__context", input: { query } }),
  },
  readPrompt: (path) => `[[Read ${JSON.stringify({ file_path: path })}]]`,
  listServers: ["mcp", "list"],
  listed: /^dossier: .*Connected/m,
  role: "system",
  prompt: { moment: "prompt", role: "system" },
};

const CODEX: HostProgram = {
  host: "codex",
  packageName: "@openai/codex",
  command: "codex",
  prepare({ project, home, model }) {
    Deno.mkdirSync(`${home}/.codex`, { recursive: true });
    const lines = [
      'model = "gpt-5.2-codex"',
      'model_provider = "stub"',
      "check_for_update_on_startup = false",
      "[analytics]",
      "enabled = false",
      "[model_providers.stub]",
      'name = "stub"',
      `base_url = "${model.url}/v1"`,
      'wire_api = "responses"',
      "[projects." + JSON.stringify(project) + "]",
      'trust_level = "trusted"',
    ];
    Deno.writeTextFileSync(`${home}/.codex/config.toml`, `${lines.join("\n")}\n`);
  },
  async trust({ project, home, binaries }) {
    const { hooks, problems } = await listCodexHooks(`${binaries}/codex`, {
      folder: project,
      environment: baseOf({ home }),
    });
    const options = { append: true };
    Deno.writeTextFileSync(`${home}/.codex/config.toml`, renderCodexTrust(hooks), options);
    return problems.length === 0 ? undefined : JSON.stringify(problems);
  },
  environment: () => ({}),
  ask: (prompt, isContinued) => [
    ...["exec", "--json"],
    ...(isContinued ? ["resume", "--last"] : []),
    prompt,
  ],
  compact: (prompt) => [[
    ...["exec", "--json"],
    // Below the size that the stub reports for a request.
    ...["--config", "model_auto_compact_token_limit=500", "resume", "--last", prompt],
  ]],
  calls: {
    wait: (seconds) => ({ name: "exec_command", input: { cmd: `sleep ${seconds}` } }),
    startAgent: (message) => ({ name: "multi_agent_v1.spawn_agent", input: { message } }),
    askContext: (query) => ({ name: "mcp__dossier.context", input: { query } }),
  },
  readPrompt: (path) => `[[exec_command ${JSON.stringify({ cmd: `cat ${path}` })}]]`,
  listServers: ["mcp", "list"],
  listed: /^dossier .* enabled /m,
  role: "developer",
  prompt: { moment: "prompt", role: "developer" },
};

const COPILOT: HostProgram = {
  host: "copilot",
  packageName: "@github/copilot",
  command: "copilot",
  prepare({ project, home }) {
    Deno.mkdirSync(`${home}/.copilot`, { recursive: true });
    const config = { trusted_folders: [project] };
    Deno.writeTextFileSync(`${home}/.copilot/config.json`, JSON.stringify(config));
  },
  environment: ({ model }) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "gpt-4.1",
  }),
  ask: (prompt, isContinued) => [
    ...(isContinued ? ["--continue"] : []),
    ...["--prompt", prompt, "--allow-all-tools"],
  ],
  readPrompt: (path) => `[[view ${JSON.stringify({ path })}]]`,
  listServers: ["mcp", "list"],
  listed: /^ {2}dossier /m,
  role: "user",
  prompt: { moment: "after-tool", role: "tool" },
};

const GEMINI: HostProgram = {
  host: "gemini",
  packageName: "@google/gemini-cli",
  command: "gemini",
  prepare({ home }) {
    Deno.mkdirSync(`${home}/.gemini`, { recursive: true });
    const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
    Deno.writeTextFileSync(`${home}/.gemini/settings.json`, JSON.stringify(settings));
  },
  environment: ({ model }) => ({
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GEMINI_TELEMETRY_ENABLED: "false",
  }),
  ask: (prompt, isContinued) => [
    ...(isContinued ? ["--resume", "latest"] : []),
    // Otherwise tools that need a confirmation are not offered.
    ...["--model", "gemini-2.5-flash", "--yolo", "--prompt", prompt],
  ],
  readPrompt: (path) => `[[read_file ${JSON.stringify({ file_path: path })}]]`,
  listServers: ["mcp", "list"],
  listed: /dossier: .*Connected/,
  role: "user",
  prompt: { moment: "prompt", role: "user" },
};

/** Programs that can be run. */
export const HOST_PROGRAMS: readonly HostProgram[] = [CLAUDE_CODE, CODEX, COPILOT, GEMINI];

/** Returns the environment of every program. */
function baseOf({ home }: Pick<ProgramSession, "home">): Record<string, string> {
  return { HOME: home, PATH: Deno.env.get("PATH") ?? "" };
}

/** Runs a program in a session with a minimal environment, and waits for its end. */
export async function runProgram(
  program: HostProgram,
  args: readonly string[],
  { binaries, ...session }: ProgramRun,
): Promise<ProgramResult> {
  const { code, stdout, stderr } = await new Deno.Command("timeout", {
    args: [String(LIMIT_SECONDS), `${binaries}/${program.command}`, ...args],
    cwd: session.project,
    clearEnv: true,
    env: { ...baseOf(session), ...program.environment(session) },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Installs the programs from npm into a folder and returns the folder of their executables. */
export async function installPrograms(folder: string): Promise<string> {
  const names = HOST_PROGRAMS.map(({ packageName }) => packageName);
  const { code, stderr } = await new Deno.Command("npm", {
    args: ["install", "--prefix", folder, "--no-audit", "--no-fund", ...names],
    cwd: folder,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (code === 0) return `${folder}/node_modules/.bin`;
  throw new Error(`Cannot install ${names.join(", ")}: ${new TextDecoder().decode(stderr)}`);
}
