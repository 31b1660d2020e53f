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
  /** Asks about what the working tree has changed since a revision of git, "" being the newest commit. */
  readonly diff?: string | undefined;
  /** Most calls between a definition and what depends on it. @default 3, and 8 for paths */
  readonly depth?: number | undefined;
  /** Whether uses of which only the name is known are listed as well. @default false */
  readonly all?: boolean | undefined;
}

/** Options of an answer about structure. */
export interface StructureOptions extends FreshnessOptions {
  /** Most tokens of its text: a whole number of at least 0. @default 4000, and 2000 for a map */
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

/**
 * Returns the targets of a question.
 *
 * @throws {RetrievalError} `invalid-target` when there are too few or too many, or one is empty.
 */
export function checkTargets(
  { kind, targets = [], diff }: StructureQuestion,
): readonly string[] {
  const { least, most, example } = RULES[kind];
  if (diff !== undefined && (kind === "tests" || kind === "impact") && targets.length === 0) {
    return [];
  }
  const said = targets.filter((target) => target.trim() !== "");
  if (said.length < targets.length || said.length < least || said.length > most) {
    throw new RetrievalError("invalid-target", `Cannot answer "${kind}": name ${example}`);
  }
  return said;
}
