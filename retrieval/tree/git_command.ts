import { findGitPipe } from "./find_git_pipe.ts";

/**
 * Variables that git is given: where programs and its settings are. Others, as they are set within a
 * git hook (`git rev-parse --local-env-vars`), would bind it to one repository whatever the folder.
 */
const GIT_VARIABLES: readonly string[] = [
  "PATH",
  "HOME",
  "XDG_CONFIG_HOME",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
];

/** How git is run wherever it is. */
const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  LC_ALL: "C",
  // What a partial clone lacks is not fetched: nothing leaves the machine.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

/**
 * How long git may take to list files, in milliseconds: more than it takes for a million files that are not in
 * memory.
 */
export const GIT_TIMEOUT_MS = 60_000;

/** What goes before the settings of the repository, which may name programs of its own for git to start. */
const SETTINGS: readonly string[] = [
  "core.fsmonitor=false",
  // A signature is checked by the program that `gpg.program` names.
  "log.showSignature=false",
  // A pipe in the place of `.mailmap` would be waited for.
  "log.mailmap=false",
  // Names come as they are.
  "core.quotepath=false",
];

/** Says that git would wait for a pipe in the place of a file that it opens. */
export class GitPipeError extends Error {
  /** Absolute path of the pipe. */
  readonly path: string;

  constructor(path: string) {
    super(`Cannot start git as "${path}" is a pipe: replace it by a file`);
    this.path = path;
  }
}

/**
 * Returns a git command that starts no program of the repository's own choosing and reaches no
 * network, ready to be run; its standard output is a pipe, and it reads nothing by default.
 *
 * @param options.cwd Absolute path of the folder to run in.
 * @param options.signal Ends git.
 * @param options.env Variables that git is given besides.
 * @throws {GitPipeError} When git would wait for a pipe without an end.
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

/** Returns whether `error` says that git is not there, may not be started, or would wait for a pipe. */
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
