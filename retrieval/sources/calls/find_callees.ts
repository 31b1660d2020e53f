import {
  areRelated,
  type Call,
  isCommonMember,
  listCalls,
  listImports,
  RESOLUTIONS,
  resolveCall,
  type ResolvedCall,
} from "@dossier/core/calls";
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

/** Different names of a definition that are looked up. */
const MAX_NAMES = 80;

/** Chunks of a file in which the definition of a name is looked for. */
const MAX_CHUNKS = 4;

/** What a caller calls itself by. */
const SELF_REGEXP = /^(?:self|this|cls|Self|\$this|@)$/;

/** Definitions that one name may mean: of more, none is told. */
const MAX_MEANINGS = 3;

/**
 * Returns the definitions that a definition calls, those first of which it is surest that they are
 * meant. Of a name that may mean a few definitions each is returned, marked as ambiguous; what may mean
 * more is left out.
 *
 * @param limit How many at most.
 */
export async function findCallees(
  index: CallIndex,
  definition: WantedDefinition,
  limit: number,
): Promise<CallPlace[]> {
  const defining = await index.listDefining(definition.name);
  const own = defining.find(({ path }) => path === definition.path);
  const [document] = own === undefined ? [] : await index.readDocuments([own.id]);
  if (document === undefined) return [];
  const called = await resolveCalls(index, document, definition);
  const wanted = called.sort((a, b) =>
    RESOLUTIONS.indexOf(a.resolved.resolution) - RESOLUTIONS.indexOf(b.resolved.resolution) ||
    a.call.start - b.call.start
  ).slice(0, limit);
  const ids = new Set(wanted.flatMap(({ resolved }) => resolved.definitions.map(({ id }) => id)));
  const documents = new Map(
    (await index.readDocuments([...ids])).map((read) => [read.id, read]),
  );
  const found = new Map<string, CallPlace>();
  for (const { call, resolved } of wanted) {
    const { name, line, kind } = call;
    for (const { id, chunks } of resolved.definitions) {
      const target = documents.get(id);
      const ranges = target && listRanges(index, target, { name, chunks, definition });
      const range = ranges && chooseRange(ranges, { call, definition });
      if (target === undefined || range === undefined) continue;
      const { isOneOf, ...place } = range;
      // What many types have is hardly ever the first of them.
      if (isOneOf && isCommonMember(name)) continue;
      const resolution = isOneOf ? "ambiguous" : resolved.resolution;
      const { path, language, hash: documentHash } = target;
      const key = `${path}:${range.startLine}`;
      if (found.has(key)) continue;
      found.set(key, { ...place, path, language, documentHash, name, line, kind, resolution });
    }
  }
  return [...found.values()].sort(compareCalls).slice(0, limit);
}

/** Returns what a definition calls and the index knows, each name once. */
async function resolveCalls(
  index: CallIndex,
  document: ReadDocument,
  { name, startLine, endLine }: WantedDefinition,
): Promise<{ readonly call: Call; readonly resolved: ResolvedCall<DefiningFile> }[]> {
  const { path, language, source } = document;
  const text = source.lines.slice(startLine - 1, endLine).join("\n");
  const file = {
    path,
    language,
    imports: [...index.listImports(document), ...listImports(text, language)],
  };
  const calls = new Map<string, Call>();
  for (const call of listCalls(text, { language, startLine })) {
    if (call.kind === "use" || call.name === name) continue;
    const key = `${call.qualifier ?? ""} ${call.name}`;
    if (!calls.has(key) && calls.size < MAX_NAMES) calls.set(key, call);
  }
  const meant = await index.listMeant([...calls.values()], file.imports);
  return [...calls.values()].flatMap((call) => {
    const definitions = meant.get(call.name)!.filter((defining) =>
      areRelated(defining.language, language)
    );
    const resolved = resolveCall(call, { file, definitions, root: index.rootName });
    if (resolved === undefined) return [];
    // What a list or a map has as well is hardly ever that of the tree.
    if (resolved.resolution === "ambiguous" && isCommonMember(call.name)) return [];
    const code = resolved.definitions.filter((defining) => !isTest(defining.path));
    const likely = code.length > 0 ? code : resolved.definitions;
    if (likely.length > MAX_MEANINGS) return [];
    const served = likely.filter((defining) => index.shows(defining.path));
    return [{ call, resolved: { ...resolved, definitions: served } }];
  });
}

/** Returns the definitions of a name in some chunks of a file, without the one that calls it. */
function listRanges(
  index: CallIndex,
  document: ReadDocument,
  { name, chunks, definition }: {
    readonly name: string;
    readonly chunks: readonly number[];
    readonly definition: WantedDefinition;
  },
): readonly CodeRange[] {
  const isCaller = ({ startLine }: CodeRange) =>
    document.path === definition.path && startLine === definition.startLine;
  const ranges = chunks.slice(0, MAX_CHUNKS)
    .flatMap((place) => index.listRanges(document, place))
    .filter((candidate) => candidate.name === name && !isCaller(candidate));
  return [...new Map(ranges.map((range) => [range.startLine, range])).values()];
}

/**
 * Returns the definition that a call means of those in one file: that of what the call is qualified by, or
 * that of the caller's own type; else the first, which is one of several then.
 */
function chooseRange(
  ranges: readonly CodeRange[],
  { call: { qualifier = "" }, definition }: {
    readonly call: Pick<Call, "qualifier">;
    readonly definition: WantedDefinition;
  },
): CodeRange & { readonly isOneOf: boolean } | undefined {
  const owner = SELF_REGEXP.test(qualifier) ? definition.container : qualifier.split(".").at(-1);
  const lastOf = (path = "") => path.split(".").at(-1);
  const own = ranges.find(({ symbol }) => {
    const container = symbol.split(".").slice(0, -1).join(".");
    return lastOf(container) === lastOf(owner);
  });
  const chosen = own ?? ranges[0];
  return chosen && { ...chosen, isOneOf: own === undefined && ranges.length > 1 };
}
