/** Names that say nothing of a file, which is then called after its folder. */
const INDEX_NAMES: ReadonlySet<string> = new Set([
  "__init__",
  "index",
  "init",
  "lib",
  "main",
  "mod",
  "package",
]);

/** The ending of a file's name, and what some languages put in front of it. */
const ENDING_REGEXP = /(?:\.(?:d|test|spec|min|module))?\.[^./]+$/;

/**
 * Returns the name by which people know a file: its own without its ending, or that of its folder
 * where its own is one that many files have, as `mod.rs` and `index.js`.
 *
 * @param path Path with `/`.
 *
 * @example
 * ```ts
 * import { fileName } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(fileName("src/http_client.d.ts"), "http_client");
 * assert.equal(fileName("axum/middleware/mod.rs"), "middleware");
 * assert.equal(fileName("README"), "README");
 * ```
 */
export function fileName(path: string): string {
  const segments = path.split("/");
  const own = segments.at(-1)!;
  const name = own.startsWith(".") ? own : own.replace(ENDING_REGEXP, "");
  return INDEX_NAMES.has(name) ? segments.at(-2) ?? name : name;
}
