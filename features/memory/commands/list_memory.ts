import { type CommandResult, UsageError } from "@dossier/retrieval/operation";
import { MEMORIES_OPERATION, OBSERVATION_OPERATION } from "../operations/mod.ts";
import { listLines } from "../render_observation.ts";
import type { ObservationDetail, ShownObservation } from "../recall.ts";
import { parseObservationId } from "../store/mod.ts";
import { printLines, type VerbCall } from "./verb.ts";

/** Default number of observations in a list. */
export const LISTED = 20;

/** Statuses in the order of the counts, with their meanings. */
const COUNTED = [
  ["active", "included when they answer"],
  ["waiting", "waiting for memory review"],
  ["refused", "refused"],
  ["superseded", "replaced by others"],
] as const;

/** Prints a page of the observations of the project, newest first. */
export async function listMemory(call: VerbCall): Promise<CommandResult> {
  const { engine, caller, context } = call;
  const limit = caller.wholeNumber("limit", 1) ?? LISTED;
  const status = caller.value("status") as ShownObservation["status"] | undefined;
  const before = readBefore(call);
  const request = { status, before, limit: limit + 1 };
  const { observations: found, counts } = await MEMORIES_OPERATION.run(engine, request, {});
  const observations = found.slice(0, limit);
  if (caller.has("json")) {
    context.printJson({ observations, counts });
    return "done";
  }
  printLines(call, observations.flatMap(listLines));
  const counted = COUNTED.filter(([name]) => counts[name] > 0)
    .map(([name, meaning]) => `${counts[name]} ${meaning}`);
  context.report(counted.length === 0 ? "There are no observations yet" : counted.join(", "));
  if (found.length > limit) {
    context.report(`For older ones add --before ${observations.at(-1)!.id}`);
  }
  return "done";
}

/**
 * Returns the id that a page ends before.
 *
 * @throws {UsageError} When the text is not an id.
 */
export function readBefore({ caller }: Pick<VerbCall, "caller">): string | undefined {
  const before = caller.value("before");
  if (before === undefined || parseObservationId(before) !== undefined) return before;
  throw new UsageError(`Cannot use "${before}" for --before: an ID looks like o12`);
}

/** Prints an observation with all details. */
export async function showMemory(call: VerbCall): Promise<CommandResult> {
  const { engine, words: [id = ""], caller, context } = call;
  const detail = await OBSERVATION_OPERATION.run(engine, { id }, {});
  if (caller.has("json")) context.printJson(detail);
  else printLines(call, [...listLines(detail), ...listDetails(detail)]);
  return "done";
}

function listDetails(detail: ObservationDetail): readonly string[] {
  const { origin, evidence, session, classification, tags, createdAt, verifiedAt } = detail;
  const { instruction, sourceProject, supersededBy, isMisleading, steps } = detail;
  return [
    ...listEvidence({ origin, evidence, session, sourceProject }),
    `  Stored ${createdAt}, verified ${verifiedAt}; ${classification}`,
    ...(tags.length === 0 ? [] : [`  Tags: ${tags.join(", ")}`]),
    ...(supersededBy === undefined ? [] : [`  ${supersededBy} replaces it`]),
    ...(instruction === undefined ? [] : [
      `  ${instruction.place} ${instruction.kind === "said" ? "says the same" : "contradicts it"}`,
    ]),
    ...(isMisleading ? ["  It misleads: sessions that received it failed again and again"] : []),
    ...steps.map(({ previous, weight, reason, session }) =>
      `  ${round(previous)} -> ${round(weight)} with ${JSON.stringify(session)}, as ${reason}`
    ),
  ];
}

/** Returns the lines about the source of an observation. */
export function listEvidence(
  { origin, evidence, session, sourceProject }: Pick<
    ShownObservation,
    "origin" | "evidence" | "session" | "sourceProject"
  >,
): readonly string[] {
  const from = [
    ...(evidence !== undefined
      ? [evidence]
      : sourceProject !== undefined
      ? []
      : [origin === "explicit" ? "stated" : "found by rules"]),
    ...(session === undefined ? [] : [`session ${JSON.stringify(session)}`]),
    ...(sourceProject === undefined ? [] : [`project ${JSON.stringify(sourceProject)}`]),
  ];
  return [`  From: ${from.join(", ").replaceAll(/\s+/g, " ")}`];
}

function round(weight: number): number {
  return Number(weight.toFixed(3));
}
