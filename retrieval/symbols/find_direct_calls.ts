import { isTestPath } from "@dossier/core/rank";
import { CERTAINTIES } from "@dossier/core/structure";
import type { IndexReader } from "../index/mod.ts";
import type { SourceTree } from "../tree/mod.ts";
import { type Callee, findCallees } from "./find_callees.ts";
import { findCallers, type FoundCaller } from "./find_callers.ts";
import { Resolver } from "./resolver/resolver.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import { SyntaxFiles } from "./syntax_files.ts";

/** Maximum number of files that are parsed for the callers of a definition, the likeliest first. */
const MAX_FILES = 18;

/**
 * Maximum total length of the files that are searched for calls, in UTF-16 units: they are parsed
 * in some 300 ms. This is not a time limit, so that the same question gets the same answer on a
 * busy machine.
 */
const MAX_PARSED_LENGTH = 1_000_000;

/** Definition in a file. Its language is taken from the file. */
export type DefinitionQuery = Omit<SymbolTarget, "language">;

/** Direct calls of a definition. */
export interface DirectCalls {
  /** Name of the definition. */
  readonly name: string;
  /** Callers: code before tests, the most certain first. */
  readonly callers: readonly FoundCaller[];
  /** Callees: code before tests, the most certain first, then in the order of the calls. */
  readonly callees: readonly Callee[];
}

/** Options of {@link findDirectCalls}. */
export interface FindDirectCallsOptions extends SourceTree {
  /** Maximum number of callers of a definition, and of callees. */
  readonly maxEach: number;
  /** True when callees are searched as well. */
  readonly findsCallees: boolean;
}

/**
 * Returns the direct callers and callees of definitions in indexed files. Uses by name only are
 * excluded, and no grammar is downloaded.
 */
export async function findDirectCalls(
  reader: IndexReader,
  definitions: readonly DefinitionQuery[],
  { maxEach, findsCallees, ...tree }: FindDirectCallsOptions,
): Promise<readonly DirectCalls[]> {
  using files = new SyntaxFiles(reader, tree, {
    maxParsedLength: MAX_PARSED_LENGTH,
    fetchesGrammars: false,
  });
  const resolver = new Resolver(files);
  const documents = await reader.findDocuments(definitions.map(({ path }) => path));
  for (const { language } of documents.values()) await files.canParse(language);
  const found: DirectCalls[] = [];
  for (const definition of definitions) {
    const document = documents.get(definition.path);
    if (document === undefined) continue;
    const target = { ...definition, language: document.language };
    const limits = { maxFiles: MAX_FILES, deadline: Infinity, maxUsingFiles: maxEach };
    const { callers } = await findCallers(resolver, target, limits);
    const callees = findsCallees
      ? (await findCallees(resolver, target, { deadline: Infinity })).callees
      : [];
    found.push({
      name: definition.name,
      callers: callers.slice(0, maxEach),
      callees: callees.toSorted(compareCallees).slice(0, maxEach),
    });
  }
  return found;
}

function compareCallees(a: Callee, b: Callee): number {
  return Number(isTestPath(a.path)) - Number(isTestPath(b.path)) ||
    CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty);
}
