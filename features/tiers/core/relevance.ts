import {
  type ContextUri,
  formatContextUri,
  type ManifestForm,
  parseContextUri,
  toDocumentType,
} from "./context_uri.ts";

/** Digits of a document's number in its name. */
const NUMBER_DIGITS = 4;

/**
 * Maximum number of documents that are followed: the reference tier holds 100 documents of 40
 * tokens by default.
 */
const MAX_RELEVANT = 100;

const MENTION_REGEXP = /\b(ADR|RFC)s?[ -]?#?(\d{1,4})\b/g;
const LAST_REGEXP = /[.,;:!?*_]+$/;

/**
 * Returns the URIs of the documents that a document refers to, each once and sorted: each decision
 * or RFC that it names with its number (`ADR 0005`), and each URI of a document or collection in
 * it.
 */
export function findRelevant(source: string, text: string, form: ManifestForm): readonly string[] {
  const targets = new Set<string>();
  for (const [, type = "", id = ""] of text.matchAll(MENTION_REGEXP)) {
    targets.add(formatCanonicalUri({ kind: "document", type: type.toLowerCase(), id }, form));
  }
  const written = new RegExp(`\\b${form.scheme}://[^\\s()<>\\[\\]"'\`|]+`, "g");
  for (const [uri] of text.matchAll(written)) {
    const parsed = parseContextUri(uri.replace(LAST_REGEXP, ""), form);
    if (parsed.kind === "document" || parsed.kind === "collection") {
      targets.add(formatCanonicalUri(parsed, form));
    }
  }
  const own = parseContextUri(source, form);
  if (own.kind !== "invalid") targets.delete(formatCanonicalUri(own, form));
  return [...targets].sort().slice(0, MAX_RELEVANT);
}

/**
 * Returns a URI with the full name of its type and a number of four digits, so that each document
 * has one URI.
 */
function formatCanonicalUri(uri: ContextUri, form: ManifestForm): string {
  if (uri.kind !== "document" && uri.kind !== "collection") return formatContextUri(uri, form);
  const type = toDocumentType(uri.type);
  if (uri.kind === "collection") return formatContextUri({ ...uri, type }, form);
  const id = /^\d+$/.test(uri.id) ? String(Number(uri.id)).padStart(NUMBER_DIGITS, "0") : uri.id;
  return formatContextUri({ ...uri, type, id }, form);
}
