import { isTestPath } from "@dossier/core/rank";
import { CERTAINTIES } from "@dossier/core/structure";
import type { IndexReader } from "../index/mod.ts";
import type { SourceTree } from "../tree/mod.ts";
import { type Callee, findCallees } from "./find_callees.ts";
import { findCallers, type FoundCaller } from "./find_callers.ts";
import { Resolver } from "./resolver/resolver.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import { SyntaxFiles } from "./syntax_files.ts";

/** Files that are parsed for the callers of a definition, those first that may well call it. */
const MAX_FILES = 18;

/** How long calls are looked for, in milliseconds, once the grammar is loaded. */
const MAX_MILLISECONDS = 400;

/** UTF-16 units of all files that are parsed. */
const MAX_PARSED_LENGTH = 2_000_000;

/** A definition whose language is that of its file. */
export type DefinitionQuery = Omit<SymbolTarget, "language">;

/** What is found of the calls of a definition within a short time. */
export interface DirectCalls {
  /** Name of the definition. */
  readonly name: string;
  /** Code before tests, the surest first. */
  readonly callers: readonly FoundCaller[];
  /** Code before tests, the surest first, then as they are called. */
  readonly callees: readonly Callee[];
}

/** How much {@link findDirectCalls} looks for. */
export interface FindDirectCallsOptions extends SourceTree {
  /** Callers of a definition, and as many callees. */
  readonly maxEach: number;
  /** Whether callees are looked for as well. */
  readonly findsCallees: boolean;
}

/**
 * Returns the direct callers and callees of those definitions whose files the index has. Uses of which no more is
 * known than the name are left out, and no grammar is fetched.
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
  const deadline = performance.now() + MAX_MILLISECONDS;
  const found: DirectCalls[] = [];
  for (const definition of definitions) {
    const document = documents.get(definition.path);
    if (document === undefined) continue;
    const target = { ...definition, language: document.language };
    const limits = { maxFiles: MAX_FILES, deadline, enough: maxEach };
    const { callers } = await findCallers(resolver, target, limits);
    const callees = findsCallees ? (await findCallees(resolver, target, { deadline })).callees : [];
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
