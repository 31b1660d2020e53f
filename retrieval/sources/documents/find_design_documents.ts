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

/** What documents are asked for. */
export interface DocumentSearch extends DocumentTree {
  /** Title and description of the issue. */
  readonly query: QueryText;
  /** The same as a model reads it; without it nothing is said of meaning. */
  readonly vector?: QueryVector | undefined;
  readonly settings: Pick<
    TaskSettings,
    "vault" | "proactiveSearch" | "resolveWikilinks" | "expandNeighbors" | "neighborDepth"
  >;
}

/** A document that an issue may need, before it is scored: see `scoreDocuments` in core. */
export interface DocumentCandidate extends Omit<Proposal, "document"> {
  readonly id: number;
  readonly path: string;
  /** Whether the issue links to it or names it. */
  readonly linked: boolean;
  /** BM25 of the words among the documents of the vault, 0 without any of them. */
  readonly bm25: number;
  /** Cosine of the issue and its nearest chunk, at least 0; absent without vectors. */
  readonly similarity?: number;
}

/** A document, and what led to it first. */
interface Proposal {
  readonly document: ProseDocument;
  /** How the issue names it, or what else led to it. */
  readonly reason: "wikilink" | "path" | "slug" | "words" | "neighbor";
  /** Path of the document whose link led to it, for a neighbour. */
  readonly from?: string;
}

/** The documents that an issue may need. */
export interface FoundDocuments {
  /** Those that the issue names in the order of their mention, then by BM25, then neighbours. */
  readonly candidates: readonly DocumentCandidate[];
  /** Whether there are vectors to compare. */
  readonly embedded: boolean;
  readonly notes: readonly Note[];
}

/** Documents that the words of an issue propose. */
const MAX_BY_WORDS = 20;

/** Links of an issue that are followed, the first ones: more documents than any bundle holds. */
const MAX_LINKS = 200;

/**
 * Returns the documents that an issue may need. Those that it names are found whatever their words, and
 * changelogs, release notes and licences only where it names or asks for them. Where the vault can not be
 * used there are none, and a note says why.
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

/** A link of an issue, and the document that it leads to. */
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

/** Returns the documents that some documents link to, and those that these link to, as far as `depth` says. */
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
    // Once for each step away from the first documents: the index is asked for all slugs of a step at once.
    const known = await resolveSlugs(vault, [...unknown]);
    for (const slug of unknown) resolved.set(slug, known.get(slug)?.document.path);
  }
}

/** A link to a file, without title and with or without a part of it behind `#`. */
const LINK_REGEXP =
  /\]\(\s*<?(?<target>[^\s<>()#?]+)(?:#[^\s<>()]*)?>?(?:\s+["'][^"'\n]*["'])?\s*\)/g;
const ELSEWHERE_REGEXP = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/**
 * Returns the paths that the Markdown links of a document lead to, relative to the root; what lies outside
 * of it is left out.
 *
 * @param path Where the document is, relative to the root.
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
