import type { Note } from "@dossier/core";
import { RetrievalError, signalAfter, waitWithin } from "../machine/mod.ts";
import { findPipeBelow } from "./find_git_pipe.ts";
import { findGitRoot } from "./git_folder.ts";
import { GIT_TIMEOUT_MS, gitCommand, GitPipeError, isGitUnavailable } from "./git_command.ts";

/** What git has printed, or why it has not. */
export type GitRun =
  | { readonly kind: "done"; readonly output: string }
  | {
    readonly kind: "failed";
    /** What is wrong, such as `git-missing`; `git-failed` where git refused the command. */
    readonly code: string;
    /** The same in words, as the end of a sentence. */
    readonly reason: string;
    readonly notes: readonly Note[];
  };

interface GitRunOptions {
  /** How long git may take, in milliseconds. @default GIT_TIMEOUT_MS */
  readonly timeoutMs?: number | undefined;
  /** What git reads. @default nothing */
  readonly input?: string | undefined;
  /** Variables that git is given besides. @default none */
  readonly env?: Readonly<Record<string, string>>;
}

/** After so many milliseconds it is looked for what git may wait for: it lists 50,000 files in less. */
const SLOW_MS = 300;

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/**
 * Runs a git command that looks at the files of a tree, which is started before the promise is returned: the caller
 * may use the time. One that waits for a pipe in the place of an ignore file is ended.
 *
 * @param root Absolute path of the folder to run in.
 * @throws {RetrievalError} `interrupted`.
 */
export async function runGit(
  root: string,
  args: readonly string[],
  { timeoutMs = GIT_TIMEOUT_MS, input, env = {} }: GitRunOptions = {},
): Promise<GitRun> {
  const failed = (code: string, reason: string): GitRun => ({
    kind: "failed",
    code,
    reason,
    notes: findGitRoot(root) === undefined
      ? []
      : [{ code, message: `The files are listed without git as ${reason}` }],
  });
  const waitsFor = (path: string) =>
    failed("git-stuck", `it would wait for "${path}", which is a pipe: replace it by a file`);
  const patience = signalAfter(timeoutMs);
  const ending = new AbortController();
  let output: Deno.CommandOutput;
  try {
    const running = start(root, args, {
      signal: AbortSignal.any([patience, ending.signal]),
      input,
      env,
    });
    let isOver = false;
    const over = running.finally(() => isOver = true);
    if (await waitWithin(over, SLOW_MS) === undefined) {
      const pipe = await findPipeBelow(root, () => !isOver);
      if (pipe !== undefined && !isOver) {
        ending.abort();
        await running;
        return waitsFor(pipe);
      }
    }
    output = await running;
  } catch (error) {
    if (!isGitUnavailable(error)) throw error;
    if (error instanceof GitPipeError) return waitsFor(error.path);
    const code = error instanceof Deno.errors.NotFound ? "git-missing" : "git-forbidden";
    return failed(code, "it cannot be started");
  }
  if (patience.aborted) return failed("git-stuck", `it did not end within ${timeoutMs / 1000} s`);
  if (output.signal !== null) {
    // Ctrl-C reaches git as well; what a walk without git finds would be another tree.
    throw new RetrievalError(
      "interrupted",
      `Stopped as git was killed by ${output.signal} while it listed the files: run again`,
    );
  }
  if (output.success) return { kind: "done", output: DECODER.decode(output.stdout) };
  return DECODER.decode(output.stderr).includes("dubious ownership")
    ? failed("git-refused", "it refuses a repository that another user owns")
    : failed("git-failed", "it cannot read this repository");
}

/** Starts git at once, and returns what it has printed when it ends. */
async function start(
  root: string,
  args: readonly string[],
  { signal, input, env }: Pick<GitRunOptions, "input"> & Required<Pick<GitRunOptions, "env">> & {
    readonly signal: AbortSignal;
  },
): Promise<Deno.CommandOutput> {
  const stdin = input === undefined ? "null" : "piped";
  const command = gitCommand(args, { cwd: root, stderr: "piped", signal, stdin, env });
  if (input === undefined) return await command.output();
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  // Git may have ended before it has read all.
  const written = writer.write(ENCODER.encode(input)).then(() => writer.close()).catch(() => {});
  const output = await child.output();
  await written;
  return output;
}
