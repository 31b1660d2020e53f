import { RetrievalError } from "@dossier/retrieval/machine";
import type { PostgresPlace } from "./postgres_place.ts";

/** Until then a connection must be there, with its password checked. */
const CONNECT_MS = 2000;

/** How long a connection is kept that nobody uses. It does not keep the process alive. */
const IDLE_MS = 30_000;

/**
 * Returns how the package `pg` connects to a database.
 *
 * @throws {RetrievalError} `invalid-config` when the file of trusted certificates cannot be read, `state-refused` when
 * the process may not use the socket.
 */
export function connectionSettings(place: PostgresPlace): Readonly<Record<string, unknown>> {
  const { host, port, database, user, password = "" } = place;
  if (host.startsWith("/")) checkSocket(place, `${host}/.s.PGSQL.${port}`);
  return {
    host,
    port,
    database,
    user,
    // Else variables and files that are meant for other programs would be asked, here and below.
    password: () => password,
    ssl: tlsSettings(place),
    application_name: "dossier",
    client_encoding: "UTF8",
    sslnegotiation: "postgres",
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    allowExitOnIdle: true,
  };
}

/** Refuses a socket that the process may not use: the package would wait for it forever. */
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
    fix: "name a host instead, or run the command with the permission to",
  });
}

function tlsSettings({ tls, host, authorities }: PostgresPlace): unknown {
  if (tls === "disable") return false;
  if (tls === "require") return { rejectUnauthorized: false };
  // Without the host, that of an address would be taken to be "localhost".
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
