import type { Visibility } from "@dossier/core/exclude";
import { nearestNames } from "@dossier/core/query";
import { type DocumentDefinitions, type IndexReader, listMissing } from "../index/mod.ts";
import type { QueryText } from "./query_text.ts";

/** A name that is nowhere in the tree. */
export interface UnknownSymbol {
  readonly name: string;
  /** Names that the tree defines and that may be meant, the nearest first; at least one. */
  readonly near: readonly string[];
}

/**
 * Documents whose names are compared with a misspelt one: to read those of 3,000 and compare them takes
 * a process that has just started 9 to 18 ms.
 */
const MAX_NAMED_DOCUMENTS = 2500;

/** Symbols of lesser weight stand in logs and in programs of the reporter's own. */
const MIN_WEIGHT = 0.7;

/** Names shorter than this are near to too many others. */
const MIN_LENGTH = 4;

/** Words of a sentence shorter than this are: most that a tree has not are no slips. */
const MIN_WORD_LENGTH = 5;

/** Words of a sentence from this length on may have two slips, as names may. */
const LONG_WORD_LENGTH = 8;

/** Words of a sentence that is still a question. */
const MAX_WORDS = 8;

/** Names longer than an index term may be are data. */
const MAX_LENGTH = 64;

/** Names that are looked for at most. */
const MAX_NAMES = 6;

/** One word, which may be a symbol whatever its letters are. */
const WORD_REGEXP = /^[\w$]+$/;

/** A name that may be misspelt. */
interface SuspectName {
  readonly name: string;
  /** How many slips it may have; as many as `nearestNames` forgives without it. */
  readonly maxEdits?: number;
}

/**
 * Returns what a query names like a symbol and the tree has nowhere, where it defines something that
 * goes by a similar name. A query of one word is taken for a symbol, and so is each word of a short
 * sentence without marks.
 *
 * @param visibility Says of which documents it may be told what they define.
 */
export async function findUnknownSymbols(
  index: IndexReader,
  query: QueryText,
  visibility: Visibility,
): Promise<readonly UnknownSymbol[]> {
  const suspects = await listSuspects(query);
  const missing = new Set(await listMissing(index, suspects.map(({ name }) => name)));
  if (missing.size === 0) return [];
  const { nearNames } = await import("./near_names.ts");
  const definitions = await index.listDefinitions(MAX_NAMED_DOCUMENTS);
  return suspects.filter(({ name }) => missing.has(name)).slice(0, MAX_NAMES)
    .map(({ name, ...edits }) => ({
      name,
      near: nearNames(name, definitions, { visibility, ...edits }),
    }))
    .filter(({ near }) => near.length > 0);
}

async function listSuspects(query: QueryText): Promise<readonly SuspectName[]> {
  const word = query.text.trim();
  if (!WORD_REGEXP.test(word) && query.isPlain) return listWords(query);
  const names = WORD_REGEXP.test(word) ? [word] : await listSymbolNames(query);
  return [...new Set(names)]
    .filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH)
    .slice(0, MAX_NAMES)
    .map((name) => ({ name }));
}

/** Returns the words of a short sentence that are long enough to be told from others. */
function listWords({ text, terms, tokens }: QueryText): SuspectName[] {
  const words = new Set(
    terms.filter(({ part, pieces }) => !part && pieces.length === 0).map(({ term }) => term),
  );
  if (words.size > MAX_WORDS) return [];
  const names = tokens.filter((token) => !token.part && words.delete(token.text))
    .map(({ start, end }) => text.slice(start, end));
  return names.filter(({ length }) => length >= MIN_WORD_LENGTH && length <= MAX_LENGTH)
    .map((name) => ({ name, maxEdits: name.length < LONG_WORD_LENGTH ? 1 : 2 }));
}

async function listSymbolNames(query: QueryText): Promise<string[]> {
  const { parsed, core } = await query.parse();
  return core.querySymbols(parsed).filter(({ weight }) => weight >= MIN_WEIGHT)
    .flatMap(({ qualifiers, name }) => [...qualifiers, name]);
}

/** Most slips that `nearestNames` forgives. */
const MAX_EDITS = 2;

/** Two slips leave one of three parts of a name whole, unless both swap letters across the cuts. */
const PARTS = 3;

/** Names that are compared at most; so many are like a very short name only. */
const MAX_COMPARED = 300;

const META_REGEXP = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Returns the names that a misspelt one may stand for, as `nearestNames` does; of the thousands that a
 * tree defines, those are compared that have a third of it in about the same place.
 *
 * @param documents What defines names; of those that may not be served none is returned.
 */
export function nearNames(
  name: string,
  documents: readonly DocumentDefinitions[],
  { visibility, ...options }: { readonly limit?: number; readonly visibility?: Visibility } = {},
): readonly string[] {
  if (name === "") return [];
  const similar = toPattern(name);
  const found = new Set<string>();
  for (const { path, definitions } of documents) {
    const names = definitions.match(similar);
    // Asked only of documents with such a name: matching all paths would take longer than all else.
    if (names === null || visibility?.shows(path) === false) continue;
    for (const other of names) found.add(other);
    if (found.size >= MAX_COMPARED) break;
  }
  return nearestNames(name, found, options);
}

/** Returns the pattern of lines that have a part of the name with about as much around it. */
function toPattern(name: string): RegExp {
  const around = (length: number) => `.{${Math.max(0, length - MAX_EDITS)},${length + MAX_EDITS}}`;
  const alternatives: string[] = [];
  for (let part = 0; part < PARTS; part++) {
    const start = Math.floor(part * name.length / PARTS);
    const end = Math.floor((part + 1) * name.length / PARTS);
    if (start === end) continue;
    const text = name.slice(start, end).replaceAll(META_REGEXP, (mark) => `\\${mark}`);
    alternatives.push(around(start) + text + around(name.length - end));
  }
  return new RegExp(`^(?:${alternatives.join("|")})$`, "gim");
}
