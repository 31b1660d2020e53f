import { findGitPipe } from "./find_git_pipe.ts";

/**
 * Environment variables that are passed to git: paths of programs and of its settings. Others, as
 * git sets them in hooks (`git rev-parse --local-env-vars`), would bind it to one repository in any
 * folder.
 */
const GIT_VARIABLES: readonly string[] = [
  "PATH",
  "HOME",
  "XDG_CONFIG_HOME",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
];

/** Environment variables for all git commands. */
const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  LC_ALL: "C",
  // Objects that a partial clone lacks are not fetched, so that nothing leaves the machine.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

/**
 * Maximum time for git to list files, in milliseconds: more than for a million files that are not
 * cached in memory.
 */
export const GIT_TIMEOUT_MS = 60_000;

/** Settings that override those of the repository, which may name programs for git to start. */
const SETTINGS: readonly string[] = [
  "core.fsmonitor=false",
  // Signatures are checked by the program that `gpg.program` names.
  "log.showSignature=false",
  // Git would wait for a pipe in place of `.mailmap`.
  "log.mailmap=false",
  // Paths are printed without quoting.
  "core.quotepath=false",
];

/** Error for a pipe in place of a file that git would open and wait for. */
export class GitPipeError extends Error {
  /** Absolute path of the pipe. */
  readonly path: string;

  constructor(path: string) {
    super(`Cannot start git as "${path}" is a pipe: replace it by a file`);
    this.path = path;
  }
}

/**
 * Returns a git command that starts no program named by the repository, and uses no network. Its
 * standard output is piped, and its standard input is empty by default.
 *
 * @param options.cwd Absolute path of the working folder.
 * @param options.signal Ends git.
 * @param options.env Additional environment variables.
 * @throws {GitPipeError} When git would wait for a pipe forever.
 */
export function gitCommand(
  args: readonly string[],
  { stdin = "null", env, ...options }: Pick<Deno.CommandOptions, "stdin" | "signal" | "env"> & {
    readonly cwd: string;
    readonly stderr: "piped" | "null";
  },
): Deno.Command {
  const pipe = findGitPipe(options.cwd);
  if (pipe !== undefined) throw new GitPipeError(pipe);
  return new Deno.Command("git", {
    args: [...SETTINGS.flatMap((setting) => ["-c", setting]), ...args],
    ...options,
    clearEnv: true,
    env: { ...readGitVariables(), ...GIT_ENVIRONMENT, ...env },
    stdin,
    stdout: "piped",
  });
}

/**
 * Returns true when `error` says that git is not installed, may not be started, or would wait for a
 * pipe.
 */
export function isGitUnavailable(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotCapable || error instanceof GitPipeError;
}

function readGitVariables(): Record<string, string> {
  return Object.fromEntries(
    GIT_VARIABLES.flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
