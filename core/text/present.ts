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
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}
