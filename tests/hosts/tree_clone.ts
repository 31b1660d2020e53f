import { readPlainText } from "@dossier/retrieval/files";
import { TempWorkspace } from "../temp_workspace.ts";
import type { HostProgram } from "./host_program.ts";
import { type HostAnswer, HostTrial } from "./host_trial.ts";
import type { ModelStub } from "./model_stub.ts";
import { formatFirstReceived } from "./received_blocks.ts";
import { listTreePrompts } from "./tree_prompts.ts";

/** Tree for trials of programs. */
export interface TrialTree {
  readonly name: string;
  /** Absolute path of the git repository to clone. */
  readonly path: string;
}

/** Data that the trials of a program share. */
export interface TrialContext {
  readonly program: HostProgram;
  readonly model: ModelStub;
  /** Folder of the executables of the programs. */
  readonly binaries: string;
  /** Absolute path of the home. */
  readonly home: string;
}

/** Number of prompts per clone. */
const PROMPTS = 6;
/**
 * Seconds of a tool call, and maximum number of calls, during which the server of a session can
 * index.
 */
const WAIT_SECONDS = 3;
const MAX_WAITS = 12;
/** Pattern of timeouts. */
const LATE_REGEXP = / Stopped after \d+ ms$/;

/** Clone of a tree with a program in it. */
export class TreeClone implements Disposable {
  readonly workspace: TempWorkspace = new TempWorkspace();
  readonly trial: HostTrial;
  /** Prompts that need the tree. */
  readonly prompts: readonly string[];

  constructor({ path }: TrialTree, { program, ...context }: TrialContext) {
    const { workspace } = this;
    workspace.git("clone", "--quiet", "--no-hardlinks", path, ".");
    const paths = workspace.git("ls-files", "-z").split("\0").filter((one) => one !== "");
    this.prompts = listTreePrompts(workspace.root, { paths, count: PROMPTS });
    this.trial = new HostTrial(program, { ...context, workspace });
  }

  /** Returns the problems of hooks except timeouts, and the number of timeouts. */
  readLog(): { readonly problem: string | undefined; readonly late: number } {
    const log = readPlainText(this.workspace.path(".dossier/state/hook.log"));
    const lines = log.kind === "text" ? log.text.trimEnd().split("\n") : [];
    const late = lines.filter((line) => LATE_REGEXP.test(line));
    return { problem: lines.find((line) => !LATE_REGEXP.test(line)), late: late.length };
  }

  [Symbol.dispose](): void {
    this.workspace[Symbol.dispose]();
  }
}

/**
 * Sends a prompt for which the model calls slow tools until it receives its context: otherwise the
 * program and its server would end at once.
 *
 * @param ask Runs the program.
 */
export async function promptUntilAnswered(
  { model, program: { calls } }: TrialContext,
  prompt: string,
  ask: () => Promise<HostAnswer>,
): Promise<HostAnswer> {
  const waits = Array(MAX_WAITS).fill(calls!.wait(WAIT_SECONDS));
  model.plan(prompt, waits, (request) => {
    const answer = { requests: [request], startedAt: 0 };
    return formatFirstReceived(answer, "map") !== undefined &&
      formatFirstReceived(answer, "prompt") !== undefined;
  });
  try {
    return await ask();
  } finally {
    model.plan(prompt, []);
  }
}
