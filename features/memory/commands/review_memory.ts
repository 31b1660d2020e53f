import { type CommandResult, UsageError } from "@dossier/retrieval/operation";
import { captureTranscripts } from "../capture.ts";
import { CitedTree } from "../cited_tree.ts";
import { formatQuantity } from "@dossier/core/report";
import { MemoryError } from "../core/mod.ts";
import { MEMORIES_OPERATION, REVIEW_OPERATION, useMemory } from "../operations/mod.ts";
import { listLines } from "../render_observation.ts";
import { type ShownObservation, verifyObservation } from "../recall.ts";
import { changeObservationIn, listObservations, type MemoryPlace } from "../store/mod.ts";
import { LISTED, listEvidence, readBefore } from "./list_memory.ts";
import { printLines, type VerbCall } from "./verb.ts";

/** A decision about an observation. */
type Decision = "accept" | "refuse";

/** The effect of each decision. */
const DECISION_NAMES: Readonly<Record<Decision, string>> = {
  accept: "active from now on",
  refuse: "refused, and never proposed by rules again",
};

/** Observations that are decided in one transaction, or read at once. */
const BATCH = 500;

/**
 * Decides about one observation, about all that wait, or asks for each; lists them when standard
 * input is not a terminal.
 */
export async function reviewMemory(call: VerbCall): Promise<CommandResult> {
  const { words: [id, decision], caller: { has } } = call;
  const all = [["accept-all", "accept"], ["refuse-all", "refuse"]] as const;
  const decisions = all.flatMap(([name, decision]) => has(name) ? [decision] : []);
  if (decisions.length > 1 || (decisions.length > 0 && id !== undefined)) {
    throw new UsageError(
      "Cannot decide twice: use only one of an ID, --accept-all and --refuse-all",
    );
  }
  const [decisionOfAll] = decisions;
  if (decisionOfAll !== undefined) return await decideAll(call, decisionOfAll);
  if (id === undefined) return await reviewWaiting(call);
  if (decision !== "accept" && decision !== "refuse") {
    throw new UsageError(
      `Cannot review ${id} without a decision: write memory review ${id} accept, or refuse`,
    );
  }
  await decide(call, id, decision);
  return "done";
}

async function decide({ engine, caller, context }: VerbCall, id: string, action: Decision) {
  const detail = await REVIEW_OPERATION.run(engine, { id, action }, {});
  if (caller.has("json")) context.printJson(detail);
  else context.print(context.escape(`${id} is ${DECISION_NAMES[action]}.\n`));
}

async function decideAll(call: VerbCall, decision: Decision): Promise<CommandResult> {
  const { engine, caller: { has }, context } = call;
  if (!has("yes")) {
    throw new UsageError(
      `Cannot ${decision} all without a confirmation: read the list of "memory review", then add --yes`,
    );
  }
  const decided = await useMemory(engine, async (place) => {
    let count = 0;
    for (let after = "o0";;) {
      const page = await listObservations(place, { status: "waiting", after, limit: BATCH });
      await place.state.write(async (sql) => {
        for (const { id } of page) await changeObservationIn(sql, place, id, { action: decision });
      });
      count += page.length;
      if (page.length < BATCH) return count;
      after = page.at(-1)!.id;
    }
  }, 0);
  if (has("json")) context.printJson({ decided });
  else if (decided === 0) context.report("Nothing waits for review");
  else {
    const are = decided === 1 ? "is" : "are";
    context.print(
      `${formatQuantity(decided, "observation")} ${are} ${DECISION_NAMES[decision]}.\n`,
    );
  }
  return "done";
}

async function reviewWaiting(call: VerbCall): Promise<CommandResult> {
  const { engine, caller, context } = call;
  const limit = caller.wholeNumber("limit", 1) ?? LISTED;
  const before = readBefore(call);
  // Without a server, long transcripts are read only here.
  await captureTranscripts(engine);
  const page = await MEMORIES_OPERATION.run(engine, { status: "waiting", before, limit }, {});
  const { observations, counts: { waiting } } = page;
  if (caller.has("json")) context.printJson({ observations, waiting });
  else if (observations.length === 0) context.report("Nothing waits for review");
  else if (Deno.stdin.isTerminal()) await askEach(call, observations);
  else {
    printLines(call, observations.flatMap((one, at) => listWaiting(one, at)));
    context.report(
      `${waiting} wait for review: decide with memory review ${observations[0]!.id} accept, ` +
        "or refuse, or with --accept-all --yes",
    );
  }
  return "done";
}

/** Returns the lines of a waiting observation, with its number and source. */
function listWaiting(observation: ShownObservation, at: number): readonly string[] {
  const [first = "", ...more] = listLines(observation);
  return [first.replace(/^-/, `${at + 1}.`), ...more, ...listEvidence(observation)];
}

async function askEach(call: VerbCall, waiting: readonly ShownObservation[]): Promise<void> {
  for (const [at, observation] of waiting.entries()) {
    printLines(call, listWaiting(observation, at));
    const answer = prompt("Is it true and worth knowing? y: yes, n: no, s: later")?.trim();
    // The end of the input.
    if (answer === undefined) return;
    if (/^y/i.test(answer)) await decide(call, observation.id, "accept");
    else if (/^n/i.test(answer)) await decide(call, observation.id, "refuse");
  }
}

/** Records that observations hold for the current text that they cite. */
export async function verifyMemory(call: VerbCall): Promise<CommandResult> {
  const { engine, words, caller: { has }, context } = call;
  if (has("all-drifted") === words.length > 0) {
    throw new UsageError(
      "Cannot verify without observations: name one or several IDs, or --all-drifted",
    );
  }
  const { verified, missing } = await useMemory(engine, async (place) => {
    const ids = words.length > 0 ? words : await listDrifted(call, place);
    return await verifyEach(call, place, ids);
  }, words.length > 0 ? undefined : { verified: [], missing: [] });
  if (has("json")) context.printJson({ verified, missing });
  else if (verified.length > 0) {
    const are = verified.length === 1 ? "is" : "are";
    context.print(`${verified.join(", ")} ${are} verified for the present text.\n`);
  } else if (missing.length === 0) context.report("No cited text has changed");
  return missing.length > 0 ? "warned" : "done";
}

/** Verifies observations one by one, and reports those whose cited text is missing. */
async function verifyEach(
  { engine, context }: VerbCall,
  place: MemoryPlace,
  ids: readonly string[],
) {
  const verified: string[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    try {
      await verifyObservation(engine, place, id);
      verified.push(id);
    } catch (error) {
      if (!(error instanceof MemoryError && error.code === "invalid-observation")) throw error;
      missing.push(id);
      context.report(context.escape(error.message));
    }
  }
  return { verified, missing };
}

/** Returns the ids of active observations whose cited text has changed, the oldest first. */
async function listDrifted({ engine }: VerbCall, place: MemoryPlace): Promise<readonly string[]> {
  const drifted: string[] = [];
  for (let after = "o0";;) {
    const page = await listObservations(place, { status: "active", after, limit: BATCH });
    const found = await engine.lease({}, (lease) => {
      const tree = new CitedTree(lease);
      return page.filter(({ anchors }) => tree.compareAnchors(anchors) === "drifted");
    });
    drifted.push(...found.map(({ id }) => id));
    if (page.length < BATCH) return drifted;
    after = page.at(-1)!.id;
  }
}
