import { analyzeQuery, fileKeys, normaliseName, slugOf, stemOf } from "@dossier/core/text";
import type { ProseDocument } from "../../index/mod.ts";
import { listOwnNames } from "./design_document.ts";
import { parseFrontMatter } from "./parse_front_matter.ts";
import { compareNearness, type Vault } from "./vault.ts";

/** The documents that a slug names. */
export interface ResolvedSlug {
  /** The one that is meant: the nearest to the top of the vault. */
  readonly document: ProseDocument;
  /** How many others it names as well. */
  readonly others: number;
}

/**
 * Documents whose front matter is read for a slug that names no file: those with its words in them,
 * the nearest to the top first.
 */
const MAX_READ = 200;

const EXTENSION_REGEXP = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|txt)$/i;

/**
 * Returns the documents that slugs name, by slug; slugs that name none are left out. A document is named by
 * its file or by what its front matter says.
 *
 * A slug may have folders in front (`design/auth`) and an extension behind. The name of a file says more than
 * front matter, and its exact name more than one in another case or with other separators.
 *
 * @param readHead Returns the start of the document at a path; undefined when it may not be read.
 */
export async function resolveSlugs(
  vault: Vault,
  slugs: readonly string[],
  readHead: (path: string) => string | undefined,
): Promise<ReadonlyMap<string, ResolvedSlug>> {
  if (slugs.length === 0) return new Map();
  const keys = slugs.map((slug) => normaliseName(parseSlug(slug).name ?? ""));
  const called = await vault.listCalled(new Set(keys));
  const found = new Map(slugs.map((slug) => [slug, findByFile(slug, called)]));
  const others = slugs.filter((slug) => found.get(slug)!.length === 0);
  for (const [slug, documents] of await listHolding(vault, others)) {
    found.set(slug, findByFrontMatter(slug, documents, readHead));
  }
  return new Map([...found].flatMap(([slug, documents]) => {
    const [document] = documents.toSorted(compareNearness);
    return document === undefined ? [] : [[slug, { document, others: documents.length - 1 }]];
  }));
}

/** A slug taken apart. */
interface SlugParts {
  readonly folders: readonly string[];
  /** Undefined for a slug without any. */
  readonly name: string | undefined;
}

function parseSlug(slug: string): SlugParts {
  const folders = slug.replace(EXTENSION_REGEXP, "").split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  const name = folders.pop();
  return { folders, name };
}

/** @param called Documents that go by the name of some slug. */
function findByFile(slug: string, called: readonly ProseDocument[]): readonly ProseDocument[] {
  const { folders, name } = parseSlug(slug);
  if (name === undefined) return [];
  const key = normaliseName(name);
  const below = `/${folders.map((segment) => `${segment}/`).join("")}`;
  const inFolders = called.filter(({ path }) =>
    `/${path}`.includes(below) && fileKeys(path).includes(key)
  );
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

/** Returns the documents that have all words of each of some slugs, the nearest to the top first. */
async function listHolding(
  { countTerms, documents }: Vault,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, readonly ProseDocument[]>> {
  const termsOf = new Map(slugs.map((slug) => [
    slug,
    analyzeQuery(slug).filter(({ part }) => !part).map(({ term }) => term),
  ]));
  const terms = [...new Set([...termsOf.values()].flat())];
  if (terms.length === 0) return new Map();
  const counted = (await countTerms(terms)).terms;
  const placesOf = new Map(terms.map((term, i) => [term, new Set(counted[i]!.places)]));
  return new Map([...termsOf].map(([slug, [first, ...others]]) => {
    const places = first === undefined ? [] : [...placesOf.get(first)!]
      .filter((place) => others.every((term) => placesOf.get(term)!.has(place)));
    return [slug, places.map((place) => documents[place]!).sort(compareNearness)];
  }));
}

function findByFrontMatter(
  slug: string,
  documents: readonly ProseDocument[],
  readHead: (path: string) => string | undefined,
): readonly ProseDocument[] {
  const wanted = normaliseName(slug);
  return documents.slice(0, MAX_READ).filter(({ path }) => {
    const head = readHead(path);
    return head !== undefined &&
      listOwnNames(parseFrontMatter(head)).some((name) => normaliseName(name) === wanted);
  });
}
