import { PostgresPool } from "../features/memory/postgres/postgres_pool.ts";
import { parsePostgresPlace } from "../features/memory/postgres/postgres_place.ts";
import { POSTGRES_VARIABLE } from "./start_postgres.ts";

const SERVER = Deno.env.get(POSTGRES_VARIABLE) ?? "";

/** True without a server for tests; `deno task with-postgres COMMAND` runs a command with one. */
export const IS_POSTGRES_MISSING = SERVER === "";

/** Parts of an address, by the names of `URL`. */
interface AddressParts {
  readonly username?: string;
  readonly password?: string;
  readonly hostname?: string;
  readonly pathname?: string;
  readonly sslmode?: string;
}

/** Schema for one test, dropped with its content when it goes out of scope. */
export class PostgresSchema implements AsyncDisposable {
  /** Unique name. */
  readonly name = `test_${crypto.randomUUID().replaceAll("-", "")}`;

  /** Address of the schema. */
  get root(): string {
    return this.address();
  }

  /** Returns the address of the schema, with the given parts replaced. */
  address({ sslmode, ...parts }: AddressParts = {}): string {
    const url = Object.assign(new URL(SERVER), parts);
    url.searchParams.set("schema", this.name);
    if (sslmode !== undefined) url.searchParams.set("sslmode", sslmode);
    return url.href;
  }

  /** Runs statements as the user of the server, and returns the rows of the last one. */
  async run(sql: string): Promise<readonly unknown[][]> {
    await using pool = await PostgresPool.open(parsePostgresPlace(this.root));
    return (await pool.use((connection) => connection.query({ text: sql, rowMode: "array" }))).rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run(`DROP SCHEMA IF EXISTS ${this.name} CASCADE`);
  }
}

/** Declares a test with its own schema; it is ignored without a server. */
export function testPostgres(name: string, fn: (schema: PostgresSchema) => Promise<void>): void {
  Deno.test(name, { ignore: IS_POSTGRES_MISSING }, async () => {
    await using schema = new PostgresSchema();
    await fn(schema);
  });
}

/** Declares a test of an encrypting server; it is ignored when the address names no certificate. */
export function testEncrypted(name: string, fn: (schema: PostgresSchema) => Promise<void>): void {
  if (SERVER.includes("sslrootcert=")) testPostgres(name, fn);
  else Deno.test.ignore(name, () => {});
}
