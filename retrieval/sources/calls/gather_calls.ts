import type {
  FragmentRole,
  IssueIdentifiers,
  PassageCandidate,
  SymbolDefinition,
} from "@dossier/core";
import { readPassages } from "../ranking/read_passages.ts";
import { readSources, type SourceTree } from "../../tree/mod.ts";
import type { CallPlace } from "./call_place.ts";
import type { WantedDefinition } from "./find_callers.ts";
import type { IndexReader } from "../../index/mod.ts";

/** What {@link gatherCalls} starts from. */
export interface GatherCallsOptions extends SourceTree {
  readonly reader: IndexReader;
  /** What the issue names of the code. */
  readonly identifiers: IssueIdentifiers;
  /** Definitions of large files of the manifest that the issue names. */
  readonly matched: readonly { readonly path: string; readonly symbol: SymbolDefinition }[];
  /** The code that the ranking proposes, best first. */
  readonly ranked: readonly PassageCandidate[];
}

/** Definitions whose callers and callees are looked for: those that the issue names first. */
const MAX_DEFINITIONS = 2;

/** Files that may define a name whose callers are looked for. */
const MAX_MEANINGS = 5;

/** Callers of a definition, and as many callees. */
const MAX_EACH = 2;

/** Lines of a caller that is shown whole; of a longer one those around the call are. */
const MAX_LINES = 60;

/** Lines before and behind a call in a long caller. */
const WINDOW_LINES = 10;

/** All of them are worth the same: how sure they are is in their order. */
const SCORE = 1;

/**
 * Returns the direct callers and callees of the definitions that the issue names, in the files of its
 * manifest or in what the ranking proposes for it; each says how sure it is.
 */
export async function gatherCalls(
  { reader, ...options }: GatherCallsOptions,
): Promise<readonly PassageCandidate[]> {
  const definitions = listDefinitions(options).slice(0, MAX_DEFINITIONS);
  if (definitions.length === 0) return [];
  // Imported only here: many issues name no definition.
  const [{ findCallees }, { findCallers }, { CallIndex }] = await Promise.all([
    import("./find_callees.ts"),
    import("./find_callers.ts"),
    import("./call_index.ts"),
  ]);
  const index = new CallIndex({
    reader,
    rootName: options.root.slice(options.root.lastIndexOf("/") + 1),
    readSources: (wanted) => readSources(wanted, options),
    visibility: options.exclusions,
  });
  const found: PassageCandidate[] = [];
  const take = async (calls: readonly CallPlace[], role: FragmentRole, of: string) => {
    const whys = new Map<string, string>();
    const ranges = calls.map((call) => {
      const range = rangeOf(call, role);
      whys.set(`${call.path}:${range.startLine}`, sayWhy(call, role, of));
      return { ...call, ...range, kind: "code", score: SCORE } as const;
    });
    const { candidates } = await readPassages(ranges, options);
    for (const { path, kind, language, startLine, endLine, symbol, document } of candidates) {
      found.push({
        path,
        kind,
        language,
        startLine,
        endLine,
        ...(symbol === undefined || symbol === "" ? {} : { symbol }),
        score: SCORE,
        role,
        reasons: [whys.get(`${path}:${startLine}`)!],
        document,
      });
    }
  };
  for (const definition of definitions) {
    const { name } = definition;
    // Of a name that many files define, hardly any call can be told to mean this one.
    if ((await index.listDefining(name)).length > MAX_MEANINGS) continue;
    await take(await findCallers(index, definition, { limit: MAX_EACH }), "caller", name);
    await take(await findCallees(index, definition, { limit: MAX_EACH }), "callee", name);
  }
  return found;
}

/** Returns the definitions that the issue names, those of its manifest first. */
function listDefinitions(
  { identifiers, matched, ranked }: Pick<
    GatherCallsOptions,
    "identifiers" | "matched" | "ranked"
  >,
): readonly WantedDefinition[] {
  const ofManifest = matched.map(({ path, symbol }): WantedDefinition => ({
    path,
    ...symbol,
  }));
  const names = new Set(identifiers.symbols.map(({ name }) => name));
  const ofRanking = ranked.flatMap((candidate): readonly WantedDefinition[] => {
    const { path, symbol = "", startLine, endLine, kind } = candidate;
    const parts = symbol.split(".");
    const name = parts.pop() ?? "";
    if (kind !== "code" || !names.has(name)) return [];
    const container = parts.join(".");
    const place = { path, name, startLine, endLine };
    return [container === "" ? place : { ...place, container }];
  });
  const all = [...ofManifest, ...ofRanking];
  return [...new Map(all.map((one) => [`${one.path} ${one.name}`, one])).values()];
}

/** Returns the lines to show: a definition, or those around the call in a long one. */
function rangeOf(
  { startLine, endLine, line }: CallPlace,
  role: FragmentRole,
): { readonly startLine: number; readonly endLine: number } {
  if (endLine - startLine < MAX_LINES) return { startLine, endLine };
  if (role === "callee") return { startLine, endLine: startLine + MAX_LINES - 1 };
  return {
    startLine: Math.max(startLine, line - WINDOW_LINES),
    endLine: Math.min(endLine, line + WINDOW_LINES),
  };
}

function sayWhy({ name, resolution }: CallPlace, role: FragmentRole, of: string): string {
  const doubt = resolution === "ambiguous" ? ", or another one of that name" : "";
  return role === "caller" ? `calls ${of}${doubt}` : `${of} calls ${name}${doubt}`;
}
