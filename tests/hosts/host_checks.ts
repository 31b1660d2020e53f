import { readPlainText } from "@dossier/retrieval/files";
import { findHost } from "../../cli/hosts/host.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import {
  type HostProgram,
  type ProgramResult,
  type ProgramRun,
  runProgram,
} from "./host_program.ts";
import { listModelTexts, type ModelRequest, ModelStub } from "./model_stub.ts";

/** What came of one check of a program. */
export interface HostFinding {
  /** What must hold, as a sentence. */
  readonly rule: string;
  /** What was found instead; undefined when it holds. */
  readonly failure: string | undefined;
}

/** What a program was found to do. */
export interface HostFigures {
  readonly host: string;
  /** As the program says it. */
  readonly version: string;
  readonly findings: readonly HostFinding[];
}

const FILES = {
  "src/upload.ts": "/** Sends a file, three times at most. */\n" +
    "export function retryUpload(file: string): boolean {\n  return sendFile(file);\n}\n",
  "src/send.ts": "export function sendFile(file: string): boolean {\n  return file !== '';\n}\n",
};
/** A task that a bundle is worth while for. */
const TASK = "Why does retryUpload in src/upload.ts give up after the first failure? Mend it.";
/** What is asked after a compaction. */
const NEXT_TASK = "Go on with sendFile in src/send.ts, which should say what went wrong.";
/** One of our tools, by whatever name a host gives it. */
const TOOL_REGEXP = /"name":"(?:\w*dossier[\w-]*)?structure"/;
/** A sentence of the skill's description. */
const SKILL = "Use it before searching or reading many files";
/** How a block of ours begins; some hosts escape the sign before it. */
const BLOCK = "dossier-context version=";
const DONE = "The work is done.";
/** Most characters of what a program has printed. */
const MAX_SAID = 2000;

/**
 * Runs a program against a stub of its model with all of `install-host` entered, and returns what held.
 *
 * @param binaries Folder of the executables of the programs.
 */
export async function checkHostProgram(
  program: HostProgram,
  binaries: string,
): Promise<HostFigures> {
  using workspace = new TempWorkspace({ ...FILES, "../home/.keep": "" });
  workspace.initialize();
  workspace.commit();
  await using model = new ModelStub();
  const trial = new HostTrial(program, { workspace, model, binaries });
  const version = await trial.prepare();
  const findings = [
    ...await trial.checkSettings(),
    ...await trial.checkConversation(),
    ...await trial.checkCompaction(),
    ...await trial.checkBrokenHooks(),
    ...await trial.checkRemoval(),
  ];
  // A machine that is too busy is one reason for a block that is missing.
  const log = readPlainText(workspace.path(".dossier/state/hook.log"));
  const problems = log.kind === "text" ? ` (hook.log: ${log.text.trimEnd()})` : "";
  const explained = findings.map(({ rule, failure }) =>
    finding(rule, failure === undefined ? undefined : failure + problems)
  );
  return { host: program.host, version, findings: explained };
}

/** One program in a home of its own. */
class HostTrial {
  readonly #program: HostProgram;
  readonly #workspace: TempWorkspace;
  readonly #model: ModelStub;
  readonly #binaries: string;
  readonly #place: { readonly project: string; readonly home: string };

  constructor(program: HostProgram, { workspace, model, binaries }: {
    readonly workspace: TempWorkspace;
    readonly model: ModelStub;
    readonly binaries: string;
  }) {
    this.#program = program;
    this.#workspace = workspace;
    this.#model = model;
    this.#binaries = binaries;
    this.#place = { project: workspace.root, home: workspace.path("../home") };
  }

  /** Writes what the program needs besides, and returns its version. */
  async prepare(): Promise<string> {
    this.#program.prepare({ ...this.#place, model: this.#model });
    // Not all hosts pass on to servers where packages are.
    const { DENO_DIR = "" } = this.#workspace.environment();
    Deno.mkdirSync(`${this.#place.home}/.cache`);
    Deno.symlinkSync(DENO_DIR, `${this.#place.home}/.cache/deno`);
    return (await this.#run(["--version"])).stdout.trim().split("\n")[0]!;
  }

  async checkSettings(): Promise<HostFinding[]> {
    const entered = await this.#install();
    const { stdout, stderr } = await this.#run(this.#program.listServers);
    const wrong = await this.#program.trust?.(this.#session());
    const isListed = this.#program.listed.test(stdout + stderr);
    return [
      finding("install-host enters its parts", entered),
      finding("the program finds nothing wrong with the hooks", wrong),
      finding("the program has the MCP server", isListed ? undefined : stdout + stderr),
    ];
  }

  async checkConversation(): Promise<HostFinding[]> {
    const { readPrompt, role, prompt } = this.#program;
    const call = readPrompt(this.#workspace.path("src/upload.ts"));
    const { result, requests } = await this.#ask(`${TASK} ${call}`);
    const [first, afterTool] = requests.filter((each) => holds(each, TASK));
    const told = prompt.moment === "prompt" ? first : afterTool;
    const isRead = afterTool !== undefined && holds(afterTool, "export function retryUpload");
    const isOffered = first !== undefined && holds(first, SKILL);
    const hasTools = TOOL_REGEXP.test(JSON.stringify(first?.body) ?? "");
    return [
      finding("a conversation with our hooks comes to its end", endOf(result)),
      finding("a session is told once, in its role", wrongBlock(first, "session-start", role)),
      finding("a prompt is told once, in its role", wrongBlock(told, prompt.moment, prompt.role)),
      finding("the tool was called", isRead ? undefined : "no result was sent"),
      finding("the skill is on offer", isOffered ? undefined : "it is in no text"),
      finding("the tools of the server are on offer", hasTools ? undefined : "they are not there"),
    ];
  }

  async checkCompaction(): Promise<HostFinding[]> {
    const runs = this.#program.compact?.(NEXT_TASK);
    if (runs === undefined) return [];
    const results = [];
    for (const args of runs) results.push(await this.#run(args));
    const request = this.#model.requests.find((each) => holds(each, NEXT_TASK));
    return [
      finding("a compaction comes to its end", endOf(results.at(-1)!)),
      finding(
        "a compacted session is told again, once, in its role",
        wrongBlock(request, "session-start", this.#program.role),
      ),
    ];
  }

  /** Has the hooks start a module that is not there. */
  async checkBrokenHooks(): Promise<HostFinding[]> {
    const file = this.#files().find(({ part }) => part === "hooks")!;
    const path = file.path("user", this.#place);
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text.replaceAll("/cli/main.ts", "/gone/cli/main.ts"));
    const { result, requests } = await this.#ask("Once more, please.");
    const isTold = requests.some((each) => holds(each, BLOCK));
    return [
      finding("a conversation goes on when the hooks are broken", endOf(result)),
      finding("nothing is told then", isTold ? "a block" : undefined),
    ];
  }

  async checkRemoval(): Promise<HostFinding[]> {
    const removed = await this.#install("--remove");
    const left = this.#files().map((file) => ({ file, path: file.path("user", this.#place) }))
      .filter(({ file, path }) => {
        const read = readPlainText(path);
        return read.kind === "text" && file.format.find(read.text, path) !== undefined;
      });
    const paths = left.map(({ path }) => path).join(", ");
    return [
      finding("install-host takes its parts out", removed),
      finding("nothing of ours is left", paths === "" ? undefined : paths),
    ];
  }

  #files() {
    return findHost(this.#program.host).files;
  }

  async #install(...args: readonly string[]): Promise<string | undefined> {
    const words = ["install-host", this.#program.host, "--user", ...args];
    const { code, stderr } = await this.#workspace.run(words, {
      environment: { HOME: this.#place.home, CODEX_HOME: "", COPILOT_HOME: "" },
      // The home is no part of what tests let the program write.
      shell: 'exec "${@/--allow-write=*/--allow-write}"',
    });
    return code === 0 ? undefined : stderr;
  }

  /** Asks in a new session, and returns the requests that came of it. */
  async #ask(prompt: string) {
    const count = this.#model.requests.length;
    const result = await this.#run(this.#program.ask(prompt, false));
    return { result, requests: this.#model.requests.slice(count) };
  }

  #run(args: readonly string[]): Promise<ProgramResult> {
    return runProgram(this.#program, args, this.#session());
  }

  #session(): ProgramRun {
    return { ...this.#place, model: this.#model, binaries: this.#binaries };
  }
}

function finding(rule: string, failure: string | undefined): HostFinding {
  return { rule, failure };
}

/** Returns what is wrong with the block of a moment in a request; undefined when it is there once in the role. */
function wrongBlock(
  request: ModelRequest | undefined,
  moment: string,
  role: string,
): string | undefined {
  if (request === undefined) return "no request came";
  const held = `${BLOCK}"1" moment="${moment}"`;
  const roles = listModelTexts(request).flatMap((each) =>
    Array(each.text.split(held).length - 1).fill(each.role)
  );
  return roles.length === 1 && roles[0] === role ? undefined : `as ${roles.join(", ") || "none"}`;
}

function holds(request: ModelRequest, text: string): boolean {
  return listModelTexts(request).some((each) => each.text.includes(text));
}

/** Returns how a program ended whose model has said that it is done; undefined when it says so too. */
function endOf({ code, stdout, stderr }: ProgramResult): string | undefined {
  if (code === 0 && stdout.includes(DONE)) return undefined;
  return `${code}: ${stderr}${stdout}`.slice(0, MAX_SAID);
}
