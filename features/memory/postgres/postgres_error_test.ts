import assert from "node:assert/strict";
import { RetrievalError } from "@dossier/retrieval/machine";
import { testEncrypted, testPostgres } from "../../../tests/postgres_schema.ts";
import { toPostgresError } from "./postgres_error.ts";
import { parsePostgresPlace } from "./postgres_place.ts";
import { openPostgresState } from "./postgres_state.ts";

const PASSWORD = "a-secret";

const open = (url: string, migrations: readonly string[] = ["SELECT 1"]) =>
  openPostgresState({ url, name: "test", migrations });

/** Asserts that a state cannot be opened, with a code and a reason, and that the sentence shows no password. */
async function assertRefused(url: string, code: string, reason: string): Promise<void> {
  const { name, password = PASSWORD } = parsePostgresPlace(url);
  await assert.rejects(open(url), (error: unknown) => {
    assert.ok(error instanceof RetrievalError, String(error));
    assert.equal(
      error.message.split(":").slice(0, -1).join(":"),
      `Cannot use the database "${name}" as ${reason}`,
    );
    assert.equal(error.code, code);
    assert.ok(!error.message.includes(password));
    return true;
  });
}

/** A server at a port of this machine that is not a database. */
class OddServer implements Disposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #taken: Deno.Conn[] = [];

  constructor(answer: string | undefined) {
    void this.#serve(answer);
  }

  /** Address of a database there. */
  url(mode: string): string {
    const { port } = this.#listener.addr as Deno.NetAddr;
    return `postgres://ann:${PASSWORD}@127.0.0.1:${port}/team?sslmode=${mode}`;
  }

  /** Answers the first message and hangs up, or does nothing. */
  async #serve(answer: string | undefined): Promise<void> {
    for await (const taken of this.#listener) {
      this.#taken.push(taken);
      if (answer === undefined) continue;
      await taken.read(new Uint8Array(1000));
      await taken.write(new TextEncoder().encode(answer));
      taken.closeWrite();
    }
  }

  [Symbol.dispose](): void {
    this.#listener.close();
    for (const taken of this.#taken) taken.close();
  }
}

Deno.test("a database without a server is reported as unreachable within three seconds", async () => {
  using silent = new OddServer(undefined);
  const start = performance.now();
  await assertRefused(silent.url("disable"), "state-unreachable", "no server responds");
  assert.ok(performance.now() - start < 3000);
  const closed = new OddServer("");
  const url = closed.url("disable");
  closed[Symbol.dispose]();
  await assertRefused(url, "state-unreachable", "no server responds");
});

Deno.test("a server that is not a database is distinguished from a database without encryption", async () => {
  using empty = new OddServer("");
  await assertRefused(empty.url("disable"), "state-unreachable", "the connection ended");
  using page = new OddServer("HTTP/1.1 400 Bad Request\r\n\r\n");
  await assertRefused(page.url("require"), "state-unreachable", "no server responds");
  using plain = new OddServer("N");
  await assertRefused(
    plain.url("require"),
    "state-refused",
    "the server does not encrypt connections",
  );
});

Deno.test("a database is refused to a process that may not use the network", {
  permissions: { net: false, env: "inherit", read: "inherit", sys: "inherit" },
}, async () => {
  await assertRefused(
    `postgres://ann:${PASSWORD}@127.0.0.1:1/team`,
    "state-refused",
    "this command may not use the network",
  );
});

Deno.test("a database is refused to a process that may not use its socket", {
  permissions: { net: false, env: "inherit", read: "inherit", write: "inherit" },
}, async () => {
  await assertRefused(
    "postgres://ann@localhost/team?host=/none",
    "state-refused",
    'this command may not use its socket "/none/.s.PGSQL.5432"',
  );
});

testPostgres("a database that does not let the user in says what it misses", async (schema) => {
  const noEntry = "it rejects the login of the user";
  await assertRefused(schema.address({ password: PASSWORD }), "state-refused", noEntry);
  await assertRefused(schema.address({ username: "nobody" }), "state-refused", noEntry);
  await assertRefused(schema.address({ password: "" }), "state-refused", noEntry);
  await assertRefused(
    schema.address({ pathname: "/none" }),
    "state-refused",
    "there is no such database",
  );
});

testEncrypted("a certificate is verified with its authority and its name", async (schema) => {
  const isEncrypted = async (url: string) => {
    await using state = await open(url);
    const sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    return await state.read((sqlOf) => sqlOf.value<number>(sql));
  };
  assert.equal(await isEncrypted(schema.address({ sslmode: "disable" })), 0);
  assert.equal(await isEncrypted(schema.address({ sslmode: "require" })), 1);
  assert.equal(await isEncrypted(schema.address({ sslmode: "verify-full" })), 1);
  const untrusted = "the certificate of the server cannot be trusted";
  const named = schema.address({ sslmode: "verify-full", hostname: "localhost" });
  await assertRefused(named, "state-refused", untrusted);
  const alone = new URL(schema.address({ sslmode: "verify-full" }));
  alone.searchParams.delete("sslrootcert");
  await assertRefused(alone.href, "state-refused", untrusted);
  alone.searchParams.set("sslrootcert", "/none.pem");
  await assert.rejects(open(alone.href), { code: "invalid-config", message: /"\/none.pem"/ });
});

testPostgres(
  "a user may lack rights to make tables that are there",
  async (schema) => {
    const { name } = schema;
    const role = `${name}_role`;
    const tables = ["CREATE TABLE numbers (value bigint)"];
    const url = schema.address({ username: role, password: PASSWORD });
    await schema.run(`CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`);
    try {
      await assertRefused(url, "state-refused", "the user lacks a right");
      await using owner = await open(schema.root, tables);
      await owner.write((sql) => sql.run(`GRANT USAGE ON SCHEMA ${name} TO ${role}`));
      await owner.write((sql) => sql.run(`GRANT SELECT ON dossier_versions TO ${role}`));
      await owner.write((sql) => sql.run(`GRANT INSERT ON numbers TO ${role}`));
      await using state = await open(url, tables);
      await state.write((sql) => sql.run("INSERT INTO numbers (value) VALUES (1)"));
      const reading = state.read((sql) => sql.all("SELECT value FROM numbers"));
      await assert.rejects(reading, { code: "state-refused" });
      await assert.rejects(open(url, [...tables, "SELECT 1"]), { code: "state-refused" });
    } finally {
      await schema.run(`DROP OWNED BY ${role}`);
      await schema.run(`DROP ROLE ${role}`);
    }
  },
);

Deno.test("toPostgresError() does not change errors of statements, nor its own errors", () => {
  const place = parsePostgresPlace("postgres://ann@localhost/team");
  const unique = Object.assign(new Error("duplicate key"), { code: "23505" });
  const own = new RetrievalError("state-newer", "x");
  for (const error of [unique, own, new TypeError("x"), "text"]) {
    assert.equal(toPostgresError(error, place), error);
  }
});

Deno.test("toPostgresError() distinguishes a lock, a full disk and a read-only server", () => {
  const place = parsePostgresPlace("postgres://ann@localhost/team");
  const codes = ["40001", "40P01", "55P03", "53100", "25006", "53300", "57P03"].map((code) => {
    const known = toPostgresError(Object.assign(new Error("x"), { code }), place);
    assert.ok(known instanceof RetrievalError);
    return known.code;
  });
  assert.deepEqual(codes, [
    ...["state-busy", "state-busy", "state-busy", "disk-full", "state-unwritable"],
    ...["state-unreachable", "state-unreachable"],
  ]);
});
