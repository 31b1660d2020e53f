import {
  areRelated,
  type Call,
  listCalls,
  mayEndInLiteral,
  type Resolution,
  resolveCall,
  type ResolvedCall,
} from "@dossier/core/calls";
import { fileKeys } from "@dossier/core/text";
import type { MentioningDocument } from "../../index/mod.ts";
import {
  type CallIndex,
  type CallPlace,
  type CodeRange,
  compareCalls,
  type DefiningFile,
  isTest,
  type ReadDocument,
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
 * Returns the definitions that refer to a definition: calls of a function, and every use of a type. The
 * surest come first and tests behind all code; what another definition of the name is meant by is left out,
 * and where that can not be told it is marked as ambiguous.
 *
 * @param limit How many at most.
 */
export async function findCallers(
  index: CallIndex,
  definition: WantedDefinition,
  limit: number,
): Promise<CallPlace[]> {
  const { path, name } = definition;
  const defining = await index.listDefining(name);
  const own = defining.find((file) => file.path === path);
  if (own === undefined) return [];
  const related = defining.filter(({ language }) => areRelated(language, own.language));
  const files = await rankFiles(index, definition, own.language);
  const hits: Hit[] = [];
  for (let from = 0; from < files.length && countChunks(hits) < limit; from += BATCH_FILES) {
    const batch = files.slice(from, from + BATCH_FILES);
    const documents = await index.readDocuments(batch.map(({ id }) => id));
    const chunksOf = new Map(batch.map(({ id, chunks }) => [id, chunks]));
    for (const document of documents) {
      const chunks = (chunksOf.get(document.id) ?? []).slice(0, MAX_CHUNKS);
      hits.push(...await findInFile(index, document, { definition, chunks, related, own }));
    }
  }
  return toCallers(index, hits.sort(compareHits), { definition, limit });
}

/** A call to the definition, before it is known what it stands in. */
interface Hit {
  readonly document: ReadDocument;
  /** Number of the chunk in its document. */
  readonly place: number;
  readonly call: Call;
  readonly resolution: Resolution;
}

function countChunks(hits: readonly Hit[]): number {
  return new Set(hits.map(({ document, place }) => `${document.id}:${place}`)).size;
}

function compareHits(a: Hit, b: Hit): number {
  return compareCalls(toSortable(a), toSortable(b));
}

function toSortable({ document: { path }, call: { kind, line }, resolution }: Hit) {
  return { path, kind, line, resolution };
}

/** Returns the files that mention the definition's name, those that may well refer to it first. */
async function rankFiles(
  index: CallIndex,
  { path, name, container = "" }: WantedDefinition,
  language: string,
): Promise<readonly MentioningDocument[]> {
  const keys = fileKeys(path);
  const parts = container.split(".").filter((part) => part !== "");
  const mentioned = await index.listMentioning([name, ...keys, ...parts]);
  const mentioning = mentioned.get(name) ?? [];
  const idsOf = (other: string) => new Set(mentioned.get(other)?.map(({ id }) => id));
  const naming = keys.map(idsOf);
  const containers = parts.map(idsOf);
  const hints = (id: number) =>
    naming.filter((ids) => ids.has(id)).length + containers.filter((ids) => ids.has(id)).length;
  const likely = mentioning.map((file) => ({ ...file, hints: hints(file.id) }))
    .sort((a, b) => b.hints - a.hints).slice(0, MAX_RANKED_FILES);
  const places = await index.listPlaces(likely.map(({ id }) => id));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return likely.flatMap((file) => {
    const place = placeOf.get(file.id);
    if (place === undefined || !areRelated(place.language, language)) return [];
    if (place.kind !== "code" || !index.shows(place.path)) return [];
    const near = place.path === path ? 4 : place.path.startsWith(folder) ? 1 : 0;
    const score = near + file.hints - (isTest(place.path) ? 4 : 0);
    return [{ ...file, path: place.path, score }];
  }).sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, MAX_FILES);
}

interface FileSearch {
  readonly definition: WantedDefinition;
  readonly chunks: readonly number[];
  readonly related: readonly DefiningFile[];
  readonly own: DefiningFile;
}

async function findInFile(
  index: CallIndex,
  document: ReadDocument,
  { definition, chunks, related, own }: FileSearch,
): Promise<Hit[]> {
  const { path, language } = document;
  const imports = index.listImports(document);
  const file = { path, language, imports };
  const names = new Set([definition.name]);
  const resolved = new Map<string | undefined, ResolvedCall<DefiningFile> | undefined>();
  const found = chunks.flatMap((place) => {
    const { startLine = 1, endLine = 0 } = document.chunks[place] ?? {};
    const text = document.source.lines.slice(startLine - 1, endLine).join("\n");
    return listCalls(text, { language, names, startLine })
      .map((call) => ({ place, call }));
  }).filter(({ call: { line } }) => !(path === definition.path && isWithin(line, definition)));
  await index.listMeant(found.map(({ call }) => call), imports);
  const hits: Hit[] = [];
  for (const { place, call } of found) {
    const { qualifier, kind } = call;
    if (!resolved.has(qualifier)) {
      const options = { file, definitions: related, root: index.rootName };
      resolved.set(qualifier, resolveCall(call, options));
    }
    const meant = resolved.get(qualifier);
    if (meant?.definitions.includes(own) !== true) continue;
    const { resolution } = meant;
    if (kind === "use" && resolution !== "file" && resolution !== "import") continue;
    hits.push({ document, place, call, resolution });
  }
  return hits;
}

/**
 * Returns whether a call stands in a comment or string that is cut into several chunks, which the
 * whole text tells. Most chunks are not cut like that, which is soon seen.
 */
function isInLiteral({ document, place, call }: Hit): boolean {
  const { source: { lines }, language, chunks } = document;
  const { startLine = 1, endLine = 0 } = chunks[place] ?? {};
  const isCut = (end: number) => mayEndInLiteral(lines.slice(0, end).join("\n"), language);
  if (!isCut(startLine - 1) && !isCut(endLine)) return false;
  const names = new Set([call.name]);
  return !listCalls(lines.join("\n"), { language, names })
    .some(({ line }) => line === call.line);
}

/** Returns the definitions that the first of the hits stand in, each once. */
function toCallers(
  index: CallIndex,
  hits: readonly Hit[],
  { definition: { name }, limit }: {
    readonly definition: WantedDefinition;
    readonly limit: number;
  },
): CallPlace[] {
  const callers = new Map<string, CallPlace>();
  for (const hit of hits) {
    if (callers.size >= limit) break;
    const { document, place, call, resolution } = hit;
    const { path, language, hash: documentHash } = document;
    const { kind, line } = call;
    const ranges = index.listRanges(document, place);
    if (isHead(call, ranges)) continue;
    const around = enclosing(line, ranges);
    // Outside of definitions a name that is not called is imported or handed on.
    if (around === undefined && kind === "use") continue;
    const { startLine = line, endLine = line, symbol = "" } = around ??
      { ...document.chunks[place], symbol: "" };
    const key = `${path}:${startLine}`;
    if (callers.has(key) || isInLiteral(hit)) continue;
    callers.set(key, {
      path,
      language,
      documentHash,
      startLine,
      endLine,
      symbol,
      name,
      line,
      kind,
      resolution,
    });
  }
  return [...callers.values()];
}

/** Returns whether a name stands in the head of a definition of that name. */
function isHead({ name, line }: Call, ranges: readonly CodeRange[]): boolean {
  return ranges.some((range) =>
    range.name === name && line >= range.startLine && line < range.startLine + HEAD_LINES
  );
}

function isWithin(line: number, { startLine, endLine }: WantedDefinition): boolean {
  return line >= startLine && line <= endLine;
}

/** Returns the innermost definition around a line. */
function enclosing(line: number, ranges: readonly CodeRange[]): CodeRange | undefined {
  return ranges.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine);
}
