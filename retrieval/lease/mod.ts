/**
 * What an answer needs of the machine, opened once and passed along.
 *
 * @module
 */

export type { IndexedTree, Lease, RunStep, StepName } from "./lease.ts";
