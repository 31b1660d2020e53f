import { RetrievalError } from "@dossier/retrieval/machine";
import type { PostgresPlace } from "./postgres_place.ts";

/** Timeout for opening a connection, including its password check. */
const CONNECT_MS = 2000;

/** Timeout of an unused connection, which does not keep the process alive. */
const IDLE_MS = 30_000;

/**
 * Returns the settings with which the package `pg` connects to a database.
 *
 * @throws {RetrievalError} `invalid-config` when the file of trusted certificates cannot be read,
 * `state-refused` when the process may not use the socket.
 */
export function toConnectionSettings(place: PostgresPlace): Readonly<Record<string, unknown>> {
  const { host, port, database, user, password = "" } = place;
  if (host.startsWith("/")) checkSocket(place, `${host}/.s.PGSQL.${port}`);
  return {
    host,
    port,
    database,
    user,
    // Functions and explicit values: otherwise the package would read environment variables and
    // files of other programs.
    password: () => password,
    ssl: toTlsSettings(place),
    application_name: "dossier",
    client_encoding: "UTF8",
    sslnegotiation: "postgres",
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    allowExitOnIdle: true,
  };
}

/** Throws when the process may not use a socket: the package would wait for it forever. */
function checkSocket({ name }: PostgresPlace, path: string): void {
  const needed = [
    { name: "read", path },
    { name: "write", path },
    { name: "net", host: `unix:${path}` },
  ] as const;
  const missing = needed.find((one) => Deno.permissions.querySync(one).state !== "granted");
  if (missing === undefined) return;
  throw new RetrievalError("state-refused", {
    action: `use the database "${name}"`,
    rule: `this command may not use its socket "${path}"`,
    fix: "name a host instead, or grant the command this permission",
  });
}

function toTlsSettings({ tls, host, authorities }: PostgresPlace): unknown {
  if (tls === "disable") return false;
  if (tls === "require") return { rejectUnauthorized: false };
  // Without `host`, the package would take the host of an IP address to be "localhost".
  return authorities === undefined ? { host } : { host, ca: readAuthorities(authorities) };
}

function readAuthorities(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    const action = `read the certificates "${path}" that sslrootcert= names`;
    throw new RetrievalError("invalid-config", { action, state }, { cause: error });
  }
}
