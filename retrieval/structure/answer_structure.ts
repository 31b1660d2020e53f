import type { Note, Structure } from "@dossier/core";
import { fitEntries } from "@dossier/core/structure";
import { omitUndefined } from "@dossier/core/text";
import { openEstimator } from "../delivery/pack/mod.ts";
import { type MaskText, maskValue, withMasks } from "../secrets/mod.ts";
import type { Lease } from "../lease/mod.ts";
import { findRelated } from "./find_related.ts";
import { listCallsOf } from "./list_calls.ts";
import { mapTree } from "./map_tree.ts";
import { compareImportance, outlineNamedFiles, type StructureLease } from "./outline_files.ts";
import {
  checkTargets,
  type FoundStructure,
  type StructureOptions,
  type StructureQuestion,
} from "./question.ts";

/**
 * Default number of tokens of a text, equal to that of a bundle. A map is for a reader who does not
 * know yet where to look.
 */
const DEFAULT_BUDGET_TOKENS = 4000;
const DEFAULT_MAP_TOKENS = 1000;

/**
 * Returns the answer to a question about the structure of a tree. Definitions are found, secrets in
 * their files are masked, and the best definitions are listed, as many as fit the budget.
 *
 * @throws {ContextError} `invalid-budget`, `invalid-target`, `file-not-found`, `file-excluded`,
 * `symbol-not-found`, `symbol-ambiguous`.
 */
export async function answerStructure(
  question: StructureQuestion,
  options: StructureOptions,
  lease: Lease,
): Promise<Structure> {
  const { kind } = question;
  const targets = checkTargets(question);
  const { budget = kind === "map" ? DEFAULT_MAP_TOKENS : DEFAULT_BUDGET_TOKENS } = options;
  const estimator = await openEstimator(options.estimator ?? "piece");
  // An invalid budget is rejected before the search.
  fitEntries([], { limit: budget, estimator });
  const found = await withMasks((mask: MaskText) =>
    find({ ...question, targets, limit: budget }, { ...lease, mask })
  );
  // Reasons are not part of the file.
  const { subject, entries, more = 0, notes = [], ...text } = await maskValue(found);
  const fitting = fitEntries(entries, {
    limit: budget,
    estimator,
    alreadyOmitted: more,
    ...omitUndefined(text),
  });
  return {
    kind,
    targets,
    ...(subject === undefined ? {} : { subject }),
    index: lease.index,
    ...fitting,
    notes: [
      ...lease.notes,
      ...notes,
      ...(notes.length > 0 && fitting.omitted === 0
        ? []
        : noteNothingFound(kind, targets, fitting)),
    ],
  };
}

async function find(
  { limit, ...question }: StructureQuestion & Pick<Structure, "targets"> & {
    readonly limit: number;
  },
  lease: StructureLease,
): Promise<FoundStructure> {
  const { kind, targets } = question;
  const [first = ""] = targets;
  switch (kind) {
    case "map":
      return await mapTree(lease, { folder: targets[0], limit });
    case "outline": {
      const files = await outlineNamedFiles(targets, lease);
      return { entries: files.flatMap(({ definitions }) => definitions).sort(compareImportance) };
    }
    case "callers":
    case "callees":
    case "tests":
    case "impact":
    case "paths":
      return await listCallsOf({ ...question, kind }, lease);
    case "related":
      return await findRelated(first, lease);
  }
}

/** Messages for answers without definitions. */
const NOTHING_FOUND: Readonly<Record<Structure["kind"], string>> = {
  map: "No definition is known in the mapped files",
  outline: "No definition was found in the files",
  callers: "No caller is known",
  callees: "It calls nothing that the tree defines",
  tests: "No test is known that calls it or what calls it",
  impact: "Nothing is known to depend on it",
  paths: "No calls are known to lead from one to the other",
  related: "No definition is similar to it, and no commit has changed it together with another",
};

function noteNothingFound(
  kind: Structure["kind"],
  targets: readonly string[],
  { definitions, omitted, budget: { limit } }: Pick<
    Structure,
    "definitions" | "omitted" | "budget"
  >,
): Note[] {
  if (definitions.length > 0) return [];
  if (omitted > 0) {
    const message = `None of ${omitted} definitions fits in the budget of ${limit} tokens`;
    return [{ code: "budget-too-small", message }];
  }
  const subject = targets.length === 0 ? "" : ` (${targets.join(", ")})`;
  return [{ code: "nothing-found", message: `${NOTHING_FOUND[kind]}${subject}` }];
}
