/**
 * Reads what a project is made with from its manifests, by which similar projects are found.
 *
 * @module
 */

export { readFingerprint } from "./read_fingerprint.ts";
