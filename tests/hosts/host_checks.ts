import { readPlainText } from "@dossier/retrieval/files";
import { TempWorkspace } from "../temp_workspace.ts";
import type { HostProgram } from "./host_program.ts";
import {
  formatBadExit,
  holdsText,
  type HostFigures,
  type HostFinding,
  HostTrial,
} from "./host_trial.ts";
import { listModelTexts, type ModelRequest, ModelStub } from "./model_stub.ts";

const FILES = {
  "src/upload.ts": "/** Sends a file, three times at most. */\n" +
    "export function retryUpload(file: string): boolean {\n  return sendFile(file);\n}\n",
  "src/send.ts": "export function sendFile(file: string): boolean {\n  return file !== '';\n}\n",
};
/** Task that needs a bundle. */
const TASK = "Why does retryUpload in src/upload.ts give up after the first failure? Mend it.";
/** Prompt after a compaction. */
const NEXT_TASK = "Go on with sendFile in src/send.ts, which should say what went wrong.";
/** Pattern of one of our tools, under any host's name for it. */
const TOOL_REGEXP = /"name":"(?:\w*dossier[\w-]*)?structure"/;
/** Sentence of the skill's description. */
const SKILL = "Use it before searching or reading many files";
/** Beginning of our blocks; some hosts escape the character before it. */
const BLOCK = "dossier-context version=";

/**
 * Runs a program against a stub of its model with everything from `install-host`, and returns its
 * findings.
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
  const home = workspace.path("../home");
  const trial = new HostTrial(program, { workspace, home, model, binaries });
  const version = await trial.prepare();
  const checks = new HostChecks(program, { trial, workspace, model });
  const findings = [
    ...await checks.checkSettings(),
    ...await checks.checkConversation(),
    ...await checks.checkCompaction(),
    ...await checks.checkBrokenHooks(),
    ...await checks.checkRemoval(),
  ];
  // A busy machine is one reason for a missing block.
  const log = readPlainText(workspace.path(".dossier/state/hook.log"));
  const problems = log.kind === "text" ? ` (hook.log: ${log.text.trimEnd()})` : "";
  const explained = findings.map(({ rule, failure }) =>
    finding(rule, failure === undefined ? undefined : failure + problems)
  );
  return { host: program.host, version, findings: explained };
}

/** Checks of a program in a small tree. */
class HostChecks {
  readonly #program: HostProgram;
  readonly #trial: HostTrial;
  readonly #workspace: TempWorkspace;
  readonly #model: ModelStub;

  constructor(program: HostProgram, { trial, workspace, model }: {
    readonly trial: HostTrial;
    readonly workspace: TempWorkspace;
    readonly model: ModelStub;
  }) {
    this.#program = program;
    this.#trial = trial;
    this.#workspace = workspace;
    this.#model = model;
  }

  async checkSettings(): Promise<HostFinding[]> {
    const entered = await this.#trial.install();
    const { stdout, stderr } = await this.#trial.run(this.#program.listServers);
    const wrong = await this.#trial.trust();
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
    const { result, requests } = await this.#trial.ask(`${TASK} ${call}`);
    const [first, afterTool] = requests;
    const promptAnswer = prompt.moment === "prompt" ? first : afterTool;
    const isRead = afterTool !== undefined && holdsText(afterTool, "export function retryUpload");
    const isOffered = first !== undefined && holdsText(first, SKILL);
    const hasTools = TOOL_REGEXP.test(JSON.stringify(first?.body) ?? "");
    return [
      finding("a conversation with our hooks comes to its end", formatBadExit(result)),
      finding(
        "a session receives the block once, in its role",
        wrongBlock(first, "session-start", role),
      ),
      finding(
        "a prompt receives the block once, in its role",
        wrongBlock(promptAnswer, prompt.moment, prompt.role),
      ),
      finding("the tool was called", isRead ? undefined : "no result was sent"),
      finding("the skill is on offer", isOffered ? undefined : "it is in no text"),
      finding("the tools of the server are on offer", hasTools ? undefined : "they are not there"),
    ];
  }

  async checkCompaction(): Promise<HostFinding[]> {
    const runs = this.#program.compact?.(NEXT_TASK);
    if (runs === undefined) return [];
    const results = [];
    for (const args of runs) results.push(await this.#trial.run(args));
    const request = this.#model.requests.find((each) => holdsText(each, NEXT_TASK));
    const command = `hook --host ${this.#program.host}`;
    const isShown = this.#model.requests.some((each) => holdsText(each, command));
    return [
      finding("a compaction comes to its end", formatBadExit(results.at(-1)!)),
      finding(
        "a compacted session receives the block again, once, in its role",
        wrongBlock(request, "session-start", this.#program.role),
      ),
      finding("the model sees no command line of a hook", isShown ? command : undefined),
    ];
  }

  /** Makes the hooks start a missing module. */
  async checkBrokenHooks(): Promise<HostFinding[]> {
    const { path } = this.#trial.files().find(({ part }) => part === "hooks")!;
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text.replaceAll("/cli/main.ts", "/gone/cli/main.ts"));
    const { result, requests } = await this.#trial.ask("Once more, please.");
    const hasBlock = requests.some((each) => holdsText(each, BLOCK));
    return [
      finding("a conversation goes on when the hooks are broken", formatBadExit(result)),
      finding("nothing is sent then", hasBlock ? "a block" : undefined),
    ];
  }

  async checkRemoval(): Promise<HostFinding[]> {
    const removed = await this.#trial.install("--remove");
    const left = this.#trial.files().filter(({ format, path }) => {
      const read = readPlainText(path);
      return read.kind === "text" && format.find(read.text, path) !== undefined;
    });
    const paths = left.map(({ path }) => path).join(", ");
    return [
      finding("install-host takes its parts out", removed),
      finding("nothing of ours is left", paths === "" ? undefined : paths),
    ];
  }
}

function finding(rule: string, failure: string | undefined): HostFinding {
  return { rule, failure };
}

/**
 * Returns the problem of the block of an event in a request; undefined when it occurs once in the
 * role.
 */
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
