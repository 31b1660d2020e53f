import { analyzeQuery, normaliseName, slugOf, stemOf } from "@dossier/core/text";
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
 * Returns the document that a slug names, by its file or by what its front matter says; undefined when
 * there is none.
 *
 * A slug may have folders in front (`design/auth`) and an extension behind. The name of a file says more than
 * front matter, and its exact name more than one in another case or with other separators.
 *
 * @param readHead Returns the start of the document at a path; undefined when it may not be read.
 */
export function resolveSlug(
  vault: Vault,
  slug: string,
  readHead: (path: string) => string | undefined,
): ResolvedSlug | undefined {
  const found = findByFile(vault, slug);
  return choose(found.length > 0 ? found : findByFrontMatter(vault, slug, readHead));
}

function findByFile(vault: Vault, slug: string): readonly ProseDocument[] {
  const segments = slug.replace(EXTENSION_REGEXP, "").split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  const name = segments.pop();
  if (name === undefined) return [];
  const below = `/${segments.map((segment) => `${segment}/`).join("")}`;
  const called = vault.listCalled([normaliseName(name)])
    .filter(({ path }) => `/${path}`.includes(below));
  const grades: readonly ((own: string) => boolean)[] = [
    (own) => own === name,
    (own) => own.toLowerCase() === name.toLowerCase(),
    (own) => normaliseName(own) === normaliseName(name),
  ];
  for (const fits of grades) {
    const fitting = called.filter(({ path }) => fits(nameOf(path)) || fits(slugOf(path)));
    if (fitting.length > 0) return fitting;
  }
  return [];
}

function nameOf(path: string): string {
  return stemOf(path.slice(path.lastIndexOf("/") + 1));
}

function findByFrontMatter(
  { field, documents }: Vault,
  slug: string,
  readHead: (path: string) => string | undefined,
): readonly ProseDocument[] {
  const terms = analyzeQuery(slug).filter(({ part }) => !part).map(({ term }) => term);
  if (terms.length === 0) return [];
  const wanted = normaliseName(slug);
  return field.listHolding(terms).map((place) => documents[place]!)
    .sort(compareNearness).slice(0, MAX_READ)
    .filter(({ path }) => {
      const head = readHead(path);
      return head !== undefined &&
        listOwnNames(parseFrontMatter(head)).some((name) => normaliseName(name) === wanted);
    });
}

function choose(found: readonly ProseDocument[]): ResolvedSlug | undefined {
  const [document] = found.toSorted(compareNearness);
  return document && { document, others: found.length - 1 };
}
