/**
 * Where fragments come from: one folder a source.
 *
 * @module
 */

export type { FindOptions, IndexedTree, Lease, QueryLease } from "./lease.ts";
