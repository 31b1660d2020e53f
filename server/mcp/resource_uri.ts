/**
 * Target of a URI: a file, the log of a tree, a record of the log, the omissions of a record, or a
 * source of a tree's manifest.
 */
export type ResourceTarget =
  | { readonly kind: "document"; readonly root: string; readonly path: string }
  | {
    readonly kind: "log";
    readonly root: string;
    /** Id of a record; only older ones are listed. */
    readonly before?: number;
  }
  | { readonly kind: "record" | "omitted"; readonly root: string; readonly id: number }
  | ContextTarget;

/** Source of a manifest, such as `dossier://docs/adrs/`. */
export interface ContextTarget {
  readonly kind: "context";
  /** Name of the tree; absent when only one is served. */
  readonly root?: string;
  /** URI as manifests write it. */
  readonly uri: string;
}

/** Template of the URI of a file. */
export const DOCUMENT_TEMPLATE = "dossier://document/{root}/{+path}";

/** Template of the URI of a record. */
export const RECORD_TEMPLATE = "dossier://log/{root}/{id}";

/** Template of the URI of a log; with `before`, only the records older than that one. */
export const LOG_TEMPLATE = "dossier://log/{root}{?before}";

/** Template of the URI of the omissions of a record. */
export const OMITTED_TEMPLATE = "dossier://log/{root}/{id}/omitted";

/** Templates of the URIs of sources of manifests, in the order in which they are matched. */
export const CONTEXT_TEMPLATES = {
  "a source of Blue": "blue://{+path}",
  "knowledge": "knowledge:{+id}",
  "files": "path:{+glob}",
  "a source": "dossier://{+path}",
} as const;

const SCHEME_REGEXP = /^(?:dossier:|blue:\/\/|knowledge:|path:)/i;
const CONTEXT_REGEXP =
  /^(?:dossier:\/\/(?!(?:document|log)(?:[/?]|$))|blue:\/\/|knowledge:|path:)./i;
const CONTEXT_ROOT_REGEXP = /\?root=([^?&]+)$/;
const DOCUMENT_REGEXP = /^dossier:\/\/document\/([^/]+)\/(.+)$/i;
const LOG_REGEXP = /^dossier:\/\/log\/([^/?]+)(?:\?before=([1-9]\d{0,15}))?$/i;
const RECORD_REGEXP = /^dossier:\/\/log\/([^/?]+)\/([1-9]\d{0,15})(\/omitted)?$/i;

/** Returns true when a text is meant as a URI of this program, even if it is invalid. */
export function isResourceUri(text: string): boolean {
  return SCHEME_REGEXP.test(text);
}

/**
 * Returns the target of a URI, or undefined when it is not a URI of this program. Escapes are
 * decoded once: a percent sign that is escaped twice is part of the file name.
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
  const [, documentRoot, documentPath] = DOCUMENT_REGEXP.exec(uri) ?? [];
  if (documentRoot !== undefined && documentPath !== undefined) {
    const [root, path] = [decode(documentRoot), decode(documentPath)];
    return root === undefined || path === undefined ? undefined : { kind: "document", root, path };
  }
  const log = LOG_REGEXP.exec(uri);
  const [, rootPart, digits, omitted] = log ?? RECORD_REGEXP.exec(uri) ?? [];
  if (CONTEXT_REGEXP.test(uri)) return parseContextTarget(uri);
  const root = rootPart === undefined ? undefined : decode(rootPart);
  if (root === undefined) return undefined;
  if (digits === undefined) return { kind: "log", root };
  const id = Number(digits);
  if (!Number.isSafeInteger(id)) return undefined;
  if (log !== null) return { kind: "log", root, before: id };
  return { kind: omitted === undefined ? "record" : "omitted", root, id };
}

function parseContextTarget(written: string): ContextTarget | undefined {
  const [suffix = "", rootPart] = CONTEXT_ROOT_REGEXP.exec(written) ?? [];
  const uri = decode(written.slice(0, written.length - suffix.length));
  const root = rootPart === undefined ? undefined : decode(rootPart);
  if (uri === undefined || (rootPart !== undefined && root === undefined)) return undefined;
  return { kind: "context", ...(root === undefined ? {} : { root }), uri };
}

/** Returns the URI of a source of a manifest. It names the tree when several are served. */
export function contextUri({ uri, root }: Omit<ContextTarget, "kind">): string {
  return root === undefined ? uri : `${uri}?root=${encodeURIComponent(root)}`;
}

/** Returns the URI of a file. */
export function documentUri(
  { root, path }: { readonly root: string; readonly path: string },
): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return `dossier://document/${encodeURIComponent(root)}/${encoded}`;
}

/** Returns the URI of the log of a tree, or of its records that are older than a given one. */
export function logUri(root: string, before?: number): string {
  const query = before === undefined ? "" : `?before=${before}`;
  return `dossier://log/${encodeURIComponent(root)}${query}`;
}

/** Returns the URI of a record. */
export function recordUri({ root, id }: { readonly root: string; readonly id: number }): string {
  return `${logUri(root)}/${id}`;
}

/** Returns the URI of the omissions of a record. */
export function omittedUri(record: { readonly root: string; readonly id: number }): string {
  return `${recordUri(record)}/omitted`;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
