/**
 * Runs a command with a PostgreSQL of its own, which is gone when the command ends:
 *
 *     deno task with-postgres deno task test:quick features/memory
 *
 * The server listens on a free port of 127.0.0.1 and lies in a temporary folder. The command finds it by the variable
 * {@link POSTGRES_VARIABLE}. It needs the programs of PostgreSQL 13 or newer, such as Debian's package `postgresql`.
 */

import { join } from "node:path";
import { makeCertificate } from "./make_certificate.ts";
import { runBeside } from "./run_beside.ts";

/** Variable with the URL of a database server that tests may make schemas and roles in. */
export const POSTGRES_VARIABLE = "DOSSIER_TEST_POSTGRES";

/** Where Debian puts the programs of each version, which are not on the path. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** The user that Debian makes: PostgreSQL refuses to run as root. */
const DEBIAN_USER = "postgres";

/** What the server does without, as nothing in it outlives the command. */
const SETTINGS = ["fsync=off", "full_page_writes=off", "unix_socket_directories=''"];

/** A server that runs until it is disposed of. */
export interface RunningPostgres extends AsyncDisposable {
  /** Of its first database, with a role that may do everything. */
  readonly url: string;
  /** Ends it in the midst of whatever it does, and starts it again. */
  crash(): Promise<void>;
}

if (import.meta.main) {
  if (Deno.args.length === 0) throw new Error("Cannot start PostgreSQL without a command to run");
  await using postgres = await startPostgres();
  await runBeside(Deno.args, { [POSTGRES_VARIABLE]: postgres.url });
}

/** Starts a server with a new cluster, whose certificate it has signed itself where there is openssl. */
export async function startPostgres(): Promise<RunningPostgres> {
  const programs = findPrograms();
  const folder = await Deno.makeTempDir({ prefix: "dossier-postgres-" });
  const owner = await findOwner();
  if (owner !== undefined) await Deno.chown(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const run = (name: string, args: readonly string[]) => runProgram(name, args, owner);
  const remove = () => Deno.remove(folder, { recursive: true });
  try {
    const password = crypto.randomUUID();
    const passwordFile = join(folder, "password");
    await Deno.writeTextFile(passwordFile, password);
    await run(join(programs, "initdb"), [
      ...["--pgdata", data, "--username", "dossier", "--pwfile", passwordFile, "--no-sync"],
      ...["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C"],
    ]);
    const certificate = await makeCertificate(folder, owner);
    // Tests read it as whoever runs them.
    if (certificate !== undefined) await Deno.chmod(folder, 0o711);
    const port = findFreePort();
    const settings = certificate === undefined ? SETTINGS : [
      ...SETTINGS,
      ...["ssl=on", `ssl_cert_file=${certificate}`, `ssl_key_file=${join(folder, "key.pem")}`],
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(" ");
    const control = join(programs, "pg_ctl");
    const start = () =>
      run(control, [
        ...["start", "--wait", "--silent", "--pgdata", data, "--log", join(folder, "log")],
        ...["--options", `-h 127.0.0.1 -p ${port} ${options}`],
      ]);
    const stop = () =>
      run(control, ["stop", "--wait", "--silent", "--mode=immediate", "--pgdata", data]);
    await start();
    const query = certificate === undefined ? "" : `?sslrootcert=${certificate}`;
    return {
      url: `postgres://dossier:${password}@127.0.0.1:${port}/postgres${query}`,
      async crash() {
        await stop();
        await start();
      },
      async [Symbol.asyncDispose]() {
        await stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Returns the folder of the newest programs. */
function findPrograms(): string {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  const onPath = folders.find((folder) => isThere(join(folder, "initdb")));
  if (onPath !== undefined) return onPath;
  const versions = isThere(DEBIAN_FOLDER)
    ? [...Deno.readDirSync(DEBIAN_FOLDER)].map(({ name }) => name)
    : [];
  const newest = versions.filter((name) => isThere(join(DEBIAN_FOLDER, name, "bin/initdb")))
    .sort((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return join(DEBIAN_FOLDER, newest, "bin");
  throw new Error("Cannot start PostgreSQL as there is no initdb: install the package postgresql");
}

/** Returns whom the server runs as when root starts it. */
async function findOwner(): Promise<{ uid: number; gid: number } | undefined> {
  if (Deno.uid() !== 0) return undefined;
  const ask = async (option: string) => {
    const { success, stdout } = await new Deno.Command("id", { args: [option, DEBIAN_USER] })
      .output();
    if (!success) {
      throw new Error(
        `Cannot start PostgreSQL as root as there is no user "${DEBIAN_USER}": add one`,
      );
    }
    return Number(new TextDecoder().decode(stdout));
  };
  return { uid: await ask("-u"), gid: await ask("-g") };
}

/** Runs a program to its end, and throws what it wrote when it fails. */
async function runProgram(
  name: string,
  args: readonly string[],
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  const { success, stderr } = await new Deno.Command(name, {
    args: [...args],
    // A folder that its user may not enter would stop it.
    cwd: "/",
    stdout: "null",
    stderr: "piped",
    ...owner,
  }).output();
  if (!success) throw new Error(`Cannot run ${name}: ${new TextDecoder().decode(stderr).trim()}`);
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
