/**
 * The memory of projects in a database: observations with the words that find them, what sessions were given, how that
 * ended, the graph, and texts on their way into sessions. SQLite and PostgreSQL keep the same tables, and
 * `tests/conformance/memory_store.ts` holds both to the same behaviour.
 *
 * Read `../memory_tables.sql` first, then `observation_row.ts`, `keep_observation.ts` and `term_rows.ts`.
 *
 * @module
 */

export * from "./audit_check.ts";
export * from "./graph_rows.ts";
export * from "./inject_queue.ts";
export * from "./injection_rows.ts";
export * from "./memory_place.ts";
export * from "./change_observation.ts";
export * from "./find_observation.ts";
export * from "./keep_observation.ts";
export { numberOfId, type ObservationStatus, type StoredObservation } from "./observation_row.ts";
export * from "./outcome_rows.ts";
export * from "./project_rows.ts";
export * from "./retention_rows.ts";
export * from "./observation_vectors.ts";
export * from "./sql_dialect.ts";
export { searchTerms, type TermMatch, termsOf } from "./term_rows.ts";
export { embedObservations } from "./embed_observations.ts";
