/** `T` in which a field that may be undefined is optional instead. */
export type WithoutUndefined<T> =
  & { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] }
  & { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> };

/**
 * Returns an object without its undefined fields.
 *
 * @example
 * ```ts
 * import { omitUndefined } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(omitUndefined({ path: "a.ts", symbol: undefined }), { path: "a.ts" });
 * ```
 */
export function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  const kept: { [Key in keyof T]?: unknown } = {};
  // Runs for each candidate of a bundle: with a list of entries a fragment would take twice as
  // long.
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as WithoutUndefined<T>;
}
