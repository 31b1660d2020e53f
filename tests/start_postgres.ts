/**
 * Runs a command with its own PostgreSQL server, which is deleted when the command ends:
 *
 *     deno task with-postgres deno task test:quick features/memory
 *
 * The server listens on a free port of 127.0.0.1 and is in a temporary folder. The command finds
 * its address in the variable {@link POSTGRES_VARIABLE}. It needs the programs of PostgreSQL 13 or
 * newer, such as Debian's package `postgresql`.
 */

import { join } from "node:path";
import { makeCertificate } from "./make_certificate.ts";
import { runBeside } from "./run_beside.ts";

/** Variable with the URL of a database server in which tests may create schemas and roles. */
export const POSTGRES_VARIABLE = "DOSSIER_TEST_POSTGRES";

/** Folder of Debian's programs of each version, which are not on the path. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** User that Debian creates: PostgreSQL refuses to run as root. */
const DEBIAN_USER = "postgres";

/** Settings without durability, as no data of the server outlives the command. */
const SETTINGS = ["fsync=off", "full_page_writes=off", "unix_socket_directories=''"];

/** Server that runs until its disposal. */
export interface RunningPostgres extends AsyncDisposable {
  /** URL of its first database, with a role that has all permissions. */
  readonly url: string;
  /** Kills it during its work, and starts it again. */
  crash(): Promise<void>;
}

if (import.meta.main) {
  if (Deno.args.length === 0) throw new Error("Cannot start PostgreSQL without a command to run");
  await using postgres = await startPostgres();
  await runBeside(Deno.args, { [POSTGRES_VARIABLE]: postgres.url });
}

/**
 * Starts a server with a new cluster, and with a self-signed certificate if openssl is installed.
 */
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
    // Tests read it as the user who runs them.
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

/** Returns the user of the server when root starts it. */
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

/** Runs a program to its end, and throws its output when it fails. */
async function runProgram(
  name: string,
  args: readonly string[],
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  const { success, stderr } = await new Deno.Command(name, {
    args: [...args],
    // It would fail in a folder that its user may not enter.
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
