/** What a `dossier://` URI names: a file, the log of a tree, or one record of it. */
export type ResourceTarget =
  | { readonly kind: "document"; readonly root: string; readonly path: string }
  | { readonly kind: "log"; readonly root: string }
  | { readonly kind: "record"; readonly root: string; readonly id: number };

/** Template of the URI of a file. */
export const DOCUMENT_TEMPLATE = "dossier://document/{root}/{+path}";

/** Template of the URI of a record. */
export const RECORD_TEMPLATE = "dossier://log/{root}/{id}";

const SCHEME_REGEXP = /^dossier:/i;
const URI_REGEXP = /^dossier:\/\/(document|log)\/([^/]+)(?:\/(.+))?$/i;
const RECORD_REGEXP = /^[1-9]\d{0,15}$/;

/** Returns whether a text is meant as a `dossier://` URI, right or wrong. */
export function isResourceUri(text: string): boolean {
  return SCHEME_REGEXP.test(text);
}

/**
 * Returns what a URI names, or undefined when it is none of ours. Escapes are decoded once: what is
 * escaped twice is the name of a file that has a percent sign in it.
 *
 * @example
 * ```ts
 * import { documentUri, parseResourceUri } from "./resource_uri.ts";
 * import assert from "node:assert/strict";
 *
 * const uri = documentUri({ root: "web", path: "src/a b.ts" });
 * assert.equal(uri, "dossier://document/web/src/a%20b.ts");
 * assert.deepEqual(parseResourceUri(uri), { kind: "document", root: "web", path: "src/a b.ts" });
 * ```
 */
export function parseResourceUri(uri: string): ResourceTarget | undefined {
  const [, kind, rootPart = "", rest] = URI_REGEXP.exec(uri) ?? [];
  if (kind === undefined) return undefined;
  const root = decode(rootPart);
  if (root === undefined) return undefined;
  if (kind.toLowerCase() === "document") {
    const path = rest === undefined ? undefined : decode(rest);
    return path === undefined ? undefined : { kind: "document", root, path };
  }
  if (rest === undefined) return { kind: "log", root };
  const id = RECORD_REGEXP.test(rest) ? Number(rest) : NaN;
  return Number.isSafeInteger(id) ? { kind: "record", root, id } : undefined;
}

/** Returns the URI of a file. */
export function documentUri(
  { root, path }: { readonly root: string; readonly path: string },
): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return `dossier://document/${encodeURIComponent(root)}/${encoded}`;
}

/** Returns the URI of the log of a tree. */
export function logUri(root: string): string {
  return `dossier://log/${encodeURIComponent(root)}`;
}

/** Returns the URI of a record. */
export function recordUri({ root, id }: { readonly root: string; readonly id: number }): string {
  return `${logUri(root)}/${id}`;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
