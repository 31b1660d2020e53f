import {
  type ContextUri,
  documentType,
  type ManifestForm,
  parseContextUri,
  printContextUri,
} from "./context_uri.ts";

/** How it is known that one document matters for another, the surest first. */
export const EDGE_TYPES = ["explicit", "keyword", "learned"] as const;

/** How it is known that one document matters for another. */
export type EdgeType = typeof EDGE_TYPES[number];

/** That one document matters for another. */
export interface RelevanceEdge {
  readonly source: string;
  readonly target: string;
  readonly type: EdgeType;
  /** Higher matters more. */
  readonly weight: number;
}

/** Digits of a document's number in its name. */
const NUMBER_DIGITS = 4;

const MENTION_REGEXP = /\b(ADR|RFC)s?[ -]?#?(\d{1,4})\b/g;
const LAST_REGEXP = /[.,;:!?*_]+$/;

/**
 * Returns the edges that a document's own text makes: to each decision or RFC that it names with its number
 * (`ADR 0005`), and to each URI of a document or collection in it.
 */
export function findExplicitEdges(
  source: string,
  text: string,
  form: ManifestForm,
): readonly RelevanceEdge[] {
  const targets = new Set<string>();
  for (const [, type = "", number = ""] of text.matchAll(MENTION_REGEXP)) {
    targets.add(printContextUri(
      { kind: "document", type: documentType(type.toLowerCase()), id: number },
      form,
    ));
  }
  const written = new RegExp(`\\b${form.scheme}://[^\\s()<>\\[\\]"'\`|]+`, "g");
  for (const [uri] of text.matchAll(written)) {
    const parsed = parseContextUri(uri.replace(LAST_REGEXP, ""), form);
    if (parsed.kind === "document" || parsed.kind === "collection") {
      targets.add(printContextUri(parsed, form));
    }
  }
  const own = normalise(source, form);
  return [...new Set([...targets].map((target) => normalise(target, form)))]
    .filter((target) => target !== own)
    .map((target) => ({ source: own, target, type: "explicit", weight: 1 }));
}

/** Returns a URI with full names of types and numbers of four digits, so that one document has one. */
function normalise(written: string, form: ManifestForm): string {
  const uri = parseContextUri(written, form);
  if (uri.kind === "invalid") return written;
  return printContextUri(normaliseUri(uri), form);
}

function normaliseUri(uri: ContextUri): ContextUri {
  if (uri.kind !== "document" && uri.kind !== "collection") return uri;
  const type = documentType(uri.type);
  if (uri.kind === "collection") return { ...uri, type };
  const id = /^\d+$/.test(uri.id) ? String(Number(uri.id)).padStart(NUMBER_DIGITS, "0") : uri.id;
  return { ...uri, type, id };
}

/**
 * Returns what matters for a document, what matters most first: by weight, then by how surely it is known,
 * then by name. Each target stands once.
 */
export function rankRelevant(edges: readonly RelevanceEdge[]): readonly RelevanceEdge[] {
  const sorted = edges.toSorted((a, b) =>
    b.weight - a.weight || EDGE_TYPES.indexOf(a.type) - EDGE_TYPES.indexOf(b.type) ||
    (a.target < b.target ? -1 : a.target > b.target ? 1 : 0)
  );
  const seen = new Set<string>();
  return sorted.filter(({ target }) => !seen.has(target) && seen.add(target));
}
