import type { Note, StructureEntry, StructureKind, TokenEstimatorName } from "@dossier/core";
import type { FitEntriesOptions } from "@dossier/core/structure";
import type { FreshnessOptions } from "../search/mod.ts";
import { RetrievalError } from "../machine/mod.ts";

/** Question about the structure of a tree. */
export interface StructureQuestion {
  /** Kind of the question. */
  readonly kind: StructureKind;
  /**
   * Targets: files for an outline; a definition as a name, `Container.name` or `path#name` for
   * callers, callees, tests and impact, and two of them for paths; `path:line` for related
   * definitions; nothing or a folder for a map.
   */
  readonly targets?: readonly string[] | undefined;
  /**
   * Git revision for tests and impact, in place of targets: the changes of the working tree since
   * this revision. "" is the newest commit, and `main...` the last one that is also in `main`.
   */
  readonly diff?: string | undefined;
  /**
   * Maximum number of calls from one definition to the other, for tests, impact and paths, 1 to 8.
   * @default 3, and 8 for paths
   */
  readonly depth?: number | undefined;
  /** For callers: true when uses by name only are listed as well. @default false */
  readonly all?: boolean | undefined;
}

/** Options of an answer about structure. */
export interface StructureOptions extends FreshnessOptions {
  /**
   * Maximum number of tokens of its text: a whole number of at least 0. @default 4000, and 1000 for
   * a map
   */
  readonly budget?: number | undefined;
  /** Estimator that counts tokens. @default "piece" */
  readonly estimator?: TokenEstimatorName | undefined;
}

/** Found entries, before they are cut to the budget. */
export interface FoundStructure {
  /** Subject of the question. */
  readonly subject?: StructureEntry;
  /** Entries, best first. */
  readonly entries: readonly StructureEntry[];
  /** Number of further entries that do not fit. */
  readonly more?: number;
  /** Returns the text of some entries, file by file; see `fitEntries` in core. */
  readonly render?: FitEntriesOptions["render"];
  readonly keepsOrder?: FitEntriesOptions["keepsOrder"];
  readonly formatOmitted?: FitEntriesOptions["formatOmitted"];
  /** Notes about the result. */
  readonly notes?: readonly Note[];
}

/** Rule for the targets of a question. */
interface TargetRule {
  readonly least: number;
  readonly most: number;
  readonly example: string;
}

const SYMBOL_RULE = { least: 1, most: 1, example: 'one definition, such as "Queue.add"' };

/** Maximum number of files of an outline: more are less useful than a map. */
const MAX_OUTLINED = 100;

const RULES: Readonly<Record<StructureKind, TargetRule>> = {
  map: { least: 0, most: 1, example: "one folder or none" },
  outline: { least: 1, most: MAX_OUTLINED, example: `1 to ${MAX_OUTLINED} files` },
  callers: SYMBOL_RULE,
  callees: SYMBOL_RULE,
  tests: SYMBOL_RULE,
  impact: { least: 1, most: 20, example: '1 to 20 definitions, such as "Queue.add"' },
  paths: { least: 2, most: 2, example: 'two definitions, such as "main" and "Queue.add"' },
  related: { least: 1, most: 1, example: 'one place, such as "src/queue.ts:12"' },
};

/** Kind of a question about calls and uses. */
export type CallsKind = "callers" | "callees" | "tests" | "impact" | "paths";

/** Maximum number of calls that are followed. */
export const MAX_DEPTH = 8;

/** Kinds that accept a diff, a depth, and uses by name only. */
const OF_DIFF: readonly StructureKind[] = ["tests", "impact"];
const OF_DEPTH: readonly StructureKind[] = ["tests", "impact", "paths"];
const OF_ALL: readonly StructureKind[] = ["callers"];

/**
 * Returns the targets of a question.
 *
 * @throws {RetrievalError} `invalid-target` when there are too few or too many, one is empty, or
 * the question has an option that its kind does not accept.
 */
export function checkTargets(
  { kind, targets = [], diff, depth, all }: StructureQuestion,
): readonly string[] {
  const refuse = (reason: string) =>
    new RetrievalError("invalid-target", `Cannot answer "${kind}"${reason}`);
  const check = (isPresent: boolean, name: string, kinds: readonly StructureKind[]) => {
    if (isPresent && !kinds.includes(kind)) {
      throw refuse(` with "${name}": only ${kinds.join(", ")} accept it`);
    }
  };
  check(diff !== undefined, "diff", OF_DIFF);
  check(depth !== undefined, "depth", OF_DEPTH);
  check(all === true, "all", OF_ALL);
  if (depth !== undefined && !(Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH)) {
    throw refuse(` with a depth of ${depth}: use a whole number from 1 to ${MAX_DEPTH}`);
  }
  if (diff !== undefined) {
    if (targets.length === 0) return [];
    throw refuse(` for both "diff" and ${JSON.stringify(targets[0])}: use one of the two`);
  }
  const { least, most, example } = RULES[kind];
  const nonEmpty = targets.filter((target) => target.trim() !== "");
  if (nonEmpty.length < targets.length || nonEmpty.length < least || nonEmpty.length > most) {
    throw refuse(`: name ${example}${OF_DIFF.includes(kind) ? ", or use a diff" : ""}`);
  }
  return nonEmpty;
}
