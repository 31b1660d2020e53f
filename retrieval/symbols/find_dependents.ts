import { CERTAINTIES, type Certainty } from "@dossier/core/structure";
import { isTestPath, pathKinds } from "@dossier/core/rank";
import { findCallers, type FoundCaller, type FoundCallers } from "./find_callers.ts";
import type { SymbolUse } from "./find_uses.ts";
import type { Resolver } from "./resolver/resolver.ts";
import { type SymbolTarget, toSymbolTarget } from "./symbol_target.ts";

/** Names of containers of tests in the file of the tested code. */
const TEST_CONTAINER_REGEXP = /(?:^|\.)(?:tests?(?:\.|$)|\w+_tests?\.)/;

/** Name of a test block of Zig, in the file of the tested code. */
const TEST_BLOCK_REGEXP = /(?:^|\.)test\b/;

/** Maximum number of files that are parsed for the callers of one definition. */
const MAX_FILES = 200;

/**
 * Definition that depends on another one: it calls or uses the other definition, directly or
 * through further definitions.
 */
export interface Dependent extends FoundCaller {
  /** Number of calls in between: 1 for a direct caller. */
  readonly depth: number;
  /** Definitions on the call path, from its callee to the direct caller of the target. */
  readonly through: readonly FoundCaller[];
  /** Target definition that it depends on. */
  readonly target: SymbolTarget;
  readonly isTest: boolean;
}

/** Limits of the search. */
interface FindDependentsOptions {
  /** Maximum number of calls from a dependent to the definition. */
  readonly depth: number;
  /** Maximum number of definitions whose callers are searched. */
  readonly maxExpanded: number;
  /** Time at which the search stops, by `performance.now()`. */
  readonly deadline: number;
  /** Definition that ends the search when it is found. */
  readonly goal?: SymbolTarget;
}

/** Dependents of definitions. */
export interface FoundDependents
  extends Pick<FoundCallers, "unread" | "unlisted" | "otherLanguages" | "imports"> {
  /** Dependents, direct ones first; at each depth in the order of callers. */
  readonly dependents: readonly Dependent[];
  /** Uses of the names of the targets, without any other evidence. */
  readonly nameOnly: readonly FoundCaller[];
  /** Number of definitions whose callers were not searched because of a limit. */
  readonly unexpanded: number;
  readonly isResolved: boolean;
}

/** Definition whose callers are searched next. */
interface Frontier {
  readonly target: SymbolTarget;
  /** Target definition that it depends on. */
  readonly subject: SymbolTarget;
  readonly certainty: Certainty;
  readonly through: readonly FoundCaller[];
}

/**
 * Returns the dependents of some definitions, direct and indirect, each once with its shortest
 * path.
 */
export async function findDependents(
  resolver: Resolver,
  targets: readonly SymbolTarget[],
  { depth: most, maxExpanded, deadline, goal }: FindDependentsOptions,
): Promise<FoundDependents> {
  const seen = new Set(targets.filter(({ isRemoved }) => isRemoved !== true).map(keyOf));
  const dependents: Dependent[] = [];
  const nameOnly: FoundCaller[] = [];
  const imports: SymbolUse[] = [];
  const [unread, otherLanguages] = [new Set<string>(), new Set<string>()];
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
        for (const path of found.otherLanguages) otherLanguages.add(path);
      }
      for (const caller of found.callers) {
        const key = keyOf(caller);
        if (seen.has(key)) continue;
        const worst = lowerCertainty(certainty, caller.certainty);
        const isTest = isTestCode(caller);
        const one = { ...caller, certainty: worst, depth, through, target: subject, isTest };
        const known = level.get(key);
        if (known === undefined || isMoreCertain(one, known)) level.set(key, one);
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
  const unreads = { unread: [...unread], unlisted, otherLanguages: [...otherLanguages] };
  return { dependents, nameOnly, imports, ...unreads, unexpanded, isResolved };
}

/** Returns true when a definition is test code, by its path or its name. */
export function isTestCode({ path, symbol }: Pick<FoundCaller, "path" | "symbol">): boolean {
  return pathKinds(path).includes("test") || TEST_CONTAINER_REGEXP.test(symbol) ||
    TEST_BLOCK_REGEXP.test(symbol);
}

/**
 * Returns a dependent as the next definition whose callers are searched; empty for a use outside of
 * definitions.
 */
function toFrontier({ through, target: subject, ...caller }: Dependent): Frontier[] {
  if (caller.symbol === "") return [];
  const { certainty } = caller;
  return [{ target: toSymbolTarget(caller), subject, certainty, through: [caller, ...through] }];
}

function isMoreCertain(a: Dependent, b: Dependent): boolean {
  return CERTAINTIES.indexOf(a.certainty) < CERTAINTIES.indexOf(b.certainty);
}

function lowerCertainty(a: Certainty, b: Certainty): Certainty {
  return CERTAINTIES[Math.max(CERTAINTIES.indexOf(a), CERTAINTIES.indexOf(b))]!;
}

function keyOf({ path, startLine }: Pick<SymbolTarget, "path" | "startLine">): string {
  return `${path}\0${startLine}`;
}
