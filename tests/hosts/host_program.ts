// deno-lint-ignore-file camelcase -- the names that the programs have

import { listCodexHooks, renderCodexTrust } from "./codex_hooks.ts";
import type { ToolCall } from "./model_replies.ts";
import type { ModelStub } from "./model_stub.ts";

/** What a program has printed, and how it ended. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A session of a program: a folder that it works in, and a home of its own. */
export interface ProgramSession {
  readonly project: string;
  readonly home: string;
  readonly model: ModelStub;
}

/** A session with what is needed to run a program in it. */
export interface ProgramRun extends ProgramSession {
  /** Folder of the executables. */
  readonly binaries: string;
}

/** A program that runs agents, as it comes from npm. It has no account and no key, and talks to a stub only. */
export interface HostProgram {
  /** Its name in `install-host`. */
  readonly host: string;
  readonly packageName: string;
  /** Its executable in `node_modules/.bin`. */
  readonly command: string;
  /** Writes what it needs besides so that it asks nobody and talks to the stub. */
  prepare(session: ProgramSession): void;
  /** Has it trust the hooks that are entered, and returns what it finds wrong with them; absent where none asks. */
  trust?(run: ProgramRun): Promise<string | undefined>;
  /** Returns its environment besides `HOME` and `PATH`. */
  environment(session: ProgramSession): Readonly<Record<string, string>>;
  /** Returns the arguments for a prompt: in a new session, or in the last one of the folder. */
  ask(prompt: string, isContinued: boolean): readonly string[];
  /**
   * Returns the arguments of runs that have the last session compacted, at the latest before the prompt is
   * answered; absent for programs that can be asked for it in a terminal only.
   */
  compact?(prompt: string): readonly (readonly string[])[];
  /** Returns a prompt that has a tool called which reads a file. */
  readPrompt(path: string): string;
  /** What is needed to try it in large trees; absent where it is not tried there. */
  readonly calls?: HostCalls;
  /** Arguments that list the MCP servers. */
  readonly listServers: readonly string[];
  /** What it prints of a server that is there. */
  readonly listed: RegExp;
  /** The role under which the model sees what a hook says of a session. */
  readonly role: string;
  /** When it takes what a prompt calls for, and the role under which the model sees that. */
  readonly prompt: { readonly moment: "prompt" | "after-tool"; readonly role: string };
}

/** Calls of tools that a program has. */
interface HostCalls {
  /** Waits for some seconds. */
  wait(seconds: number): ToolCall;
  /** Has a subagent begin, which the model answers as well. */
  startAgent(prompt: string): ToolCall;
  /** Asks our server for the bundle of a query. */
  askContext(query: string): ToolCall;
}

/** Seconds that a program may take: all that it waits for is on this machine. */
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
    // Below what the stub says that a request has.
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
    // Tools that would be asked about are not on offer otherwise.
    ...["--model", "gemini-2.5-flash", "--yolo", "--prompt", prompt],
  ],
  readPrompt: (path) => `[[read_file ${JSON.stringify({ file_path: path })}]]`,
  listServers: ["mcp", "list"],
  listed: /dossier: .*Connected/,
  role: "user",
  prompt: { moment: "prompt", role: "user" },
};

/** The programs that can be run so. */
export const HOST_PROGRAMS: readonly HostProgram[] = [CLAUDE_CODE, CODEX, COPILOT, GEMINI];

/** Returns what every program is told of its environment. */
function baseOf({ home }: Pick<ProgramSession, "home">): Record<string, string> {
  return { HOME: home, PATH: Deno.env.get("PATH") ?? "" };
}

/** Runs a program in a session, with an environment that has nothing but what it needs, and waits. */
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
