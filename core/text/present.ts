/** `T` in which a field that may be undefined may only be absent. */
export type Present<T> =
  & { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] }
  & { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> };

/**
 * Returns an object without its undefined fields.
 *
 * @example
 * ```ts
 * import { present } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(present({ path: "a.ts", symbol: undefined }), { path: "a.ts" });
 * ```
 */
export function present<T extends object>(fields: T): Present<T> {
  const kept: { [Key in keyof T]?: unknown } = {};
  // Every candidate of a bundle passes here: by a list of entries a fragment would take twice as long.
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as Present<T>;
}
