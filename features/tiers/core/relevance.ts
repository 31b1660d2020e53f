import {
  type ContextUri,
  documentType,
  type ManifestForm,
  parseContextUri,
  printContextUri,
} from "./context_uri.ts";

/** Digits of a document's number in its name. */
const NUMBER_DIGITS = 4;

/** Documents that are followed: the reference tier has room for 100 documents of 40 tokens by default. */
const MAX_RELEVANT = 100;

const MENTION_REGEXP = /\b(ADR|RFC)s?[ -]?#?(\d{1,4})\b/g;
const LAST_REGEXP = /[.,;:!?*_]+$/;

/**
 * Returns the URIs of what matters for a document by its own text, each once and in order: each decision or RFC that it
 * names with its number (`ADR 0005`), and each URI of a document or collection in it.
 */
export function findRelevant(source: string, text: string, form: ManifestForm): readonly string[] {
  const targets = new Set<string>();
  for (const [, type = "", id = ""] of text.matchAll(MENTION_REGEXP)) {
    targets.add(printFully({ kind: "document", type: type.toLowerCase(), id }, form));
  }
  const written = new RegExp(`\\b${form.scheme}://[^\\s()<>\\[\\]"'\`|]+`, "g");
  for (const [uri] of text.matchAll(written)) {
    const parsed = parseContextUri(uri.replace(LAST_REGEXP, ""), form);
    if (parsed.kind === "document" || parsed.kind === "collection") {
      targets.add(printFully(parsed, form));
    }
  }
  const own = parseContextUri(source, form);
  if (own.kind !== "invalid") targets.delete(printFully(own, form));
  return [...targets].sort().slice(0, MAX_RELEVANT);
}

/** Returns a URI with the full name of its type and a number of four digits, so that one document has one. */
function printFully(uri: ContextUri, form: ManifestForm): string {
  if (uri.kind !== "document" && uri.kind !== "collection") return printContextUri(uri, form);
  const type = documentType(uri.type);
  if (uri.kind === "collection") return printContextUri({ ...uri, type }, form);
  const id = /^\d+$/.test(uri.id) ? String(Number(uri.id)).padStart(NUMBER_DIGITS, "0") : uri.id;
  return printContextUri({ ...uri, type, id }, form);
}
