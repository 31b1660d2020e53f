/**
 * Does something to a state in PostgreSQL and is killed in the midst of it: `postgres_holder.ts URL` holds a transaction
 * with something written in it. Writes a line when it is there.
 *
 * @module
 */

import { openPostgresState } from "../../features/memory/postgres/mod.ts";

if (import.meta.main) {
  await using state = await openPostgresState({
    url: Deno.args[0] ?? "",
    name: "test",
    migrations: [],
  });
  await state.write(async (sql) => {
    await sql.run("INSERT INTO numbers (value) VALUES (1)");
    Deno.stdout.writeSync(new TextEncoder().encode("here\n"));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });
}
