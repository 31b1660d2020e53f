import { RetrievalError } from "@dossier/retrieval/machine";

/**
 * The encryption of a connection: none, with any server, or only with the host that the certificate
 * names.
 */
export type TlsMode = "disable" | "require" | "verify-full";

/** The location of a database, and its user. */
export interface PostgresPlace {
  /** Name in messages, such as `db.example:5432/team`; without user and password. */
  readonly name: string;
  /** A host name, an IP address, or the absolute path of the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Absent when the server needs none. */
  readonly password?: string;
  /** The schema of the tables. */
  readonly schema: string;
  readonly tls: TlsMode;
  /** Path of a file with the trusted certificates, in PEM, instead of those of the system. */
  readonly authorities?: string;
}

const DEFAULT_PORT = 5432;
const DEFAULT_SCHEMA = "dossier";

/** Names that need no quotes in statements and settings. */
const SCHEMA_REGEXP = /^[a-z_][a-z0-9_]{0,62}$/;

const LOOPBACK_REGEXP = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** The parameters of an address, after its `?`. */
const PARAMETERS: ReadonlySet<string> = new Set(["schema", "sslmode", "sslrootcert", "host"]);

/**
 * Parses the address of a database: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with these
 * parameters after a `?`:
 *
 * - `sslmode`: `verify-full` (the default), `require`, which accepts any certificate, or `disable`,
 *   the default on this
 *   machine;
 * - `sslrootcert`: path of a file with the trusted certificates;
 * - `schema`: the schema of the tables, `dossier` by default;
 * - `host`: the absolute path of the folder of a socket, which is used instead of HOST.
 *
 * @throws {RetrievalError} `invalid-config` for an invalid address. The message omits the address,
 * as it may contain a password.
 */
export function parsePostgresPlace(address: string): PostgresPlace {
  const url = parseUrl(address);
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) {
    throwInvalidAddress(
      "its only parameters after ? are schema, sslmode, sslrootcert and host",
      `"${unknown}"`,
    );
  }
  const socket = url.searchParams.get("host");
  if (socket !== null && !socket.startsWith("/")) {
    throwInvalidAddress("host= must be the absolute path of a folder", `"${socket}"`);
  }
  const host = socket ?? url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (host === "") throwInvalidAddress("it must name a host");
  if (url.username === "") throwInvalidAddress("it must name a user");
  const database = decodePart(url.pathname.slice(1));
  if (database === "") throwInvalidAddress("it must name a database");
  const schema = url.searchParams.get("schema") ?? DEFAULT_SCHEMA;
  if (!SCHEMA_REGEXP.test(schema)) {
    throwInvalidAddress("schema= must consist of lower-case letters, digits and _", `"${schema}"`);
  }
  const port = url.port === "" ? DEFAULT_PORT : Number(url.port);
  const authorities = url.searchParams.get("sslrootcert");
  return {
    name: `${socket ?? `${url.hostname}:${port}`}/${database}`,
    host,
    port,
    database,
    user: decodePart(url.username),
    schema,
    ...url.password === "" ? {} : { password: decodePart(url.password) },
    tls: parseTls(url.searchParams.get("sslmode"), socket !== null || LOOPBACK_REGEXP.test(host)),
    ...authorities === null ? {} : { authorities },
  };
}

function parseUrl(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    throwInvalidAddress("it must have the form postgres://USER:PASSWORD@HOST:PORT/DATABASE");
  }
  return url;
}

function parseTls(mode: string | null, isHere: boolean): TlsMode {
  if (mode === null) return isHere ? "disable" : "verify-full";
  if (mode === "disable" || mode === "require" || mode === "verify-full") return mode;
  return throwInvalidAddress("sslmode= must be verify-full, require or disable", `"${mode}"`);
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return throwInvalidAddress("a % in it must be written as %25");
  }
}

function throwInvalidAddress(rule: string, state?: string): never {
  throw new RetrievalError("invalid-config", {
    action: "use the address of a database",
    rule,
    state,
  });
}
