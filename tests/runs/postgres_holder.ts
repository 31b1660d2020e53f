/**
 * Holds a transaction of a state in PostgreSQL until it is killed: `postgres_holder.ts URL` keeps a
 * transaction with a write open. Prints a line when it has begun.
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
