import {
  areRelated,
  isCommonMember,
  listImports,
  listReferences,
  type Reference,
  RESOLUTIONS,
  type ResolvedReference,
  resolveReference,
} from "@dossier/core/calls";
import { type CodeReference, compareReferences, isTest } from "./code_reference.ts";
import type { WantedDefinition } from "./find_callers.ts";
import type { ReadDocument } from "./code_ranges.ts";
import type { DefiningFile, ReferenceIndex } from "./reference_index.ts";

/** Callees that are returned unless asked otherwise. */
export const MAX_CALLEES = 12;

/** Different names of a definition that are looked up. */
const MAX_NAMES = 80;

/** Chunks of a file in which the definition of a name is looked for. */
const MAX_CHUNKS = 4;

/** Definitions that one name may mean: of more, none is told. */
const MAX_MEANINGS = 3;

/**
 * Returns the definitions that a definition calls, those first of which it is surest that they are
 * meant. Of a name that may mean a few definitions each is returned, marked as ambiguous; what may mean
 * more is left out.
 *
 * @param options.limit How many at most.
 */
export async function findCallees(
  index: ReferenceIndex,
  definition: WantedDefinition,
  { limit = MAX_CALLEES }: { readonly limit?: number } = {},
): Promise<CodeReference[]> {
  const [own] = index.listDefining(definition.name).filter(({ path }) => path === definition.path);
  const [document] = own === undefined ? [] : await index.readDocuments([own.id]);
  if (document === undefined) return [];
  const called = resolveCalls(index, document, definition);
  const wanted = called.sort((a, b) =>
    RESOLUTIONS.indexOf(a.resolved.resolution) - RESOLUTIONS.indexOf(b.resolved.resolution) ||
    a.reference.start - b.reference.start
  ).slice(0, limit);
  const ids = new Set(wanted.flatMap(({ resolved }) => resolved.definitions.map(({ id }) => id)));
  const documents = new Map(
    (await index.readDocuments([...ids])).map((read) => [read.id, read]),
  );
  const found = new Map<string, CodeReference>();
  for (const { reference, resolved } of wanted) {
    for (const { id, chunks } of resolved.definitions) {
      const target = documents.get(id);
      if (target === undefined) continue;
      const callee = toCallee(index, target, { reference, chunks, definition });
      const key = `${callee?.path}:${callee?.startLine}`;
      if (callee === undefined || found.has(key)) continue;
      found.set(key, { ...callee, resolution: resolved.resolution });
    }
  }
  return [...found.values()].sort(compareReferences).slice(0, limit);
}

interface ResolvedCall {
  readonly reference: Reference;
  readonly resolved: ResolvedReference<DefiningFile>;
}

/** Returns what a definition calls and the index knows, each name once. */
function resolveCalls(
  index: ReferenceIndex,
  document: ReadDocument,
  { name, startLine, endLine }: WantedDefinition,
): ResolvedCall[] {
  const { path, language, source } = document;
  const text = source.lines.slice(startLine - 1, endLine).join("\n");
  const file = {
    path,
    language,
    imports: [...index.listImports(document), ...listImports(text, language)],
  };
  const calls = new Map<string, Reference>();
  for (const reference of listReferences(text, { language, startLine })) {
    if (reference.kind === "use" || reference.name === name) continue;
    const key = `${reference.qualifier ?? ""} ${reference.name}`;
    if (!calls.has(key) && calls.size < MAX_NAMES) calls.set(key, reference);
  }
  return [...calls.values()].flatMap((reference) => {
    const definitions = index.listDefining(reference.name).filter((defining) =>
      areRelated(defining.language, language)
    );
    const resolved = resolveReference(reference, { file, definitions, root: index.rootName });
    if (resolved === undefined) return [];
    // What a list or a map has as well is hardly ever that of the tree.
    if (resolved.resolution === "ambiguous" && isCommonMember(reference.name)) return [];
    const code = resolved.definitions.filter((defining) => !isTest(defining.path));
    const meant = code.length > 0 ? code : resolved.definitions;
    if (meant.length > MAX_MEANINGS) return [];
    const served = meant.filter((defining) => index.isServed(defining.path));
    return [{ reference, resolved: { ...resolved, definitions: served } }];
  });
}

interface CalleeSearch {
  readonly reference: Reference;
  readonly chunks: readonly number[];
  readonly definition: WantedDefinition;
}

/** Returns the definition that a call means in a file. */
function toCallee(
  index: ReferenceIndex,
  document: ReadDocument,
  { reference: { name, line, kind }, chunks, definition }: CalleeSearch,
): Omit<CodeReference, "resolution"> | undefined {
  const { path, language, documentHash } = document;
  for (const place of chunks.slice(0, MAX_CHUNKS)) {
    const range = index.listRanges(document, place).find((candidate) =>
      candidate.name === name &&
      !(path === definition.path && candidate.startLine === definition.startLine)
    );
    if (range === undefined) continue;
    const { startLine, endLine, symbol } = range;
    return { path, language, documentHash, startLine, endLine, symbol, name, line, kind };
  }
  return undefined;
}
