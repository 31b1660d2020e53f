import { dirname } from "node:path";
import { openStore, type Store } from "../retrieval/index/local/store/open_store.ts";

/** Time of the first commit of a tree, in seconds since 1970: 2020-01-01. */
export const FIRST_COMMIT_S = 1_577_836_800;

/** Default number of seconds from one commit to the next. */
export const COMMIT_STEP_S = 86_400;

const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
};

/**
 * Git repository for a test with an empty index beside it, removed when it goes out of scope. Each
 * commit is a day after the previous one.
 */
export class GitTree implements Disposable {
  readonly #folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dossier-history-" }));
  #seconds = FIRST_COMMIT_S - COMMIT_STEP_S;

  /** Absolute path of the work tree. */
  readonly root: string = `${this.#folder}/tree`;

  /** Index of the work tree. */
  readonly store: Store = openStore(`${this.#folder}/index.db`);

  /** Path of the lock file of the index. */
  readonly lockPath: string = `${this.#folder}/index.lock`;

  /** Creates an empty repository without a commit. */
  constructor() {
    Deno.mkdirSync(this.root);
    this.git("init", "--quiet", "--initial-branch=main");
  }

  /** Returns the absolute path of a file beside the work tree. */
  beside(name: string): string {
    return `${this.#folder}/${name}`;
  }

  /** Writes a file and the folders above it. */
  write(path: string, text: string): void {
    Deno.mkdirSync(dirname(`${this.root}/${path}`), { recursive: true });
    Deno.writeTextFileSync(`${this.root}/${path}`, text);
  }

  /** Runs git in the work tree and returns its output without the last line break. */
  git(...args: readonly string[]): string {
    const date = `${this.#seconds} +0000`;
    const { success, stdout, stderr } = new Deno.Command("git", {
      args: [...args],
      cwd: this.root,
      env: { ...ENVIRONMENT, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    }).outputSync();
    if (!success) throw new Error(`Cannot run git ${args[0]}: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout).trimEnd();
  }

  /**
   * Writes files, commits them with all other changes, and returns the ID of the commit.
   *
   * @param files Text by path.
   */
  commit(subject: string, files: Readonly<Record<string, string>> = {}): string {
    this.#seconds += COMMIT_STEP_S;
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", `--message=${subject}`);
    return this.git("rev-parse", "HEAD");
  }

  /**
   * Adds commits to the branch `main`, without writing their files to the work tree.
   *
   * @param commits Subject and text by path of each commit.
   */
  import(commits: readonly (readonly [string, Readonly<Record<string, string>>])[]): void {
    const { success: isBehind } = new Deno.Command("git", {
      args: ["rev-parse", "--verify", "--quiet", "main"],
      cwd: this.root,
      stdout: "null",
    }).outputSync();
    const stream = commits.map(([subject, files], i) => {
      this.#seconds += COMMIT_STEP_S;
      const changes = Object.entries(files).map(([path, text]) =>
        `M 100644 inline ${path}\n${streamData(text)}`
      );
      const committer = `committer Test <test@example.invalid> ${this.#seconds} +0000\n`;
      const from = i === 0 && isBehind ? "from refs/heads/main^0\n" : "";
      return `commit refs/heads/main\n${committer}${streamData(subject)}${from}${changes.join("")}`;
    });
    Deno.writeTextFileSync(this.beside("stream"), stream.join(""));
    const { success } = new Deno.Command("sh", {
      args: ["-c", "git fast-import --quiet < ../stream"],
      cwd: this.root,
    }).outputSync();
    if (!success) throw new Error("Cannot import commits");
  }

  /** Closes the index and removes everything. */
  [Symbol.dispose](): void {
    this.store[Symbol.dispose]();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/** Returns text in the format of `git fast-import`. */
function streamData(text: string): string {
  return `data ${new TextEncoder().encode(text).length}\n${text}\n`;
}
