import assert from "node:assert/strict";
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
