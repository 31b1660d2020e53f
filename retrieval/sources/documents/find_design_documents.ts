import type { QueryVector } from "@dossier/core/rank";
import type { Note, ParsedQuery, TaskSettings } from "@dossier/core";
import {
  asksForRecords,
  expandNeighbors,
  findWikilinks,
  isProjectRecord,
  scoreBm25,
} from "@dossier/core/plan";
import { type IndexReader, type ProseDocument, scoreDocumentMeaning } from "../../index/mod.ts";
import type { QueryText } from "../../search/mod.ts";
import type { DocumentTree } from "./design_document.ts";
import { findNamedDocuments } from "./find_named_documents.ts";
import { type ResolvedSlug, resolveSlugs } from "./resolve_slugs.ts";
import { openVault, type Vault } from "./vault.ts";

/** Query for design documents. */
export interface DocumentSearch extends DocumentTree {
  /** Title and description of the issue. */
  readonly query: QueryText;
  /** Vector of the query; without it, meaning is not compared. */
  readonly vector?: QueryVector | undefined;
  readonly settings: Pick<
    TaskSettings,
    "vault" | "proactiveSearch" | "resolveWikilinks" | "expandNeighbors" | "neighborDepth"
  >;
}

/** Document that an issue may need, before it is scored; see `scoreDocuments` in core. */
export interface DocumentCandidate extends Omit<Proposal, "document"> {
  readonly id: number;
  readonly path: string;
  /** True when the issue links to it or names it. */
  readonly linked: boolean;
  /** BM25 of the words of the issue among the documents of the vault, 0 without any of them. */
  readonly bm25: number;
  /** Cosine of the issue and its most similar chunk, at least 0; absent without vectors. */
  readonly similarity?: number;
}

/** Document, with the first reason for it. */
interface Proposal {
  readonly document: ProseDocument;
  /** Form in which the issue names it, or another reason. */
  readonly reason: "wikilink" | "path" | "slug" | "words" | "neighbor";
  /** Path of the document with the link to it, for a neighbour. */
  readonly from?: string;
}

/** Documents that an issue may need. */
export interface FoundDocuments {
  /**
   * Documents: first those that the issue names, in order of mention, then by BM25, then
   * neighbours.
   */
  readonly candidates: readonly DocumentCandidate[];
  /** True when there are vectors to compare. */
  readonly embedded: boolean;
  readonly notes: readonly Note[];
}

/** Maximum number of documents that the words of an issue find. */
const MAX_BY_WORDS = 20;

/**
 * Maximum number of links of an issue that are followed, the first ones: more documents than any
 * bundle has.
 */
const MAX_LINKS = 200;

/**
 * Returns the documents that an issue may need. Those that it names are found with any words.
 * Changelogs, release notes and licences are found only if the issue names or requests them. If the
 * vault cannot be used, there are none, and a note has the reason.
 */
export async function findDesignDocuments(
  reader: IndexReader,
  { query, vector, settings, ...tree }: DocumentSearch,
): Promise<FoundDocuments> {
  const opened = await openVault(reader, { ...tree, vault: settings.vault });
  const { vault } = opened;
  if (vault === undefined) return { candidates: [], embedded: false, notes: opened.notes };
  const { parsed } = await query.parse();
  const scores = scoreBm25(await vault.countTerms(query.terms.map(({ term }) => term)));
  const scoreOf = new Map(vault.documents.map(({ id }, place) => [id, scores[place]!]));

  const { links, unfollowed } = settings.resolveWikilinks
    ? await followWikilinks(vault, parsed)
    : { links: [], unfollowed: 0 };
  const named = [
    ...links.flatMap(({ named }): readonly Proposal[] =>
      named === undefined ? [] : [{ document: named.document, reason: "wikilink" }]
    ),
    ...(await findNamedDocuments(parsed, vault)).map(({ document, by: reason }) => ({
      document,
      reason,
    })),
  ];
  const isProposed = asksForRecords(query.terms)
    ? () => true
    : (path: string) => !isProjectRecord(path);
  const byWords = vault.documents
    .filter(({ id, path }) => scoreOf.get(id)! > 0 && isProposed(path))
    .sort((a, b) => scoreOf.get(b.id)! - scoreOf.get(a.id)!)
    .slice(0, MAX_BY_WORDS).map((document): Proposal => ({ document, reason: "words" }));
  const neighbors = settings.expandNeighbors
    ? await listNeighbors(vault, named, settings.neighborDepth)
    : [];
  const proposals = new Map<number, Proposal>();
  const all = [
    ...named,
    ...(settings.proactiveSearch ? byWords : []),
    ...neighbors.filter(({ document: { path } }) => isProposed(path)),
  ];
  for (const proposal of all) {
    const { id } = proposal.document;
    if (!proposals.has(id)) proposals.set(id, proposal);
  }
  const similarities = vector && await scoreDocumentMeaning(reader, vector, [...proposals.keys()]);
  return {
    candidates: [...proposals].map(([id, { document: { path }, ...led }]) => ({
      id,
      path,
      linked: led.reason !== "words" && led.reason !== "neighbor",
      ...led,
      bm25: scoreOf.get(id)!,
      ...(similarities && { similarity: similarities.get(id) ?? 0 }),
    })),
    embedded: similarities !== undefined,
    notes: [...links.flatMap(noteLink), ...noteUnfollowed(unfollowed)],
  };
}

/** Link of an issue, with its target document. */
interface FollowedLink {
  readonly slug: string;
  readonly named: ResolvedSlug | undefined;
}

async function followWikilinks(
  vault: Vault,
  { text }: ParsedQuery,
): Promise<{ readonly links: readonly FollowedLink[]; readonly unfollowed: number }> {
  const all = findWikilinks(text);
  const slugs = all.slice(0, MAX_LINKS);
  const resolved = await resolveSlugs(vault, slugs);
  return {
    links: slugs.map((slug) => ({ slug, named: resolved.get(slug) })),
    unfollowed: all.length - slugs.length,
  };
}

function noteUnfollowed(count: number): readonly Note[] {
  if (count === 0) return [];
  const message = `The issue has ${
    MAX_LINKS + count
  } links, and the first ${MAX_LINKS} are followed`;
  return [{ code: "links-unfollowed", message }];
}

function noteLink({ slug, named }: FollowedLink): Note[] {
  const link = `The issue links to "[[${slug}]]", and`;
  if (named === undefined) {
    return [{ code: "link-not-found", message: `${link} no document has that name` }];
  }
  const { document: { path }, others } = named;
  if (others === 0) return [];
  return [{
    code: "link-ambiguous",
    message: `${link} ${
      others + 1
    } documents have that name: "${path}" is used as the nearest to the root`,
  }];
}

/**
 * Returns the documents that some documents link to, directly or through others, up to `depth`
 * links.
 */
async function listNeighbors(
  vault: Vault,
  start: readonly Proposal[],
  depth: number,
): Promise<readonly Proposal[]> {
  const documents = new Map(vault.documents.map((document) => [document.path, document]));
  const resolved = new Map<string, string | undefined>();
  for (;;) {
    const unknown = new Set<string>();
    const linksOf = (path: string) => {
      const text = vault.readText(path) ?? "";
      const slugs = findWikilinks(text);
      for (const slug of slugs) if (!resolved.has(slug)) unknown.add(slug);
      return [
        ...slugs.flatMap((slug) => resolved.get(slug) ?? []),
        ...listRelativeLinks(text, path).filter((linked) => documents.has(linked)),
      ];
    };
    const found = expandNeighbors(start.map(({ document }) => document.path), { depth, linksOf });
    if (unknown.size === 0) {
      return found.map(({ slug, from }) => ({
        document: documents.get(slug)!,
        reason: "neighbor",
        from,
      }));
    }
    // One query for each step from the first documents: all slugs of a step are resolved at once.
    const known = await resolveSlugs(vault, [...unknown]);
    for (const slug of unknown) resolved.set(slug, known.get(slug)?.document.path);
  }
}

/** Link to a file, without a title, with or without a fragment after `#`. */
const LINK_REGEXP =
  /\]\(\s*<?(?<target>[^\s<>()#?]+)(?:#[^\s<>()]*)?>?(?:\s+["'][^"'\n]*["'])?\s*\)/g;
const ELSEWHERE_REGEXP = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/**
 * Returns the paths of the Markdown links of a document, relative to the root; those outside of it
 * are excluded.
 *
 * @param path Path of the document, relative to the root.
 */
function listRelativeLinks(text: string, path: string): readonly string[] {
  const folder = path.split("/").slice(0, -1);
  return [...text.matchAll(LINK_REGEXP)].flatMap(({ groups }) => {
    const target = groups?.["target"] ?? "";
    if (ELSEWHERE_REGEXP.test(target)) return [];
    return resolveLink(target.startsWith("/") ? [] : folder, decode(target)) ?? [];
  });
}

function resolveLink(folder: readonly string[], target: string): string | undefined {
  const segments = [...folder];
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
