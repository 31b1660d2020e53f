/**
 * The memory of a team in a PostgreSQL database: the state of a file, but for several machines at
 * once.
 *
 * Read `postgres_place.ts` first (the parts of an address), then `postgres_state.ts`,
 * `postgres_pool.ts` and `postgres_error.ts`.
 *
 * @module
 */

export { openPostgresMemory } from "./open_postgres_memory.ts";
export { openPostgresState } from "./postgres_state.ts";
