/** Values of the query of an address; an empty or absent one is left out. */
export type AddressValues = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns an address of the page with its query.
 *
 * @example
 * ```ts
 * import { pageUrl } from "./page_url.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(pageUrl("/log", { root: "a b", session: undefined }), "/log?root=a+b");
 * ```
 */
export function pageUrl(path: string, values: AddressValues = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
