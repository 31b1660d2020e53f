import { analyzeQuery, normaliseName, slugOf, stemOf } from "@dossier/core/text";
import type { IndexReader, ProseDocument } from "../../index/mod.ts";
import { splitDocument } from "./design_document.ts";
import {
  compareNearness,
  groupByFileKey,
  openVault,
  type Vault,
  type VaultPlace,
} from "./vault.ts";

/** Documents of a slug. */
export interface ResolvedSlug {
  /** Selected document: the one nearest to the top of the vault. */
  readonly document: ProseDocument;
  /** Number of other documents with the slug. */
  readonly others: number;
}

/**
 * Maximum number of documents whose front matter is read for a slug that is not a file name: those
 * with its words, the nearest to the top first.
 */
const MAX_READ = 200;

/** Fields of front matter with names of a document for links. */
const NAME_FIELDS: readonly string[] = ["slug", "id", "title", "aliases", "alias"];

const EXTENSION_REGEXP = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|txt)$/i;

/**
 * Returns the documents of slugs, by slug; unknown slugs are left out. A document is named by its
 * file or in its front matter.
 *
 * A slug may begin with folders (`design/auth`) and end with an extension. The name of a file takes
 * precedence over its front matter. An exact name takes precedence over a name in another case or
 * with other separators.
 */
export async function resolveSlugs(
  vault: Vault,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, ResolvedSlug>> {
  if (slugs.length === 0) return new Map();
  const keys = slugs.map((slug) => normaliseName(parseSlug(slug).name ?? ""));
  const called = groupByFileKey(await vault.listCalled(new Set(keys)));
  const found = new Map(slugs.map((slug) => [slug, findByFile(slug, called)]));
  const others = slugs.filter((slug) => found.get(slug)!.length === 0);
  const listNames = cacheNames(vault);
  for (const [slug, documents] of await listHolding(vault, others)) {
    found.set(slug, findByFrontMatter(slug, documents, listNames));
  }
  return new Map([...found].flatMap(([slug, documents]) => {
    const [document] = documents.toSorted(compareNearness);
    return document === undefined ? [] : [[slug, { document, others: documents.length - 1 }]];
  }));
}

/** Returns the folders and the name of a slug; a slug of only slashes has none. */
function parseSlug(slug: string) {
  const folders = slug.replace(EXTENSION_REGEXP, "").split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  return { name: folders.pop(), folders };
}

/** @param called Documents by the names of their files. */
function findByFile(
  slug: string,
  called: ReadonlyMap<string, readonly ProseDocument[]>,
): readonly ProseDocument[] {
  const { folders, name } = parseSlug(slug);
  if (name === undefined) return [];
  const key = normaliseName(name);
  const below = `/${folders.map((segment) => `${segment}/`).join("")}`;
  const inFolders = (called.get(key) ?? []).filter(({ path }) => `/${path}`.includes(below));
  const grades: readonly ((own: string) => boolean)[] = [
    (own) => own === name,
    (own) => own.toLowerCase() === name.toLowerCase(),
    (own) => normaliseName(own) === key,
  ];
  for (const fits of grades) {
    const fitting = inFolders.filter(({ path }) => fits(nameOf(path)) || fits(slugOf(path)));
    if (fitting.length > 0) return fitting;
  }
  return [];
}

function nameOf(path: string): string {
  return stemOf(path.slice(path.lastIndexOf("/") + 1));
}

/** Returns the documents with all words of each slug, the nearest to the top first. */
async function listHolding(
  vault: Vault,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, readonly ProseDocument[]>> {
  const termsOf = new Map(slugs.map((slug) => [
    slug,
    analyzeQuery(slug).filter(({ isPart }) => !isPart).map(({ term }) => term),
  ]));
  const terms = [...new Set([...termsOf.values()].flat())];
  if (terms.length === 0) return new Map();
  const counted = (await vault.countTerms(terms)).terms;
  const positions = new Map(terms.map((term, i) => [term, new Set(counted[i]!.documentIndexes)]));
  return new Map([...termsOf].map(([slug, [first, ...others]]) => {
    const places = first === undefined ? [] : [...positions.get(first)!]
      .filter((place) => others.every((term) => positions.get(term)!.has(place)));
    return [slug, places.map((place) => vault.documents[place]!).sort(compareNearness)];
  }));
}

/** Returns the documents with the slug as a name in their front matter. */
function findByFrontMatter(
  slug: string,
  documents: readonly ProseDocument[],
  listNames: (path: string) => ReadonlySet<string>,
): readonly ProseDocument[] {
  const normalisedSlug = normaliseName(slug);
  return documents.slice(0, MAX_READ).filter(({ path }) => listNames(path).has(normalisedSlug));
}

/**
 * Returns a function that reads the names in the front matter of a document, each document once.
 */
function cacheNames(vault: Vault): (path: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const { fields } = splitDocument(vault.readText(path) ?? "");
    const written = NAME_FIELDS.flatMap((key) => fields.get(key) ?? []);
    const names = new Set(written.map(normaliseName));
    known.set(path, names);
    return names;
  };
}

/** Returns the paths of the design documents of slugs, by slug; unknown slugs are left out. */
export async function findBySlugs(
  reader: IndexReader,
  slugs: readonly string[],
  place: VaultPlace,
): Promise<ReadonlyMap<string, string>> {
  const { vault } = await openVault(reader, place);
  if (vault === undefined) return new Map();
  const resolved = await resolveSlugs(vault, slugs);
  return new Map([...resolved].map(([slug, { document }]) => [slug, document.path]));
}
