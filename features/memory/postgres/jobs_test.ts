import assert from "node:assert/strict";
import { RetrievalError } from "@dossier/retrieval/machine";
import { testPostgres } from "../../../tests/postgres_schema.ts";
import { openJobs } from "./jobs.ts";

testPostgres(
  "openJobs() has each job done, and again when its handler throws",
  async ({ root, name }) => {
    const errors: unknown[] = [];
    await using jobs = await openJobs(root, name, { onError: (error) => errors.push(error) });
    const done = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    await jobs.send("mine", { transcript: 1 });
    await jobs.work("mine", (payload) => {
      seen.push(payload);
      if (seen.length === 1) return Promise.reject(new Error("not yet"));
      done.resolve();
      return Promise.resolve();
    });
    await done.promise;
    assert.deepEqual(seen, [{ transcript: 1 }, { transcript: 1 }]);
    assert.deepEqual(errors, []);
  },
);

testPostgres("openJobs() goes on after its connections ended, and tells of it", async (schema) => {
  const { root, name } = schema;
  const told = Promise.withResolvers<unknown>();
  await using jobs = await openJobs(root, name, { onError: told.resolve });
  const done = Promise.withResolvers<object>();
  await jobs.work("mine", (payload) => Promise.resolve(done.resolve(payload)));
  await schema.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query LIKE '%${name}%' AND pid <> pg_backend_pid()`);
  const error = await told.promise;
  assert.ok(error instanceof RetrievalError, String(error));
  assert.equal(error.code, "state-unreachable");
  // Each of its two connections may still have to be found ended.
  const send = () => jobs.send("mine", { transcript: 2 });
  await send().catch(send).catch(send);
  assert.deepEqual(await done.promise, { transcript: 2 });
});

Deno.test("openJobs() says that nobody answers", async () => {
  const url = "postgres://ann:a-secret@127.0.0.1:1/team";
  await assert.rejects(openJobs(url, "jobs", { onError: () => {} }), {
    code: "state-unreachable",
    message: 'Cannot use the database "127.0.0.1:1/team" as nobody answers there: ' +
      "start the database, or correct the address",
  });
});
