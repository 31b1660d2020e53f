import type { Note, TaskSettings } from "@dossier/core";
import { expandNeighbors, findWikilinks } from "@dossier/core/plan";
import type { ReadParsedQuery } from "../../search/mod.ts";
import type { ProseDocument } from "../../index/mod.ts";
import { findNamedDocuments } from "./find_named_documents.ts";
import { type ResolvedSlug, resolveSlugs } from "./resolve_slugs.ts";
import type { Vault } from "./vault.ts";

/** The settings that say which documents are candidates. */
export type ProposalSettings = Pick<
  TaskSettings,
  "proactiveSearch" | "resolveWikilinks" | "expandNeighbors" | "neighborDepth"
>;

/** What makes a document a candidate: how the issue names it, or what else led to it. */
export type ProposalReason = "wikilink" | "path" | "slug" | "words" | "neighbor";

/** A document that an issue may need. */
export interface Proposal {
  readonly document: ProseDocument;
  /** What led to it first, in the order of {@link ProposalReason}. */
  readonly reason: ProposalReason;
  /** Path of the document whose link led to it, for a neighbour. */
  readonly from?: string;
}

/** Documents that an issue may need, each once, and what to tell of its links. */
export interface Proposals {
  /** Those that the issue names in the order of their mention, then by BM25, then neighbours. */
  readonly proposals: readonly Proposal[];
  readonly notes: readonly Note[];
}

/** What {@link proposeDocuments} works with. */
export interface ProposalOptions {
  readonly parsed: ReadParsedQuery;
  /** BM25 of each document by its place in the vault. */
  readonly scores: Float64Array;
  readonly settings: ProposalSettings;
  /** Returns the text of the document at a path; undefined when it may not or can not be read. */
  readonly readText: (path: string) => string | undefined;
}

/** Documents that the words of an issue propose. */
const MAX_BY_WORDS = 20;

/** Returns the documents of a vault that an issue may need. */
export async function proposeDocuments(
  vault: Vault,
  { parsed: { parsed, core }, scores, settings, readText }: ProposalOptions,
): Promise<Proposals> {
  const found = new Map<string, Proposal>();
  const add = (proposal: Proposal) => {
    const { path } = proposal.document;
    if (!found.has(path)) found.set(path, proposal);
  };
  const notes: Note[] = [];
  if (settings.resolveWikilinks) {
    const slugs = findWikilinks(parsed.text).map(({ slug }) => slug);
    const resolved = await resolveSlugs(vault, slugs, readText);
    for (const slug of slugs) {
      const named = resolved.get(slug);
      notes.push(...noteLink(slug, named));
      if (named !== undefined) add({ document: named.document, reason: "wikilink" });
    }
  }
  for (const { document, by } of await findNamedDocuments(parsed, vault, core)) {
    add({ document, reason: by });
  }
  const linked = [...found.keys()];
  if (settings.proactiveSearch) {
    for (const place of listBest(scores, vault.documents)) {
      add({ document: vault.documents[place]!, reason: "words" });
    }
  }
  if (settings.expandNeighbors) {
    for (const proposal of await listNeighbors(vault, linked, { settings, readText })) {
      add(proposal);
    }
  }
  return { proposals: [...found.values()], notes };
}

/** Returns the places of the documents with the highest scores above 0; of equals the first by path. */
function listBest(scores: Float64Array, documents: readonly ProseDocument[]): number[] {
  return [...documents.keys()].filter((place) => scores[place]! > 0)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, MAX_BY_WORDS);
}

/** Returns the documents that some documents link to, and those that these link to, as far as is set. */
async function listNeighbors(
  vault: Vault,
  paths: readonly string[],
  { settings: { neighborDepth }, readText }: Pick<ProposalOptions, "settings" | "readText">,
): Promise<Proposal[]> {
  const resolved = new Map<string, ResolvedSlug | undefined>();
  for (;;) {
    const unknown = new Set<string>();
    const documents = new Map<string, ProseDocument>();
    const findNamed = (slug: string) => {
      if (!resolved.has(slug)) unknown.add(slug);
      return resolved.get(slug)?.document;
    };
    const linksOf = (path: string) => {
      const text = readText(path) ?? "";
      const linked = [
        ...findWikilinks(text).map(({ slug }) => findNamed(slug)),
        ...findRelativeLinks(text, path).map(vault.findAt),
      ].filter((document) => document !== undefined);
      for (const document of linked) documents.set(document.path, document);
      return linked.map(({ path }) => path);
    };
    const found = expandNeighbors(paths, { depth: neighborDepth, linksOf });
    if (unknown.size === 0) {
      return found.map(({ slug, from }) => ({
        document: documents.get(slug)!,
        reason: "neighbor",
        from,
      }));
    }
    // Once for each step away from the first documents: the index is asked for all slugs of a step at once.
    const known = await resolveSlugs(vault, [...unknown], readText);
    for (const slug of unknown) resolved.set(slug, known.get(slug));
  }
}

function noteLink(slug: string, resolved: ResolvedSlug | undefined): Note[] {
  if (resolved === undefined) {
    return [{
      code: "link-not-found",
      message: `The issue links to "[[${slug}]]", and no document goes by that name`,
    }];
  }
  const { document: { path }, others } = resolved;
  if (others === 0) return [];
  return [{
    code: "link-ambiguous",
    message:
      `The issue links to "[[${slug}]]", and ${others + 1} documents go by that name: "${path}" ` +
      `is taken as the nearest to the top`,
  }];
}

/** A link to a file, without title and with or without a part of it behind `#`. */
const LINK_REGEXP =
  /\]\(\s*<?(?<target>[^\s<>()#?]+)(?:#[^\s<>()]*)?>?(?:\s+["'][^"'\n]*["'])?\s*\)/g;
const ELSEWHERE_REGEXP = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/**
 * Returns the paths that the Markdown links of a document lead to, in order and each once, relative to the
 * root: what lies outside of it is left out.
 *
 * @param text The document.
 * @param path Where it is, relative to the root, with `/`.
 */
function findRelativeLinks(text: string, path: string): readonly string[] {
  const found = new Set<string>();
  const folder = path.split("/").slice(0, -1);
  for (const { groups } of text.matchAll(LINK_REGEXP)) {
    const target = groups?.["target"] ?? "";
    if (ELSEWHERE_REGEXP.test(target)) continue;
    const resolved = resolve(target.startsWith("/") ? [] : folder, decode(target));
    if (resolved !== undefined) found.add(resolved);
  }
  return [...found];
}

function resolve(folder: readonly string[], target: string): string | undefined {
  const segments = [...folder];
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.length === 0 ? undefined : segments.join("/");
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
