import type { Note, StructureEntry, StructureKind, TokenEstimatorName } from "@dossier/core";
import type { FitEntriesOptions } from "@dossier/core/structure";
import type { FreshnessOptions } from "../search/mod.ts";
import { RetrievalError } from "../machine/mod.ts";

/** A question about the structure of a tree. */
export interface StructureQuestion {
  /** What is asked. */
  readonly kind: StructureKind;
  /**
   * What it is asked about: files for an outline; a definition by its name, by `Container.name` or by
   * `path#name` for callers, callees, tests and impact, two for paths; `path:line` for what is related; for a map
   * nothing or a folder.
   */
  readonly targets?: readonly string[] | undefined;
  /**
   * For tests and impact in place of targets: what the working tree has changed since a revision of git, "" being the
   * newest commit and `main...` the last one that `main` has as well.
   */
  readonly diff?: string | undefined;
  /** For tests, impact and paths: most calls from one definition to the other, 1 to 8. @default 3, and 8 for paths */
  readonly depth?: number | undefined;
  /** For callers: whether uses of which only the name is known are listed as well. @default false */
  readonly all?: boolean | undefined;
}

/** Options of an answer about structure. */
export interface StructureOptions extends FreshnessOptions {
  /** Most tokens of its text: a whole number of at least 0. @default 4000, and 1000 for a map */
  readonly budget?: number | undefined;
  /** How tokens are counted. @default "piece" */
  readonly estimator?: TokenEstimatorName | undefined;
}

/** What was found, before it is fitted into a budget. */
export interface FoundStructure {
  /** The definition that was asked about. */
  readonly subject?: StructureEntry;
  /** Best first. */
  readonly entries: readonly StructureEntry[];
  /** How many there are behind these, which there is no room for. */
  readonly more?: number;
  /** Returns the text of some of them, file by file; see `fitEntries` in core. */
  readonly render?: FitEntriesOptions["render"];
  readonly keepsOrder?: FitEntriesOptions["keepsOrder"];
  readonly describe?: FitEntriesOptions["describe"];
  /** What there is to say of it. */
  readonly notes?: readonly Note[];
}

/** How many targets a question has, and what they are. */
interface TargetRule {
  readonly least: number;
  readonly most: number;
  readonly example: string;
}

const SYMBOL_RULE = { least: 1, most: 1, example: 'one definition, such as "Queue.add"' };

/** Most files of an outline: more say less than a map. */
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

/** Questions about calls and uses. */
export type CallsKind = "callers" | "callees" | "tests" | "impact" | "paths";

/** Most calls that are followed. */
export const MAX_DEPTH = 8;

/** The kinds that take what a change touches, a depth, and uses of the name only. */
const OF_DIFF: readonly StructureKind[] = ["tests", "impact"];
const OF_DEPTH: readonly StructureKind[] = ["tests", "impact", "paths"];
const OF_ALL: readonly StructureKind[] = ["callers"];

/**
 * Returns the targets of a question.
 *
 * @throws {RetrievalError} `invalid-target` when there are too few or too many, one is empty, or the question has what
 * its kind does not take.
 */
export function checkTargets(
  { kind, targets = [], diff, depth, all }: StructureQuestion,
): readonly string[] {
  const refuse = (reason: string) =>
    new RetrievalError("invalid-target", `Cannot answer "${kind}"${reason}`);
  const check = (isGiven: boolean, name: string, kinds: readonly StructureKind[]) => {
    if (isGiven && !kinds.includes(kind)) {
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
  const said = targets.filter((target) => target.trim() !== "");
  if (said.length < targets.length || said.length < least || said.length > most) {
    throw refuse(`: name ${example}${OF_DIFF.includes(kind) ? ", or use a diff" : ""}`);
  }
  return said;
}
