import type { Bundle, FragmentRole, LineRange, PassageCandidate } from "@dossier/core";
import { isPassage } from "@dossier/core/fragment";
import type { IndexReader } from "../../index/mod.ts";
import type { Callee, DefinitionQuery, FoundCaller } from "../../symbols/mod.ts";
import { readSources, type SourceTree } from "../../tree/mod.ts";
import { type ContextSource, type Gathered, NOTHING_GATHERED } from "../context_source.ts";
import type { TaskBrief } from "../../lease/mod.ts";
import { MAX_SNIPPETS, toNameOnly } from "../ranking/ranking_source.ts";

/**
 * Maximum number of definitions whose callers and callees are searched: those that the issue names
 * first.
 */
const MAX_DEFINITIONS = 2;

/** Maximum number of callers of a definition, and of callees. */
const MAX_EACH = 2;

/**
 * Maximum number of lines of a caller that is shown whole; of a longer one, the lines around the
 * call are shown.
 */
const MAX_LINES = 60;

/** Name in a question. */
const NAME_REGEXP = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Number of lines before and after a call in a long caller. */
const WINDOW_LINES = 10;

/** All have the same score; their order shows the certainty. */
const SCORE = 1;

/** Maximum number of callers that are only named, of the definition that a question is about. */
const MAX_NAMED = 6;

/** Share of the budget for these names. */
const NAMED_SHARE = 0.06;

/**
 * Context source with the callers and callees of the definitions that a task names, in its manifest
 * or among its snippets, and with the names of the callers of the definition that a question is
 * about.
 */
export const callsSource: ContextSource = {
  name: "calls",
  async gather(
    { task, embeddedQuery, visibility },
    { indexed: { root, reader }, sources },
    earlier,
  ) {
    if (task === undefined) {
      const definition = embeddedQuery &&
        findRequestedDefinition(embeddedQuery.query.text, earlier);
      if (definition === undefined) return NOTHING_GATHERED;
      const tree = { root, visibility, sources };
      const callers = await gatherCalls(reader, [definition], { ...tree, maxCallers: MAX_NAMED });
      return {
        sections: [{
          name: "calls",
          rule: "skip-and-continue",
          candidates: callers.map((call) => toNameOnly(call, true)),
          limit: { share: NAMED_SHARE },
        }],
      };
    }
    const definitions = listDefinitions(task, earlier).slice(0, MAX_DEFINITIONS);
    const toGathered = (calls: readonly PassageCandidate[]): Gathered => ({
      sections: [{
        name: "calls",
        candidates: calls.map((call) => toNameOnly(call, task.settings.referencesOnly)),
        relevanceFloor: 0,
        // Calls are snippets as well.
        maxPassages: (shown) =>
          MAX_SNIPPETS - shown.filter(({ role }) => role === "snippet").length,
      }],
    });
    if (definitions.length === 0) return toGathered([]);
    return {
      ...toGathered([]),
      // Finding calls takes longer than everything else, and only one of six tasks has space for
      // them.
      async revise(bundle) {
        if (!hasRemainingBudget(bundle)) return undefined;
        const calls = await gatherCalls(reader, definitions, { root, visibility, sources });
        return calls.length === 0 ? undefined : toGathered(calls);
      },
    };
  },
};

/** Returns true when higher ranked candidates leave space for calls in a bundle without them. */
function hasRemainingBudget({ sections }: Pick<Bundle, "sections">): boolean {
  const find = (wanted: string) => sections.find(({ name }) => name === wanted);
  return (find("ranking")?.fragments ?? 0) < MAX_SNIPPETS && (find("calls")?.limit ?? 0) > 0;
}

/** Returns the definitions that the issue names, those of its manifest first. */
function listDefinitions(
  { identifiers }: TaskBrief,
  earlier: ReadonlyMap<string, Gathered>,
): readonly DefinitionQuery[] {
  const ofManifest = (earlier.get("manifest")?.definitions ?? [])
    .map(({ path, symbol }): DefinitionQuery => ({ path, ...symbol }));
  const names = new Set(identifiers.symbols.map(({ name }) => name));
  const ranked = earlier.get("ranking")?.sections.flatMap(({ candidates }) => candidates) ?? [];
  const ofRanking = ranked.filter(isPassage).map(toDefinition)
    .filter((one) => one !== undefined && names.has(one.name)) as DefinitionQuery[];
  const all = [...ofManifest, ...ofRanking];
  return [...new Map(all.map((one) => [`${one.path} ${one.name}`, one])).values()];
}

/**
 * Returns the best definition that is named in a question about a symbol, or about a change of it.
 */
function findRequestedDefinition(
  text: string,
  earlier: ReadonlyMap<string, Gathered>,
): DefinitionQuery | undefined {
  const ranking = earlier.get("ranking");
  const kind = ranking?.head?.question?.kind;
  if (kind !== "symbol" && kind !== "change") return undefined;
  const words = new Set(text.match(NAME_REGEXP));
  const [best] = ranking?.sections[0]?.candidates ?? [];
  if (best === undefined || !isPassage(best)) return undefined;
  const definition = toDefinition(best);
  return definition !== undefined && words.has(definition.name) ? definition : undefined;
}

/** Returns the definition that a passage shows. */
function toDefinition(
  { path, symbol = "", startLine, endLine, kind }: PassageCandidate,
): DefinitionQuery | undefined {
  const parts = symbol.split(".");
  const name = parts.pop() ?? "";
  if (kind !== "code" || name === "") return undefined;
  const container = parts.join(".");
  return { path, name, startLine, endLine, ...(container === "" ? {} : { container }) };
}

/**
 * Returns the direct callers and callees of some definitions, each with its certainty.
 *
 * @param options.maxCallers Maximum number of callers; when it is given, callees are not searched.
 */
async function gatherCalls(
  reader: IndexReader,
  definitions: readonly DefinitionQuery[],
  { maxCallers, ...tree }: SourceTree & { readonly maxCallers?: number },
): Promise<readonly PassageCandidate[]> {
  if (definitions.length === 0) return [];
  // Imported only here: many issues name no definition.
  const { findDirectCalls } = await import("../../symbols/mod.ts");
  const found: PassageCandidate[] = [];
  const calls = await findDirectCalls(reader, definitions, {
    ...tree,
    maxEach: maxCallers ?? MAX_EACH,
    findsCallees: maxCallers === undefined,
  });
  for (const { name, callers, callees } of calls) {
    found.push(...await readCalls(callers, tree, (call) => ["caller", formatCaller(call, name)]));
    found.push(...await readCalls(callees, tree, (call) => ["callee", formatCallee(call, name)]));
  }
  return found;
}

/** Returns callers or callees with their texts. */
async function readCalls<Call extends Callee | FoundCaller>(
  calls: readonly Call[],
  tree: SourceTree,
  describe: (call: Call) => readonly [role: FragmentRole, reason: string],
): Promise<readonly PassageCandidate[]> {
  const sources = await readSources(calls, tree);
  return calls.flatMap((call): readonly PassageCandidate[] => {
    const { path, language, symbol } = call;
    const [role, reason] = describe(call);
    const range = rangeOf(call, role);
    const document = sources.get(path);
    if (document === undefined || document.lines.length < range.endLine) return [];
    return [{
      path,
      kind: "code",
      language,
      ...range,
      document,
      role,
      score: SCORE,
      ...(symbol === "" ? {} : { symbol }),
      reasons: [reason],
    }];
  });
}

/** Returns the lines to show: a definition, or those around the first call in a long one. */
function rangeOf(
  { startLine, endLine, lines }: Callee | FoundCaller,
  role: FragmentRole,
): LineRange {
  if (endLine - startLine < MAX_LINES) return { startLine, endLine };
  if (role === "callee") return { startLine, endLine: startLine + MAX_LINES - 1 };
  const [line = startLine] = lines;
  return {
    startLine: Math.max(startLine, line - WINDOW_LINES),
    endLine: Math.min(endLine, line + WINDOW_LINES),
  };
}

function formatCaller({ kind, certainty }: FoundCaller, name: string): string {
  return `${certainty === "likely" ? "likely " : ""}${kind === "use" ? "uses" : "calls"} ${name}`;
}

function formatCallee({ symbol, certainty }: Callee, name: string): string {
  const called = symbol.slice(symbol.lastIndexOf(".") + 1);
  return `${name} ${certainty === "likely" ? "likely " : ""}calls ${called}`;
}
