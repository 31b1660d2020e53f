/**
 * The memory of projects in a database: observations with their search terms, deliveries to
 * sessions, outcomes, the graph, and queued texts. SQLite and PostgreSQL have the same tables, and
 * `tests/conformance/memory_store.ts` tests both for the same behavior.
 *
 * Read `../memory_tables.sql` first, then `observation_row.ts`, `store_observation.ts` and
 * `term_rows.ts`.
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
export * from "./store_observation.ts";
export {
  type ObservationStatus,
  parseObservationId,
  type StoredObservation,
} from "./observation_row.ts";
export * from "./outcome_rows.ts";
export * from "./project_rows.ts";
export * from "./retention_rows.ts";
export * from "./observation_vectors.ts";
export * from "./sql_dialect.ts";
export { listTerms, searchTerms, type TermMatch } from "./term_rows.ts";
export { embedObservations } from "./embed_observations.ts";
