import { areRelatedLanguages } from "@dossier/core/calls";
import { isTestPath } from "@dossier/core/rank";
import { fileKeys } from "@dossier/core/text";
import { findMentioningDocuments, type IndexReader } from "../index/mod.ts";
import type { SymbolTarget } from "./symbol_target.ts";

/** Maximum number of files with a name that are ranked by their paths. */
const MAX_RANKED_FILES = 2000;

/**
 * Weight of each name of the file and the container of a definition in a file, compared with its
 * nearness.
 */
const HINT_WEIGHT = 4;

const ONE_LETTER_REGEXP = /^_*.?_*$/u;

/** Paths of files with a name. */
interface MentioningFiles {
  /** Files of code that can use it, the likeliest first. */
  readonly paths: readonly string[];
  /** Number of further files with the name. */
  readonly unlisted: number;
  /** Files of code in unrelated languages. */
  readonly otherLanguages: readonly string[];
}

/** Index that is searched for files with a name. */
interface MentionSource {
  readonly reader: IndexReader;
  shows(path: string): boolean;
}

/**
 * Returns the files with the name of a definition in code that can use it, the likeliest first: its
 * own file, its neighbours, and those that name its file or its container; tests last.
 */
export async function rankMentioningFiles(
  source: MentionSource,
  { path, name, container = "", language }: SymbolTarget,
): Promise<MentioningFiles> {
  const { reader } = source;
  const hints = [...fileKeys(path), ...container.split(".").filter((part) => part !== "")];
  const mentioned = await findMentioningDocuments(reader, [name, ...hints], { isNamed: false });
  const hinting = hints.map((hint) => new Set(mentioned.get(hint)?.map(({ id }) => id)));
  // The index has no words of one letter: the first files of the tree are taken instead.
  const naming = !ONE_LETTER_REGEXP.test(name)
    ? mentioned.get(name) ?? []
    : await listFirst(reader);
  const likely = naming.map(({ id }) => ({
    id,
    hints: hinting.filter((ids) => ids.has(id)).length,
  }))
    .sort((a, b) => b.hints - a.hints);
  const ranked = likely.slice(0, MAX_RANKED_FILES);
  const places = (await reader.readFacts(ranked.map(({ id }) => id)))
    .filter(({ kind, path }) => kind === "code" && source.shows(path));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const paths = ranked.flatMap(({ id, hints }) => {
    const place = placeOf.get(id);
    if (place === undefined || !areRelatedLanguages(place.language, language)) return [];
    if (place.path === path) return [{ ...place, score: Infinity }];
    const near = place.path.startsWith(folder) ? 1 : 0;
    return [{ ...place, score: near + HINT_WEIGHT * hints - (isTestPath(place.path) ? 2 : 0) }];
  }).sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
  const otherLanguages = places.filter((place) => !areRelatedLanguages(place.language, language))
    .map(({ path }) => path).sort();
  return { paths, unlisted: likely.length - ranked.length, otherLanguages };
}

async function listFirst(reader: IndexReader): Promise<readonly { readonly id: number }[]> {
  const filter = { folder: "", text: "", language: "", after: "" };
  // One more than are ranked, so that a rest is noticed.
  const limit = MAX_RANKED_FILES + 1;
  const { documents } = await reader.browse({ ...filter, isRecursive: true, limit });
  const found = await reader.findDocuments(documents.map(({ path }) => path));
  return [...found.values()];
}
