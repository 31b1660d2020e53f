/**
 * The memory of a team in a PostgreSQL database: a state like that in a file, for several machines at once.
 *
 * Read `postgres_place.ts` first (what an address says), then `postgres_state.ts`, `postgres_pool.ts` and
 * `postgres_error.ts`.
 *
 * @module
 */

export { openPostgresMemory } from "./open_postgres_memory.ts";
export { openPostgresState } from "./postgres_state.ts";
