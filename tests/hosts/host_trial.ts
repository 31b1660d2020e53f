import { findHostSetup } from "../../features/hosts/install/host_setup.ts";
import type { TempWorkspace } from "../temp_workspace.ts";
import {
  type HostProgram,
  type ProgramResult,
  type ProgramRun,
  runProgram,
} from "./host_program.ts";
import { listModelTexts, type ModelRequest, type ModelStub } from "./model_stub.ts";

/** What came of one check of a program. */
export interface HostFinding {
  /** What must hold, as a sentence. */
  readonly rule: string;
  /** What was found instead; undefined when it holds. */
  readonly failure: string | undefined;
  /** What was measured, if anything. */
  readonly measured?: string | undefined;
}

/** What a program was found to do. */
export interface HostFigures {
  readonly host: string;
  /** As the program says it. */
  readonly version: string;
  readonly findings: readonly HostFinding[];
}

/** What came of a prompt. */
export interface HostAnswer {
  readonly result: ProgramResult;
  /** The requests to the model that hold the prompt, the earliest first. */
  readonly requests: readonly ModelRequest[];
  /** When the program was started, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** What the stub of a model says at last. */
const DONE = "The work is done.";
/** Most characters of what a program has printed. */
const MAX_SAID = 2000;

/** A program in a folder, with a home of its own that trials of other folders may share. */
export class HostTrial {
  readonly #program: HostProgram;
  readonly #workspace: TempWorkspace;
  readonly #session: ProgramRun;

  constructor(program: HostProgram, { workspace, home, ...run }: {
    readonly workspace: TempWorkspace;
    /** Absolute path of a folder. */
    readonly home: string;
    readonly model: ModelStub;
    readonly binaries: string;
  }) {
    this.#program = program;
    this.#workspace = workspace;
    this.#session = { ...run, home, project: workspace.root };
  }

  /** Writes into the home what the program needs besides, and returns its version. */
  async prepare(): Promise<string> {
    const { home } = this.#session;
    this.#program.prepare(this.#session);
    // Not all hosts pass on to servers where packages are.
    const { DENO_DIR = "" } = this.#workspace.environment();
    Deno.mkdirSync(`${home}/.cache`);
    Deno.symlinkSync(DENO_DIR, `${home}/.cache/deno`);
    return (await this.run(["--version"])).stdout.trim().split("\n")[0]!;
  }

  /** Runs `install-host` for the user, and returns what it says when it fails. */
  async install(...args: readonly string[]): Promise<string | undefined> {
    const words = ["install-host", this.#program.host, "--user", ...args];
    const { home } = this.#session;
    const { code, stderr } = await this.#workspace.run(words, {
      // The program is run in this home without any of these.
      environment: { HOME: home, XDG_CACHE_HOME: "", CODEX_HOME: "", COPILOT_HOME: "" },
      // The home is no part of what tests let the program write.
      shell: 'exec "${@/--allow-write=*/--allow-write}"',
    });
    return code === 0 ? undefined : stderr;
  }

  /** Has the program trust the hooks, and returns what it finds wrong with them. */
  async trust(): Promise<string | undefined> {
    return await this.#program.trust?.(this.#session);
  }

  /** Returns the files of the host that have parts of ours, with their absolute paths. */
  files() {
    return findHostSetup(this.#program.host).files
      .map((file) => ({ ...file, path: file.path("user", this.#session) }));
  }

  /** Asks in a new session, or in the last one of the folder. */
  async ask(prompt: string, isContinued = false): Promise<HostAnswer> {
    return await this.askWith(this.#program.ask(prompt, isContinued), prompt);
  }

  /** Runs the program with arguments that ask a prompt. */
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

/** Returns how a program ended whose model has said that it is done; undefined when it says so too. */
export function describeBadEnd({ code, stdout, stderr }: ProgramResult): string | undefined {
  if (code === 0 && stdout.includes(DONE)) return undefined;
  return `${code}: ${stderr}${stdout}`.slice(0, MAX_SAID);
}

/** Returns whether a request says a text to the model. */
export function holdsText(request: ModelRequest, text: string): boolean {
  return listModelTexts(request).some((each) => each.text.includes(text));
}
