import assert from "node:assert/strict";
import { parsePostgresPlace } from "./postgres_place.ts";

Deno.test("parsePostgresPlace() reads where a database is, and as whom it is used", () => {
  assert.deepEqual(parsePostgresPlace("postgres://ann:p%40ss@db.example/team"), {
    name: "db.example:5432/team",
    host: "db.example",
    port: 5432,
    database: "team",
    user: "ann",
    password: "p@ss",
    schema: "dossier",
    tls: "verify-full",
  });
  assert.deepEqual(
    parsePostgresPlace(
      "postgresql://ann@[::1]:6000/a%20b?schema=m&sslmode=require&sslrootcert=/ca.pem",
    ),
    {
      name: "[::1]:6000/a b",
      host: "::1",
      port: 6000,
      database: "a b",
      user: "ann",
      schema: "m",
      tls: "require",
      authorities: "/ca.pem",
    },
  );
  assert.deepEqual(parsePostgresPlace("postgres://ann@localhost/team?host=/run/postgresql"), {
    name: "/run/postgresql/team",
    host: "/run/postgresql",
    port: 5432,
    database: "team",
    user: "ann",
    schema: "dossier",
    tls: "disable",
  });
});

Deno.test("parsePostgresPlace() encrypts unless the server is on this machine", () => {
  const modeOf = (host: string, query = "") =>
    parsePostgresPlace(`postgres://a@${host}/d${query}`).tls;
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3:99", "[::1]"]) {
    assert.equal(modeOf(host), "disable", host);
  }
  for (const host of ["10.0.0.1", "localhost.example", "127.0.0.1.example"]) {
    assert.equal(modeOf(host), "verify-full", host);
  }
  assert.equal(modeOf("db.example", "?sslmode=disable"), "disable");
  assert.equal(modeOf("localhost", "?sslmode=verify-full"), "verify-full");
});

Deno.test("parsePostgresPlace() rejects a text that is not an address, and shows no password", () => {
  for (
    const [address, reason] of [
      ["db.example", "it must have the form postgres://USER:PASSWORD@HOST:PORT/DATABASE"],
      ["mysql://a:secret@b/c", "it must have the form postgres://USER:PASSWORD@HOST:PORT/DATABASE"],
      ["postgres:///c", "it must name a host"],
      ["postgres://b/c", "it must name a user"],
      ["postgres://a:secret@b", "it must name a database"],
      ["postgres://a:secret%@b/c", "a % in it must be written as %25"],
      [
        "postgres://a:secret@b/c?schema=x;y",
        'schema= must consist of lower-case letters, digits and _: "x;y"',
      ],
      [
        "postgres://a:secret@b/c?sslmode=on",
        'sslmode= must be verify-full, require or disable: "on"',
      ],
      ["postgres://a:secret@b/c?host=d", 'host= must be the absolute path of a folder: "d"'],
      [
        "postgres://a:secret@b/c?options=x",
        'its only parameters after ? are schema, sslmode, sslrootcert and host: "options"',
      ],
    ] as const
  ) {
    assert.throws(() => parsePostgresPlace(address), {
      code: "invalid-config",
      message: `Cannot use the address of a database as ${reason}`,
    });
  }
});
