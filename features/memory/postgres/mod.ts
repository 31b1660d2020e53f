/**
 * The memory of a team in a PostgreSQL database: a state like that in a file, for several machines at once, and jobs
 * that any of them may do.
 *
 * Read `postgres_place.ts` first (what an address says), then `postgres_state.ts`, `postgres_pool.ts` and
 * `postgres_error.ts`.
 *
 * @module
 */

export { type Jobs, openJobs, type OpenJobsOptions } from "./jobs.ts";
export { openPostgresMemory } from "./open_postgres_memory.ts";
export { openPostgresState } from "./postgres_state.ts";
