/**
 * What an answer needs of the machine, opened once and passed along; what a request may see of its tree, and the
 * files of it that somebody names.
 *
 * @module
 */

export type { IndexedTree, Lease, RunStep, StepName } from "./lease.ts";
export { hideIgnored, narrowVisibility } from "./narrow_visibility.ts";
export { openFile, type OpenFileOptions, openNamedFiles, type ReadableFile } from "./open_file.ts";
