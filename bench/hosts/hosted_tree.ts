import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { toText } from "../../tests/hooked_session.ts";
import { runProgram } from "../speed/run_program.ts";
import type { HostHome } from "./host_home.ts";

/** Output of a hook, and the time that its host waited for it. */
export interface HookReply {
  /** Text for the agent; empty when there is none, and after the host's time limit. */
  readonly text: string;
  /** Milliseconds from just before the process was started until it ended. */
  readonly milliseconds: number;
}

/** MCP server of a host. */
export interface HostServer extends AsyncDisposable {
  /** Id of its process. */
  readonly pid: number;
  /** Waits until its index is complete, and returns the number of its documents and chunks. */
  untilIndexed(): Promise<IndexSize>;
}

/** Size of an index. */
export interface IndexSize {
  readonly documents: number;
  readonly chunks: number;
}

/**
 * Interval between requests for the size of an index, and the time for which it has to stay the
 * same.
 */
const POLL_MS = 500;
const STABLE_POLLS = 8;

/** State of an index, in the answer of the tool "status". */
const SIZE_REGEXP = /(\d+) documents, (\d+) chunks/;

const STOPPED_REGEXP = / Stopped after /g;

/** Clone of a repository in which a session of a host works. It is removed at the end. */
export class HostedTree implements Disposable {
  /** Absolute path of the clone. */
  readonly root: string;
  readonly #home: HostHome;

  private constructor(root: string, home: HostHome) {
    this.root = root;
    this.#home = home;
  }

  /** Clones a repository, which is not changed. */
  static async clone(repository: string, home: HostHome): Promise<HostedTree> {
    const root = home.folderOf(crypto.randomUUID());
    await runProgram("git", ["clone", "--quiet", "--shared", repository, root]);
    return new HostedTree(root, home);
  }

  /** Sends an event of a session as the host does, in a process. */
  async send(
    name: string,
    fields: Readonly<Record<string, unknown>>,
    session: string,
  ): Promise<HookReply> {
    const { command, args, timeoutMs } = this.#home.hookOf(name);
    const { environment } = this.#home;
    const event = { "hook_event_name": name, "session_id": session, cwd: this.root, ...fields };
    const started = performance.now();
    const child = new Deno.Command(command, {
      args: [...args],
      cwd: this.root,
      env: environment,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    const write = writer.write(new TextEncoder().encode(JSON.stringify(event)))
      .then(() => writer.close()).catch(() => {});
    const [{ stdout }] = await Promise.all([child.output(), write]);
    const milliseconds = performance.now() - started;
    const text = milliseconds > timeoutMs ? "" : toText(new TextDecoder().decode(stdout));
    return { text, milliseconds };
  }

  /** Sends a prompt of a session, by default of a new session. */
  prompt(prompt: string, session: string = crypto.randomUUID()): Promise<HookReply> {
    return this.send("UserPromptSubmit", { prompt }, session);
  }

  /** Starts the MCP server as the host does, and returns it without waiting for an answer. */
  startServer(): HostServer {
    const { server: { command, args }, environment } = this.#home;
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      env: { PATH: Deno.env.get("PATH") ?? "", ...environment },
      cwd: this.root,
      stderr: "ignore",
    });
    const client = new Client({ name: "bench", version: "1" });
    const connected = client.connect(transport);
    const readSize = async (): Promise<IndexSize> => {
      const { content } = await client.callTool({ name: "status", arguments: {} });
      const [, documents = 0, chunks = 0] = SIZE_REGEXP.exec(JSON.stringify(content)) ?? [];
      return { documents: Number(documents), chunks: Number(chunks) };
    };
    return {
      get pid() {
        return transport.pid ?? 0;
      },
      async untilIndexed() {
        await connected;
        let last = await readSize();
        for (let settled = 0; settled < STABLE_POLLS;) {
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
          const size = await readSize();
          settled = size.chunks > 0 && size.chunks === last.chunks ? settled + 1 : 0;
          last = size;
        }
        return last;
      },
      async [Symbol.asyncDispose]() {
        await connected;
        await client.close();
      },
    };
  }

  /** Checks out a branch. */
  async switchTo(branch: string): Promise<void> {
    await runProgram("git", ["-C", this.root, "switch", "--quiet", branch]);
  }

  /** Returns the files that git tracks, sorted. */
  async listFiles(): Promise<readonly string[]> {
    const { stdout } = await runProgram("git", ["-C", this.root, "ls-files", "-z"]);
    return stdout.split("\0").filter((path) => path !== "");
  }

  /** Returns true when the repository has a branch. */
  async hasBranch(branch: string): Promise<boolean> {
    const { stdout } = await runProgram("git", [
      "-C",
      this.root,
      "branch",
      "--all",
      "--format=%(refname:lstrip=-1)",
    ]);
    return stdout.split("\n").includes(branch);
  }

  /** Returns the number of hooks that have recorded a timeout. */
  countStopped(): number {
    try {
      const log = Deno.readTextFileSync(`${this.root}/.dossier/state/hook.log`);
      return log.match(STOPPED_REGEXP)?.length ?? 0;
    } catch {
      return 0;
    }
  }

  /** Removes the clone, also when a server that is ending still writes to it. */
  [Symbol.dispose](): void {
    for (let tries = 1;; tries++) {
      try {
        return Deno.removeSync(this.root, { recursive: true });
      } catch (error) {
        if (tries === MAX_REMOVALS) throw error;
      }
    }
  }
}

/** Maximum number of attempts to remove a folder that is written to meanwhile. */
const MAX_REMOVALS = 20;
