import type { Note } from "@dossier/core";
import { RetrievalError, signalAfter, waitWithin } from "../machine/mod.ts";
import { findPipeBelow } from "./find_git_pipe.ts";
import { findGitRoot } from "./git_folder.ts";
import { GIT_TIMEOUT_MS, gitCommand, GitPipeError, isGitUnavailable } from "./git_command.ts";

/** Output of git, or the reason why there is none. */
export type GitRun =
  | { readonly kind: "done"; readonly output: string }
  | {
    readonly kind: "failed";
    /** Code, such as `git-missing`; `git-failed` when git refused the command. */
    readonly code: string;
    /** Reason in words, as the end of a sentence. */
    readonly reason: string;
    readonly notes: readonly Note[];
  };

interface GitRunOptions {
  /** Maximum time for git, in milliseconds. @default GIT_TIMEOUT_MS */
  readonly timeoutMs?: number | undefined;
  /** Standard input of git. @default empty */
  readonly input?: string | undefined;
  /** Additional environment variables. @default none */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Milliseconds after which pipes are searched that git may wait for. It lists 50,000 files in less
 * time.
 */
const SLOW_MS = 300;

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/**
 * Runs a git command that reads the files of a tree. It is started before the promise is returned,
 * so that the caller can use the time. A command that waits for a pipe in place of an ignore file
 * is ended.
 *
 * @param root Absolute path of the working folder.
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
  const failForPipe = (path: string) =>
    failed("git-stuck", `it would wait for "${path}", which is a pipe: replace it by a file`);
  const timeLimit = signalAfter(timeoutMs);
  const abort = new AbortController();
  let output: Deno.CommandOutput;
  try {
    const running = start(root, args, {
      signal: AbortSignal.any([timeLimit, abort.signal]),
      input,
      env,
    });
    let isOver = false;
    const settled = running.finally(() => isOver = true);
    if (await waitWithin(settled, SLOW_MS) === undefined) {
      const pipe = await findPipeBelow(root, () => !isOver);
      if (pipe !== undefined && !isOver) {
        abort.abort();
        await running;
        return failForPipe(pipe);
      }
    }
    output = await running;
  } catch (error) {
    if (!isGitUnavailable(error)) throw error;
    if (error instanceof GitPipeError) return failForPipe(error.path);
    const code = error instanceof Deno.errors.NotFound ? "git-missing" : "git-forbidden";
    return failed(code, "it cannot be started");
  }
  if (timeLimit.aborted) return failed("git-stuck", `it did not end within ${timeoutMs / 1000} s`);
  if (output.signal !== null) {
    // Ctrl-C ends git too. A walk without git could find other files.
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

/** Starts git at once, and returns its output when it ends. */
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
  // Git may end before it has read everything.
  const written = writer.write(ENCODER.encode(input)).then(() => writer.close()).catch(() => {});
  const output = await child.output();
  await written;
  return output;
}
