import { CERTAINTIES, type Certainty } from "@dossier/core/structure";
import { isTestPath, pathKinds } from "@dossier/core/rank";
import { findCallers, type FoundCaller, type FoundCallers } from "./find_callers.ts";
import type { SymbolUse } from "./find_uses.ts";
import type { Resolver } from "./resolver/resolver.ts";
import { type SymbolTarget, toSymbolTarget } from "./symbol_target.ts";

/** Names that code goes by which tests what is around it, in the same file. */
const TEST_CONTAINER_REGEXP = /(?:^|\.)(?:tests?(?:\.|$)|\w+_tests?\.)/;

/** The name of a test block of Zig, which is in the file that it tests. */
const TEST_BLOCK_REGEXP = /(?:^|\.)test\b/;

/** Files that are parsed for the callers of one definition. */
const MAX_FILES = 200;

/** A definition that depends on another one: it calls or uses it, or what does so. */
export interface Dependent extends FoundCaller {
  /** Calls between: 1 for a direct caller. */
  readonly depth: number;
  /** What it calls, and what that calls, down to but without the definition that was asked about. */
  readonly through: readonly FoundCaller[];
  /** The definition asked about that it leads to. */
  readonly target: SymbolTarget;
  readonly isTest: boolean;
}

/** How far it is looked. */
interface FindDependentsOptions {
  /** Most calls from a dependent to the definition. */
  readonly depth: number;
  /** Most definitions whose callers are looked for. */
  readonly maxExpanded: number;
  /** When to stop, by `performance.now()`. */
  readonly deadline: number;
  /** Ends the search when it is found. */
  readonly goal?: SymbolTarget;
}

/** What is found of the dependents of definitions. */
export interface FoundDependents
  extends Pick<FoundCallers, "unread" | "unlisted" | "elsewhere" | "imports"> {
  /** Direct ones first; at each depth as callers are ordered. */
  readonly dependents: readonly Dependent[];
  /** Uses of the names of which no more is known, of the definitions asked about. */
  readonly nameOnly: readonly FoundCaller[];
  /** Definitions whose callers were not looked for, as a limit was reached. */
  readonly unexpanded: number;
  readonly isResolved: boolean;
}

/** A definition whose callers are to be looked for. */
interface Frontier {
  readonly target: SymbolTarget;
  /** The definition asked about that it leads to. */
  readonly subject: SymbolTarget;
  readonly certainty: Certainty;
  readonly through: readonly FoundCaller[];
}

/** Returns what depends on some definitions, directly and over further calls, each once by its shortest way. */
export async function findDependents(
  resolver: Resolver,
  targets: readonly SymbolTarget[],
  { depth: most, maxExpanded, deadline, goal }: FindDependentsOptions,
): Promise<FoundDependents> {
  const seen = new Set(targets.filter(({ isRemoved }) => isRemoved !== true).map(keyOf));
  const dependents: Dependent[] = [];
  const nameOnly: FoundCaller[] = [];
  const imports: SymbolUse[] = [];
  const [unread, elsewhere] = [new Set<string>(), new Set<string>()];
  let frontier = targets.map((target): Frontier => (
    { target, subject: target, certainty: "certain", through: [] }
  ));
  let [expanded, unexpanded, unlisted, isResolved] = [0, 0, 0, true];
  for (let depth = 1; depth <= most && frontier.length > 0; depth++) {
    const level = new Map<string, Dependent>();
    for (const { target, subject, certainty, through } of frontier) {
      if (expanded >= maxExpanded || performance.now() > deadline) {
        unexpanded++;
        continue;
      }
      expanded++;
      const found = await findCallers(resolver, target, { maxFiles: MAX_FILES, deadline });
      isResolved &&= found.isResolved;
      for (const path of found.unread) unread.add(path);
      if (depth === 1) {
        nameOnly.push(...found.nameOnly);
        imports.push(...found.imports);
        unlisted += found.unlisted;
        for (const path of found.elsewhere) elsewhere.add(path);
      }
      for (const caller of found.callers) {
        const key = keyOf(caller);
        if (seen.has(key)) continue;
        const worst = lessSure(certainty, caller.certainty);
        const isTest = isTestCode(caller);
        const one = { ...caller, certainty: worst, depth, through, target: subject, isTest };
        const known = level.get(key);
        if (known === undefined || isSurer(one, known)) level.set(key, one);
      }
    }
    for (const key of level.keys()) seen.add(key);
    dependents.push(...level.values());
    if (goal !== undefined && level.has(keyOf(goal))) break;
    frontier = [...level.values()].flatMap(toFrontier).sort((a, b) =>
      CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty) ||
      Number(isTestPath(a.target.path)) - Number(isTestPath(b.target.path))
    );
  }
  const unreads = { unread: [...unread], unlisted, elsewhere: [...elsewhere] };
  return { dependents, nameOnly, imports, ...unreads, unexpanded, isResolved };
}

/** Returns whether a definition is test code, by its path or its name. */
export function isTestCode({ path, symbol }: Pick<FoundCaller, "path" | "symbol">): boolean {
  return pathKinds(path).includes("test") || TEST_CONTAINER_REGEXP.test(symbol) ||
    TEST_BLOCK_REGEXP.test(symbol);
}

/** Returns a dependent as one whose own callers are to be looked for; nothing outside of any definition. */
function toFrontier({ through, target: subject, ...caller }: Dependent): Frontier[] {
  if (caller.symbol === "") return [];
  const { certainty } = caller;
  return [{ target: toSymbolTarget(caller), subject, certainty, through: [caller, ...through] }];
}

function isSurer(a: Dependent, b: Dependent): boolean {
  return CERTAINTIES.indexOf(a.certainty) < CERTAINTIES.indexOf(b.certainty);
}

function lessSure(a: Certainty, b: Certainty): Certainty {
  return CERTAINTIES[Math.max(CERTAINTIES.indexOf(a), CERTAINTIES.indexOf(b))]!;
}

function keyOf({ path, startLine }: Pick<SymbolTarget, "path" | "startLine">): string {
  return `${path}\0${startLine}`;
}
