import "./no_user.ts";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Result of a finished program. */
export interface RunResult {
  /** Exit code; 128 and the signal's number when it was killed. */
  readonly code: number;
  /** Standard output, read as UTF-8. */
  readonly stdout: string;
  /** Standard error, read as UTF-8. */
  readonly stderr: string;
}

/** Options of a run of the command line. */
export interface RunOptions {
  /** Text for standard input. @default none */
  readonly input?: string;
  /** Variables in addition to those of every test process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder to call from, relative to the workspace. @default its root */
  readonly folder?: string;
  /** Host and port that the program may reach. @default nothing */
  readonly reaches?: string;
  /** Bash script that runs the program as `"$@"`, for environments that only a shell can set up. */
  readonly shell?: string;
}

const CLI = fileURLToPath(new URL("../cli/main.ts", import.meta.url));

/** Permission sets of the tasks in `deno.json`. */
export const LOCKED = [
  `--lock=${fileURLToPath(new URL("../deno.lock", import.meta.url))}`,
  "--frozen",
];

/** Variable with the path of an executable of the program, on which tests of the command line are run instead. */
export const PROGRAM_VARIABLE = "DOSSIER_TEST_PROGRAM";

/** The executable that the variable names. */
export const PROGRAM: string | undefined = Deno.env.get(PROGRAM_VARIABLE) || undefined;

/** Skips a test of missing permissions for an executable, which has all permissions of its user. */
export const SANDBOXED: { readonly ignore: boolean } = { ignore: PROGRAM !== undefined };

/** Permissions of the program in addition to the workspace, in which it may also write. */
const CLI_PERMISSIONS = ["--no-prompt", "--allow-read", "--allow-env", "--allow-run=git"];

// The settings and the identity of the user who runs the tests must not affect them.
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
};

/**
 * Temporary folder for one test, removed when it goes out of scope.
 *
 * The folder contains `tree/`, the workspace itself, and `cache/` and `config/`, the user's folders
 * for the programs that run in it.
 */
export class TempWorkspace implements Disposable {
  readonly #folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dossier-" }));

  /** Absolute path of the workspace. */
  readonly root: string = join(this.#folder, "tree");

  /** Absolute path of the user's cache folder. */
  readonly cache: string = join(this.#folder, "cache");

  /** Absolute path of the folder of the user's settings; it is created only by writes. */
  readonly config: string = join(this.#folder, "config");

  constructor(files: Readonly<Record<string, string>> = {}) {
    Deno.mkdirSync(this.root);
    Deno.mkdirSync(this.cache);
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** Returns the absolute path of a file or folder of the workspace. */
  path(path: string): string {
    return join(this.root, path);
  }

  /** Writes a file and the folders above it; returns its absolute path. */
  write(path: string, content: string | Uint8Array): string {
    const absolute = this.path(path);
    Deno.mkdirSync(dirname(absolute), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(absolute, content);
    else Deno.writeFileSync(absolute, content);
    return absolute;
  }

  /** Returns the text of a file. */
  read(path: string): string {
    return Deno.readTextFileSync(this.path(path));
  }

  /** Removes a file, or a folder with its content. */
  remove(path: string): void {
    Deno.removeSync(this.path(path), { recursive: true });
  }

  /** Runs git in the workspace and returns its output; throws when it fails. */
  git(...args: readonly string[]): string {
    const { success, stdout, stderr } = new Deno.Command("git", {
      args: [...args],
      cwd: this.root,
      env: GIT_ENVIRONMENT,
    }).outputSync();
    if (!success) throw new Error(`Cannot run git ${args[0]}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  }

  /** Makes the workspace a git repository; its branch is `main` and has no commit yet. */
  initialize(): void {
    this.git("init", "--quiet", "--initial-branch=main");
  }

  /** Commits all files that git does not ignore. */
  commit(message: string = "change"): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", `--message=${message}`);
  }

  /** Runs the program's command line with minimal permissions, and waits. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const child = this.start(args, options);
    const writer = child.stdin.getWriter();
    // A program that answers without reading its input closes it first.
    const write = writer.write(new TextEncoder().encode(options.input ?? ""))
      .then(() => writer.close()).catch(() => {});
    const [{ code, stdout, stderr }] = await Promise.all([child.output(), write]);
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** Starts the command line like `run` and returns the running process with all three pipes. */
  start(args: readonly string[], options: Omit<RunOptions, "input"> = {}): Deno.ChildProcess {
    const command = this.commandLine(args, options);
    const [program = "", ...rest] = options.shell === undefined
      ? command
      : ["bash", "--norc", "-c", options.shell, "bash", ...command];
    return new Deno.Command(program, {
      args: rest,
      cwd: this.path(options.folder ?? ""),
      env: { ...this.environment(), ...options.environment },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Returns the program with minimal permissions and its arguments. */
  commandLine(
    args: readonly string[],
    { reaches }: Pick<RunOptions, "reaches"> = {},
  ): readonly string[] {
    if (PROGRAM !== undefined) return [PROGRAM, ...args];
    const write = `--allow-write=${this.root},${this.cache},${this.config}`;
    // Further permissions of a cluster's client.
    const net = reaches === undefined ? [] : [`--allow-net=${reaches}`, "--allow-sys=osRelease"];
    return [Deno.execPath(), "run", ...LOCKED, ...CLI_PERMISSIONS, write, ...net, CLI, ...args];
  }

  /** Returns the environment of the program. */
  environment(): Readonly<Record<string, string>> {
    return {
      ...GIT_ENVIRONMENT,
      NO_COLOR: "1",
      // Tests may be run by `deno task` from any folder.
      INIT_CWD: "",
      DENO_DIR: denoDirectory(),
      XDG_CACHE_HOME: this.cache,
      XDG_CONFIG_HOME: this.config,
    };
  }

  /** Removes the folder with its content, including files that a stopping worker still writes. */
  [Symbol.dispose](): void {
    for (let tries = 1;; tries++) {
      try {
        return Deno.removeSync(this.#folder, { recursive: true });
      } catch (error) {
        if (tries === MAX_REMOVALS) throw error;
      }
    }
  }
}

/** Number of attempts to remove a folder that is written to meanwhile. */
const MAX_REMOVALS = 20;

let cachedDenoDirectory: string | undefined;

/** Returns the folder of Deno's downloads, which a different cache folder must not change. */
export function denoDirectory(): string {
  cachedDenoDirectory ??= readDenoDirectory();
  return cachedDenoDirectory;
}

function readDenoDirectory(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
