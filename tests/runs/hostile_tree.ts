import { dirname, join } from "node:path";

/** Request to a server. */
export interface HostileRequest {
  readonly method: "GET" | "POST";
  /** Path with its query. */
  readonly path: string;
  /** Body, sent as JSON; a text is sent unchanged. */
  readonly body?: unknown;
}

/** Tree and requests that would need more resources than a server has. */
export interface HostileCase {
  readonly name: string;
  /** Writes the tree. */
  readonly plant: (tree: HostileTree) => void;
  readonly requests: readonly HostileRequest[];
}

/** Number of characters of the largest texts. */
export const MEGABYTE = 1_000_000;

/** Word that most texts repeat. */
const SENTENCE = "retry the upload of a file when the network fails again\n";

/** Writes the files of a hostile tree. */
export class HostileTree {
  /** Absolute path. */
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Writes a file and the folders above it. */
  write(path: string, text: string | Uint8Array): void {
    const file = this.#make(path);
    if (typeof text === "string") Deno.writeTextFileSync(file, text);
    else Deno.writeFileSync(file, text);
  }

  /** Writes one text under many names, stored once on the disk. */
  writeMany(paths: readonly string[], text: string): void {
    const [first = "", ...others] = paths;
    this.write(first, text);
    for (const path of others) Deno.linkSync(join(this.root, first), this.#make(path));
  }

  /** Runs git in the tree. */
  git(args: readonly string[], input = ""): void {
    const file = Deno.makeTempFileSync();
    try {
      Deno.writeTextFileSync(file, input);
      const user = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
      const { success, stderr } = new Deno.Command("bash", {
        args: ["-c", 'exec git "$@" < "$0"', file, ...user, ...args],
        cwd: this.root,
        env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      }).outputSync();
      if (!success) throw new Error(`Cannot run git: ${new TextDecoder().decode(stderr)}`);
    } finally {
      Deno.removeSync(file);
    }
  }

  /** Makes named pipes; their folders must be there. */
  makePipes(...paths: readonly string[]): void {
    new Deno.Command("mkfifo", { args: [...paths], cwd: this.root }).outputSync();
  }

  #make(path: string): string {
    const file = join(this.root, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    return file;
  }
}

/** Returns a request without a body. */
export function get(path: string): HostileRequest {
  return { method: "GET", path };
}

/** Returns a request with a body. */
export function post(path: string, body: unknown): HostileRequest {
  return { method: "POST", path, body };
}

/** Returns a text of about a million characters. */
export function largeText(characters = MEGABYTE): string {
  return SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).slice(0, characters);
}

/** Returns the results of a function for the numbers from 0. */
export function mapNumbers<T>(count: number, make: (number: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}
