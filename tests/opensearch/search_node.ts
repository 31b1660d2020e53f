import { join } from "node:path";
import type { Installation } from "./install_opensearch.ts";

/** Unprivileged user of Debian that runs the server, because the server refuses to run as root. */
export const NOBODY = { uid: 65534, gid: 65534 };

/** Memory of the server's heap. */
const HEAP = "512m";

/** Maximum time until the server answers, in milliseconds: 15 to 24 s on two busy cores, three times that for three. */
const START_MS = 180_000;

/** Time between two requests until the server answers, in milliseconds. */
const POLL_MS = 250;

/** Maximum number of bytes of the server's log that are shown when it does not start. */
const SHOWN_BYTES = 4000;

/** Folders of a node. */
const FOLDERS = ["config", "data", "logs", "tmp"];

/** Options of {@link SearchNode.create}. */
export interface SearchNodeOptions {
  /** Name of the node, and of its folder. */
  readonly name: string;
  readonly installation: Installation;
  /** Settings of `opensearch.yml` besides those that every node of the tests has. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Program of one OpenSearch node with a folder of its own. It is killed when it is disposed of. */
export class SearchNode implements AsyncDisposable {
  readonly name: string;
  /** Address of its API, `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Folder with its data. */
  readonly data: string;
  readonly #folder: string;
  readonly #installation: Installation;
  #child: Deno.ChildProcess | undefined;

  private constructor(folder: string, { name, installation }: SearchNodeOptions, port: number) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    this.data = join(folder, "data");
    this.#folder = folder;
    this.#installation = installation;
  }

  /** Makes the folder of a node within `parent`, and its settings; starts nothing. */
  static async create(parent: string, options: SearchNodeOptions): Promise<SearchNode> {
    const { name, installation: { server } } = options;
    const folder = join(parent, name);
    const port = findFreePort();
    await Deno.mkdir(folder);
    for (const one of FOLDERS) await Deno.mkdir(join(folder, one));
    const log = "config/log4j2.properties";
    await Deno.copyFile(join(server, log), join(folder, log));
    const settings = {
      "cluster.name": "dossier-test",
      "node.name": name,
      "path.data": join(folder, "data"),
      "path.logs": join(folder, "logs"),
      "network.host": "127.0.0.1",
      "http.port": port,
      "transport.port": findFreePort(),
      "cluster.routing.allocation.disk.threshold_enabled": false,
      "action.auto_create_index": false,
      "node.processors": 2,
      ...options.settings,
    };
    const lines = Object.entries(settings).map(([key, value]) =>
      `${key}: ${JSON.stringify(value)}\n`
    );
    await Deno.writeTextFile(join(folder, "config/opensearch.yml"), lines.join(""));
    if (Deno.uid() === 0) {
      for (const path of [parent, folder]) await Deno.chmod(path, 0o755);
      for (const one of FOLDERS) await Deno.chown(join(folder, one), NOBODY.uid, NOBODY.gid);
    }
    return new SearchNode(folder, options, port);
  }

  /** Process id; undefined when it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the program, and does not wait until it answers. */
  start(): void {
    this.#child ??= runServer(this.#folder, this.#installation);
  }

  /**
   * Starts the program unless it runs, and waits until the cluster can be written to.
   *
   * @throws {Error} With the end of its log when it ends or takes too long.
   */
  async startAndWait(): Promise<void> {
    this.start();
    const child = this.#child!;
    try {
      await waitUntilReady(child, this.url);
    } catch (error) {
      await this.kill();
      const log = readEnd(join(this.#folder, "logs/out"));
      throw new Error(`Cannot start OpenSearch:\n${log}`, { cause: error });
    }
  }

  /** Kills the program at once (SIGKILL). */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** Ends the program in the orderly way of a shutdown (SIGTERM). */
  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  /** Suspends the program: its connections stay open without responses (SIGSTOP). */
  suspend(): void {
    this.#child?.kill("SIGSTOP");
  }

  /** Resumes a suspended program. */
  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  async #end(signal: Deno.Signal): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    try {
      child.kill(signal);
    } catch (error) {
      // It has ended.
      if (!(error instanceof TypeError)) throw error;
    }
    await child.status;
    this.#child = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

/** Returns a free port of 127.0.0.1. */
export function findFreePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Starts the server's program; its output goes to the file `logs/out`. */
function runServer(folder: string, { server, java }: Installation): Deno.ChildProcess {
  const options = [
    ...[`-Xms${HEAP}`, `-Xmx${HEAP}`, "-Xss1m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=256m"],
    // The second compiler takes as long again for the start, and no test runs long enough to gain from it.
    "-XX:TieredStopAtLevel=1",
    ...["-Djava.awt.headless=true", "-Dfile.encoding=UTF-8", "-Djna.nosys=true"],
    ...["-Dio.netty.noUnsafe=true", "-Dio.netty.noKeySetOptimization=true"],
    ...["-Dlog4j.shutdownHookEnabled=false", "-Dlog4j2.disable.jmx=true"],
    ...["-Djava.locale.providers=SPI,CLDR", `-Djava.io.tmpdir=${folder}/tmp`],
    ...[`-Djna.tmpdir=${folder}/tmp`, "-javaagent:agent/opensearch-agent.jar"],
    "--add-opens=java.base/java.nio=org.apache.arrow.memory.core,ALL-UNNAMED",
    ...[`-Dopensearch.path.home=${server}`, `-Dopensearch.path.conf=${folder}/config`],
    ...["-Dopensearch.distribution.type=zip", "-Dopensearch.bundled_jdk=false"],
    ...["-cp", `${server}/lib/*`, "org.opensearch.bootstrap.OpenSearch"],
  ];
  return new Deno.Command("sh", {
    args: ["-c", 'exec "$@" >"$0" 2>&1', `${folder}/logs/out`, java, ...options],
    cwd: server,
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin", HOME: folder, HOSTNAME: "n1" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    ...(Deno.uid() === 0 ? NOBODY : {}),
  }).spawn();
}

/** Waits until a node answers and can be written to. */
async function waitUntilReady(child: Deno.ChildProcess, url: string): Promise<void> {
  let ended: Deno.CommandStatus | undefined;
  void child.status.then((status) => ended = status);
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    if (ended !== undefined) throw new Error(`It ended with code ${ended.code}`);
    try {
      const answer = await fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(5000) });
      const { status } = await answer.json();
      if (status === "green" || status === "yellow") return;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`It did not answer within ${START_MS / 1000} s`);
}

function readEnd(path: string): string {
  try {
    return Deno.readTextFileSync(path).slice(-SHOWN_BYTES);
  } catch {
    return "It wrote nothing";
  }
}
