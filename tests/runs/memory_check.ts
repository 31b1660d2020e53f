import {
  type AuditEntry,
  findBrokenEntry,
  INITIAL_WEIGHT,
  isMisleading,
  learnWeight,
  type Outcome,
} from "../../features/memory/core/mod.ts";
import { hashText } from "../../features/memory/hash_text.ts";
import {
  findObservation,
  listAudit,
  listInjects,
  listOutcomeRows,
  listWeightSteps,
  type MemoryPlace,
} from "../../features/memory/store/mod.ts";
import type { AskingClients } from "./memory_clients.ts";
import { readReceived } from "./memory_worker.ts";

const COUNT_WAITING =
  "SELECT count(*) FROM memory_injects WHERE project = ? AND state IN ('pending', 'offered')";

/** Returns whether no text waits for an agent. */
export async function isQueueEmpty({ state, number }: MemoryPlace): Promise<boolean> {
  return await state.read((sql) => sql.value<number>(COUNT_WAITING, number)) === 0;
}

/** Compares a memory with the answers to clients, and with the texts that agents received. */
export async function checkMemory(
  place: MemoryPlace,
  { clients, given }: {
    readonly clients: AskingClients;
    /** Returns the file with the texts that the agent of a session received. */
    readonly given: (session: string) => string;
  },
) {
  const failures = [...clients.failures];
  const { texts, observations, outcomes, asked } = clients;
  let delivered = 0;
  for (const [session, known] of asked) {
    const rows = await listInjects(place, session);
    const got = readReceived(given(session));
    delivered += got.length;
    const acknowledged = texts.filter((one) => one.session === session);
    failures.push(...checkSession(session, { rows, got, acknowledged, known }));
  }
  for (const [id, content] of observations) {
    if ((await findObservation(place, id))?.content !== content) failures.push(`${id} is lost`);
  }
  const expectedOutcomes = new Map(
    (await listOutcomeRows(place)).map(({ session, outcome }) => [session, outcome]),
  );
  for (const [session, outcome] of outcomes) {
    if (expectedOutcomes.get(session) !== outcome) {
      failures.push(`the outcome of "${session}" is lost`);
    }
  }
  const { steps, problems } = await checkWeights(place, expectedOutcomes);
  const entries: AuditEntry[] = [];
  for await (const entry of listAudit(place)) entries.push(entry);
  const broken = findBrokenEntry(entries, hashText);
  if (broken !== undefined) failures.push(`the chain is broken at entry ${broken}`);
  return {
    acknowledged: clients.acknowledged,
    delivered,
    steps,
    entries: entries.length,
    failures: [...failures, ...problems],
  };
}

/** Returns the faults of the texts of a session. */
function checkSession(
  session: string,
  { rows, got, acknowledged, known }: {
    readonly rows: Awaited<ReturnType<typeof listInjects>>;
    readonly got: ReturnType<typeof readReceived>;
    readonly acknowledged: AskingClients["texts"];
    readonly known: ReadonlySet<string>;
  },
): readonly string[] {
  const failures: string[] = [];
  const stored = new Map(rows.map(({ text, delivery }) => [text, delivery]));
  for (const { text, delivery } of acknowledged) {
    if (stored.get(text) !== delivery) failures.push(`"${text}" is lost`);
  }
  const times = Map.groupBy(got, ({ text }) => text);
  for (const text of stored.keys()) {
    const count = times.get(text)?.length ?? 0;
    if (count !== 1) failures.push(`${session} got "${text}" ${count} times`);
  }
  for (const text of times.keys()) {
    if (!stored.has(text) || !known.has(text)) failures.push(`${session} got "${text}" of nobody`);
  }
  return failures;
}

/**
 * Calculates the weights again from the outcomes, and returns the number of steps and the
 * differences.
 */
async function checkWeights(
  place: MemoryPlace,
  expectedOutcomes: ReadonlyMap<string, Outcome>,
): Promise<{ readonly steps: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  const steps = await listWeightSteps(place, { limit: Number.MAX_SAFE_INTEGER });
  for (const [subject, own] of Map.groupBy(steps, ({ subject }) => subject)) {
    let weight = INITIAL_WEIGHT;
    const before: Outcome[] = [];
    // Steps of the same moment are in the order in which one leads to the next.
    const left = [...own];
    while (left.length > 0) {
      const next = left.findIndex(({ previous }) => previous === weight);
      const [step] = left.splice(Math.max(next, 0), 1);
      const { session, outcome } = step!;
      weight = learnWeight(weight, outcome, { isMisleading: isMisleading(before) }).weight;
      before.push(outcome);
      if (weight !== step!.weight) problems.push(`a step of ${subject} leads elsewhere`);
      if (expectedOutcomes.get(session) !== outcome) {
        problems.push(`${subject} was moved by "${session}"`);
      }
    }
    if ((await findObservation(place, subject))?.weight !== weight) {
      problems.push(`the weight of ${subject} is not ${weight}`);
    }
  }
  return { steps: steps.length, problems };
}
