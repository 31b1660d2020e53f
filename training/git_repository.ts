/** File of a tree. */
export interface TreeEntry {
  /** Path with `/`. */
  readonly path: string;
  /** Object name of its content. */
  readonly blob: string;
  /** Size in bytes. */
  readonly size: number;
}

const NEWLINE = 10;
const TREE_ENTRY_REGEXP = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.*)$/;

/** Options of git that ignore the settings and programs of the repository. */
const GIT_OPTIONS = ["-c", "core.fsmonitor=false", "-c", "core.quotepath=false"];
const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  LC_ALL: "C",
};

/** Clone, of which only the content stored by git is read. */
export class GitRepository implements Disposable {
  readonly #folder: string;
  readonly #contents: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  #buffer = new Uint8Array(0);

  /** Opens a clone. `folder` is its git directory, or contains it. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#contents = this.#command(["cat-file", "--batch"], "piped").spawn();
    this.#writer = this.#contents.stdin.getWriter();
    this.#reader = this.#contents.stdout.getReader();
  }

  /** Returns the name of the newest commit. */
  async head(): Promise<string> {
    return (await this.run("rev-parse", "HEAD")).trim();
  }

  /** Returns the regular files of a commit. */
  async listFiles(commit: string): Promise<readonly TreeEntry[]> {
    const listing = await this.run("ls-tree", "-r", "-z", "--long", commit);
    return listing.split("\0").flatMap((line) => {
      const [, blob, size, path] = TREE_ENTRY_REGEXP.exec(line) ?? [];
      return blob === undefined || path === undefined ? [] : [{ path, blob, size: Number(size) }];
    });
  }

  /** Returns the standard output of git. */
  async run(...args: readonly string[]): Promise<string> {
    const { success, stdout } = await this.#command(args, "null").output();
    if (!success) throw new Error(`Cannot read "${this.#folder}" as "git ${args[0]}" failed`);
    return new TextDecoder().decode(stdout);
  }

  /** Starts git with `input` as its standard input. The caller ends it. */
  start(args: readonly string[], input: string): Deno.ChildProcess {
    const child = this.#command(args, "piped").spawn();
    const writer = child.stdin.getWriter();
    // A process that is ended early reads no more input.
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    return child;
  }

  /** Returns the text of a blob, or undefined when it is missing or not UTF-8. */
  async readText(blob: string): Promise<string | undefined> {
    await this.#writer.write(new TextEncoder().encode(`${blob}\n`));
    let end = this.#buffer.indexOf(NEWLINE);
    while (end < 0) {
      await this.#fill();
      end = this.#buffer.indexOf(NEWLINE);
    }
    const [, kind, size] = new TextDecoder().decode(this.#take(end + 1)).split(" ");
    if (size === undefined) return undefined;
    const bytes = Number(size);
    while (this.#buffer.length < bytes + 1) await this.#fill();
    const content = this.#take(bytes + 1).subarray(0, bytes);
    if (kind !== "blob" || content.includes(0)) return undefined;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(content);
    } catch {
      return undefined;
    }
  }

  /** Ends the git process. */
  [Symbol.dispose](): void {
    this.#contents.kill("SIGKILL");
  }

  #command(args: readonly string[], stdin: "piped" | "null"): Deno.Command {
    return new Deno.Command("git", {
      args: [...GIT_OPTIONS, ...args],
      cwd: this.#folder,
      env: GIT_ENVIRONMENT,
      stdin,
      stdout: "piped",
      stderr: "null",
    });
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#reader.read();
    if (done) throw new Error(`Cannot read "${this.#folder}" as git ended`);
    const joined = new Uint8Array(this.#buffer.length + value.length);
    joined.set(this.#buffer);
    joined.set(value, this.#buffer.length);
    this.#buffer = joined;
  }

  #take(length: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }
}
