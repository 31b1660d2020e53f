import { RetrievalError, type RetrievalErrorCode } from "@dossier/retrieval/machine";
import type { PostgresPlace } from "./postgres_place.ts";

/** The problem with a database, and its fix. */
interface Condition {
  readonly code: RetrievalErrorCode;
  readonly rule: string;
  readonly fix: string;
}

const UNREACHABLE: Condition = {
  code: "state-unreachable",
  rule: "no server responds",
  fix: "start the database, or correct the address",
};
const ENDED: Condition = {
  code: "state-unreachable",
  rule: "the connection ended",
  fix: "try again; the last change may or may not be stored",
};
const NO_CONNECTIONS: Condition = {
  code: "state-unreachable",
  rule: "the database accepts no connections at the moment",
  fix: "try again later",
};
const WITHOUT_TLS: Condition = {
  code: "state-refused",
  rule: "the server does not encrypt connections",
  fix: "enable TLS on the server, or add sslmode=disable if the network is safe",
};
const CERTIFICATE: Condition = {
  code: "state-refused",
  rule: "the certificate of the server cannot be trusted",
  fix: "name the file of its authority with sslrootcert=, and the host as in the certificate",
};
const LOGIN: Condition = {
  code: "state-refused",
  rule: "it rejects the login of the user",
  fix: "correct user, password or sslmode in the address, or the pg_hba.conf of the server",
};
const NO_DATABASE: Condition = {
  code: "state-refused",
  rule: "there is no such database",
  fix: "create it, or correct the address",
};
const MISSING_RIGHT: Condition = {
  code: "state-refused",
  rule: "the user lacks a right",
  fix: "grant it, or run this version once as the owner of the schema",
};
const READ_ONLY: Condition = {
  code: "state-unwritable",
  rule: "the database is read-only at the moment",
  fix: "name the server that accepts writes",
};
const BUSY: Condition = {
  code: "state-busy",
  rule: "another transaction blocks it",
  fix: "try again",
};
const FULL: Condition = {
  code: "disk-full",
  rule: "the disk of the server is full",
  fix: "free some space there",
};
const NO_NETWORK: Condition = {
  code: "state-refused",
  rule: "this command may not use the network",
  fix: 'put "with-team" in front of it',
};

/**
 * The problems by codes of PostgreSQL, or classes of them
 * (postgresql.org/docs/current/errcodes-appendix.html).
 */
const SQL_CONDITIONS: ReadonlyMap<string, Condition> = new Map([
  ["08", ENDED],
  ["28", LOGIN],
  ["3D000", NO_DATABASE],
  ["42501", MISSING_RIGHT],
  ["25006", READ_ONLY],
  ["25P03", ENDED], // idle_in_transaction_session_timeout
  ["40001", BUSY], // serialization_failure
  ["40P01", BUSY], // deadlock_detected
  ["55P03", BUSY], // lock_not_available
  ["53100", FULL],
  ["53300", NO_CONNECTIONS], // too_many_connections
  ["57P01", ENDED], // admin_shutdown
  ["57P02", ENDED], // crash_shutdown
  ["57P03", NO_CONNECTIONS], // cannot_connect_now
]);

/** The problems by codes of the operating system and of TLS. */
const SYSTEM_CONDITIONS: readonly (readonly [RegExp, Condition])[] = [
  [/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)$/, UNREACHABLE],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE)$/, ENDED],
  [/CERT|^ERR_TLS_|^UNABLE_TO_/, CERTIFICATE],
];

/** The problems by messages of the driver and the runtime that have no code. */
const MESSAGE_CONDITIONS: readonly (readonly [RegExp, Condition])[] = [
  [/^Connection terminated due to connection timeout/, UNREACHABLE],
  [/^Connection terminated|connection error and is not queryable|^Query read timeout/, ENDED],
  [/does not support SSL connections/, WITHOUT_TLS],
  [/establishing an SSL connection/, UNREACHABLE],
  [/^Requires net access/, NO_NETWORK],
  [/client password must be a|^SASL: /, LOGIN],
];

/**
 * Returns `error` as a {@link RetrievalError} that names the database, the problem and the fix; or
 * `error` itself when it is about a statement.
 */
export function toPostgresError(error: unknown, { name }: PostgresPlace): unknown {
  const condition = findCondition(error);
  if (condition === undefined) return error;
  const { code, ...reason } = condition;
  return new RetrievalError(code, { action: `use the database "${name}"`, ...reason }, {
    cause: error,
  });
}

/** Returns the error for a database that a newer version has migrated. */
export function newerVersionError({ name }: PostgresPlace): RetrievalError {
  return new RetrievalError("state-newer", {
    action: `use the database "${name}"`,
    rule: "a newer version of dossier wrote it",
    fix: "update dossier, or name another schema",
  });
}

/** Returns the error for content of the database that dossier has not written. */
export function damagedDatabaseError({ name }: PostgresPlace, cause: unknown): RetrievalError {
  return new RetrievalError("state-damaged", {
    action: `use the database "${name}"`,
    rule: "it has content that dossier did not write",
    fix: "restore it from a copy, or name another schema",
  }, { cause });
}

function findCondition(error: unknown): Condition | undefined {
  if (!(error instanceof Error) || error instanceof RetrievalError) return undefined;
  const code = "code" in error ? String(error.code) : "";
  return SQL_CONDITIONS.get(code) ?? SQL_CONDITIONS.get(code.slice(0, 2)) ??
    findMatching(SYSTEM_CONDITIONS, code) ?? findMatching(MESSAGE_CONDITIONS, error.message);
}

function findMatching(conditions: readonly (readonly [RegExp, Condition])[], text: string) {
  return conditions.find(([regexp]) => regexp.test(text))?.[1];
}
