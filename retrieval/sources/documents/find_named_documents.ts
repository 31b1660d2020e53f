import type { ParsedQuery, Zone } from "@dossier/core";
import { createPathMatcher } from "@dossier/core/query";
import { normaliseName, slugOf } from "@dossier/core/text";
import type { ProseDocument } from "../../index/mod.ts";
import { compareNearness, groupByFileKey, type Vault } from "./vault.ts";

/** Mention of a document in a text, other than a wikilink. */
interface Mention {
  readonly document: ProseDocument;
  /** Form of the mention: the path, or the file name as a word of several parts or a code span. */
  readonly by: "path" | "slug";
  readonly start: number;
}

/** Zones with text of the author: a path in a log or a stack trace is not a request. */
const WRITTEN_ZONES: ReadonlySet<Zone> = new Set(["title", "heading", "prose", "quote"]);

/** Minimum match of a path: a bare file name is enough. */
const MIN_MATCH = 0.7;

const COMPOUND_REGEXP =
  /(?<![\p{L}\p{N}_/.-])[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+(?![\p{L}\p{N}_/-])/gu;

/**
 * Returns the mentions of documents by path or slug in a text, in order.
 *
 * A path that matches several documents means the one nearest to the top of the vault. A slug
 * counts only if it is unambiguous: a word of several parts or a code span that is the file name of
 * exactly one document.
 */
export async function findNamedDocuments(parsed: ParsedQuery, vault: Vault): Promise<Mention[]> {
  const named = [...await findPaths(parsed, vault), ...await findSlugs(parsed, vault)];
  return named.sort((a, b) => a.start - b.start);
}

async function findPaths({ paths }: ParsedQuery, vault: Vault): Promise<Mention[]> {
  const written = paths.filter(({ zone, folder }) => !folder && WRITTEN_ZONES.has(zone))
    .map(({ path, start }) => ({ start, ...createPathMatcher(path) }));
  if (written.length === 0) return [];
  const called = groupByFileKey(
    await vault.listCalled(new Set(written.flatMap(({ keys }) => [...keys]))),
  );
  return written.flatMap(({ start, keys, match }) => {
    const documents = new Set([...keys].flatMap((key) => called.get(key) ?? []));
    const fitting = [...documents].map((document) => ({ document, fit: match(document.path) }))
      .filter(({ fit }) => fit >= MIN_MATCH)
      .sort((a, b) => b.fit - a.fit || compareNearness(a.document, b.document));
    return fitting.slice(0, 1).map(({ document }) => ({ document, by: "path", start }));
  });
}

async function findSlugs(
  { text, lines, codeSpans }: ParsedQuery,
  vault: Vault,
): Promise<Mention[]> {
  const words = new Map<string, number>();
  const add = (word: string, start: number) => {
    const slug = word.toLowerCase();
    if (!words.has(slug)) words.set(slug, start);
  };
  for (const { zone, text: line, start } of lines) {
    if (!WRITTEN_ZONES.has(zone)) continue;
    for (const { index, 0: word } of line.matchAll(COMPOUND_REGEXP)) add(word, start + index);
  }
  for (const { start, end } of codeSpans) add(text.slice(start, end).trim(), start);
  if (words.size === 0) return [];
  const called = Map.groupBy(
    await vault.listCalled(new Set([...words.keys()].map(normaliseName))),
    ({ path }) => slugOf(path).toLowerCase(),
  );
  return [...words].flatMap(([slug, start]) => {
    const [document, other] = called.get(slug) ?? [];
    return document === undefined || other !== undefined ? [] : [{ document, by: "slug", start }];
  });
}
