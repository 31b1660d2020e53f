import type { LineRange } from "@dossier/core";
import {
  areRelated,
  listCalls,
  mayEndInLiteral,
  resolveCall,
  type ResolvedCall,
} from "@dossier/core/calls";
import { fileKeys } from "@dossier/core/text";
import type { MentioningDocument } from "../../index/mod.ts";
import {
  type CallIndex,
  type CallPlace,
  compareCalls,
  type DefiningFile,
  isTest,
  type ReadDocument,
  type SortableCall,
  type WantedDefinition,
} from "./call_index.ts";

/** Files whose text is looked at for callers of one definition. */
const MAX_FILES = 18;

/** Files that are read at a time, until there are callers enough. */
const BATCH_FILES = 6;

/** Files that are told apart by their paths, of those that mention a name. */
const MAX_RANKED_FILES = 400;

/** Chunks of one file that are looked at. */
const MAX_CHUNKS = 24;

/** Lines from the start of a definition in which its own name stands. */
const HEAD_LINES = 3;

/**
 * Returns the definitions that refer to a definition: calls of a function, and every use of a type or a value. The
 * surest come first and tests behind all code; what another definition of the name is meant by is left out,
 * and where that can not be told it is marked as ambiguous.
 *
 * @param limit How many at most.
 * @param options.maxFiles Files whose text is looked at, those first that may well refer to it. @default 18
 */
export async function findCallers(
  index: CallIndex,
  definition: WantedDefinition,
  limit: number,
  { maxFiles = MAX_FILES }: { readonly maxFiles?: number } = {},
): Promise<CallPlace[]> {
  const { path, name } = definition;
  const defining = await index.listDefining(name, definition);
  const own = defining.find((file) => file.path === path);
  if (own === undefined) return [];
  const related = defining.filter(({ language }) => areRelated(language, own.language));
  const files = (await rankFiles(index, definition, own.language)).slice(0, maxFiles);
  const hits: Hit[] = [];
  for (let from = 0; from < files.length && countChunks(hits) < limit; from += BATCH_FILES) {
    const batch = files.slice(from, from + BATCH_FILES);
    const documents = await index.readDocuments(batch.map(({ id }) => id));
    const chunksOf = new Map(batch.map(({ id, chunks }) => [id, chunks]));
    for (const document of documents) {
      const chunks = (chunksOf.get(document.id) ?? []).slice(0, MAX_CHUNKS);
      hits.push(...await findInFile(index, document, { ...definition, chunks, related, own }));
    }
  }
  return toCallers(index, hits.sort(compareCalls), { name, limit });
}

/** A call to the definition, before it is known what it stands in. */
interface Hit extends SortableCall {
  readonly document: ReadDocument;
  /** Number of the chunk in its document. */
  readonly place: number;
}

function countChunks(hits: readonly Hit[]): number {
  return new Set(hits.map(({ document, place }) => `${document.id}:${place}`)).size;
}

/** Returns the files that mention the definition's name, those that may well refer to it first. */
async function rankFiles(
  index: CallIndex,
  { path, name, container = "" }: WantedDefinition,
  language: string,
): Promise<readonly MentioningDocument[]> {
  const keys = fileKeys(path);
  const parts = container.split(".").filter((part) => part !== "");
  const mentioned = await index.reader.findMentioning([name, ...keys, ...parts], {
    isNamed: false,
  });
  const mentioning = mentioned.get(name) ?? [];
  const others = [...keys, ...parts].map((other) =>
    new Set(mentioned.get(other)?.map(({ id }) => id))
  );
  const likely = mentioning
    .map((file) => ({ ...file, hints: others.filter((ids) => ids.has(file.id)).length }))
    .sort((a, b) => b.hints - a.hints).slice(0, MAX_RANKED_FILES);
  const places = await index.reader.listPlaces(likely.map(({ id }) => id));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return likely.flatMap((file) => {
    const place = placeOf.get(file.id);
    if (place === undefined || !areRelated(place.language, language)) return [];
    if (place.kind !== "code" || !index.shows(place.path)) return [];
    const near = place.path === path ? 4 : place.path.startsWith(folder) ? 1 : 0;
    const score = near + file.hints - (isTest(place.path) ? 4 : 0);
    return [{ ...file, path: place.path, score }];
  }).sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

async function findInFile(
  index: CallIndex,
  document: ReadDocument,
  { chunks, related, own, ...definition }: WantedDefinition & {
    readonly chunks: readonly number[];
    readonly related: readonly DefiningFile[];
    readonly own: DefiningFile;
  },
): Promise<Hit[]> {
  const { path, language } = document;
  const imports = index.listImports(document);
  const file = { path, language, imports };
  const names = new Set([definition.name]);
  const resolved = new Map<string | undefined, ResolvedCall<DefiningFile> | undefined>();
  const found = chunks.flatMap((place) => {
    const { startLine = 1, endLine = 0 } = document.chunks[place] ?? {};
    const text = document.source.lines.slice(startLine - 1, endLine).join("\n");
    return listCalls(text, { language, names, startLine }).map((call) => ({ place, call }));
  }).filter(({ call: { line } }) => path !== definition.path || !isWithin(line, definition));
  await index.listMeant(found.map(({ call }) => call), imports);
  return found.flatMap(({ place, call }): readonly Hit[] => {
    const { qualifier, kind, line } = call;
    const meant = resolved.getOrInsertComputed(
      qualifier,
      () => resolveCall(call, { file, definitions: related, root: index.rootName }),
    );
    if (meant?.definitions.includes(own) !== true) return [];
    const { resolution } = meant;
    if (kind === "use" && resolution !== "file" && resolution !== "import") return [];
    return [{ document, place, path, line, kind, resolution }];
  });
}

/**
 * Returns whether a call stands in a comment or string that is cut into several chunks, which the
 * whole text tells. Most chunks are not cut like that, which is soon seen.
 */
function isInLiteral({ document, place, line }: Hit, name: string): boolean {
  const { source: { lines }, language, chunks } = document;
  const { startLine = 1, endLine = 0 } = chunks[place] ?? {};
  const isCut = (end: number) => mayEndInLiteral(lines.slice(0, end).join("\n"), language);
  if (!isCut(startLine - 1) && !isCut(endLine)) return false;
  return !listCalls(lines.join("\n"), { language, names: new Set([name]) })
    .some((call) => call.line === line);
}

/** Returns the definitions that the first of the hits stand in, each once. */
function toCallers(
  index: CallIndex,
  hits: readonly Hit[],
  { name, limit }: { readonly name: string; readonly limit: number },
): CallPlace[] {
  const callers = new Map<string, CallPlace>();
  for (const hit of hits) {
    if (callers.size >= limit) break;
    const { document, place, path, line, kind, resolution } = hit;
    const ranges = index.listRanges(document, place);
    if (ranges.some((range) => range.name === name && isHead(line, range))) continue;
    // The innermost one.
    const around = ranges.findLast((range) => isWithin(line, range));
    // Outside of definitions a name that is not called is imported or handed on.
    if (around === undefined && kind === "use") continue;
    const { startLine = line, endLine = line } = around ?? document.chunks[place] ?? {};
    const key = `${path}:${startLine}`;
    if (callers.has(key) || isInLiteral(hit, name)) continue;
    const { language, hash: documentHash } = document;
    callers.set(key, {
      ...{ path, language, documentHash, startLine, endLine, symbol: around?.symbol ?? "" },
      ...{ name, line, kind, resolution },
    });
  }
  return [...callers.values()];
}

/** Returns whether a line is one of the first of a definition. */
function isHead(line: number, range: LineRange): boolean {
  return isWithin(line, range) && line < range.startLine + HEAD_LINES;
}

function isWithin(line: number, { startLine, endLine }: LineRange): boolean {
  return line >= startLine && line <= endLine;
}
