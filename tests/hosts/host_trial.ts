import { findHostSetup } from "../../features/hosts/install/host_setup.ts";
import type { TempWorkspace } from "../temp_workspace.ts";
import {
  type HostProgram,
  type ProgramResult,
  type ProgramRun,
  runProgram,
} from "./host_program.ts";
import { listModelTexts, type ModelRequest, type ModelStub } from "./model_stub.ts";

/** Result of one check of a program. */
export interface HostFinding {
  /** Expectation, as a sentence. */
  readonly rule: string;
  /** Observation instead; undefined when the expectation is met. */
  readonly failure: string | undefined;
  /** Measurement, if any. */
  readonly measured?: string | undefined;
}

/** Findings about a program. */
export interface HostFigures {
  readonly host: string;
  /** Version, as the program reports it. */
  readonly version: string;
  readonly findings: readonly HostFinding[];
}

/** Result of a prompt. */
export interface HostAnswer {
  readonly result: ProgramResult;
  /** Requests to the model with the prompt, earliest first. */
  readonly requests: readonly ModelRequest[];
  /** Start of the program, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** Last text of the model's stub. */
const DONE = "The work is done.";
/** Maximum number of characters of a program's output. */
const MAX_SAID = 2000;

/** Program in a folder, with a separate home that trials of other folders may share. */
export class HostTrial {
  readonly #program: HostProgram;
  readonly #workspace: TempWorkspace;
  readonly #session: ProgramRun;

  constructor(program: HostProgram, { workspace, home, ...run }: {
    readonly workspace: TempWorkspace;
    /** Absolute path of its folder. */
    readonly home: string;
    readonly model: ModelStub;
    readonly binaries: string;
  }) {
    this.#program = program;
    this.#workspace = workspace;
    this.#session = { ...run, home, project: workspace.root };
  }

  /** Writes the program's settings into the home, and returns its version. */
  async prepare(): Promise<string> {
    const { home } = this.#session;
    this.#program.prepare(this.#session);
    // Not all hosts pass the location of packages to servers.
    const { DENO_DIR = "" } = this.#workspace.environment();
    Deno.mkdirSync(`${home}/.cache`);
    Deno.symlinkSync(DENO_DIR, `${home}/.cache/deno`);
    return (await this.run(["--version"])).stdout.trim().split("\n")[0]!;
  }

  /** Runs `install-host` for the user, and returns its error if it fails. */
  async install(...args: readonly string[]): Promise<string | undefined> {
    const words = ["install-host", this.#program.host, "--user", ...args];
    const { home } = this.#session;
    const { code, stderr } = await this.#workspace.run(words, {
      // The program runs in this home without these.
      environment: { HOME: home, XDG_CACHE_HOME: "", CODEX_HOME: "", COPILOT_HOME: "" },
      // Tests do not permit the program to write to the home.
      shell: 'exec "${@/--allow-write=*/--allow-write}"',
    });
    return code === 0 ? undefined : stderr;
  }

  /** Makes the program trust the hooks, and returns the problems it finds. */
  async trust(): Promise<string | undefined> {
    return await this.#program.trust?.(this.#session);
  }

  /** Returns the host's files with our parts, and their absolute paths. */
  files() {
    return findHostSetup(this.#program.host).files
      .map((file) => ({ ...file, path: file.path("user", this.#session) }));
  }

  /** Sends a prompt in a new session, or in the last one of the folder. */
  async ask(prompt: string, isContinued = false): Promise<HostAnswer> {
    return await this.askWith(this.#program.ask(prompt, isContinued), prompt);
  }

  /** Runs the program with the arguments of a prompt. */
  async askWith(args: readonly string[], prompt: string): Promise<HostAnswer> {
    const { requests } = this.#session.model;
    const count = requests.length;
    const startedAt = Date.now();
    const result = await this.run(args);
    const own = requests.slice(count).filter((request) => holdsText(request, prompt));
    return { result, requests: own, startedAt };
  }

  /** Runs the program in the folder. */
  async run(args: readonly string[]): Promise<ProgramResult> {
    return await runProgram(this.#program, args, this.#session);
  }
}

/**
 * Returns the output of a program that does not contain the model's last text; undefined when it
 * does.
 */
export function formatBadExit({ code, stdout, stderr }: ProgramResult): string | undefined {
  if (code === 0 && stdout.includes(DONE)) return undefined;
  return `${code}: ${stderr}${stdout}`.slice(0, MAX_SAID);
}

/** Returns whether a request contains a text for the model. */
export function holdsText(request: ModelRequest, text: string): boolean {
  return listModelTexts(request).some((each) => each.text.includes(text));
}
