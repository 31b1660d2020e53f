import { ThreeNodes } from "../../../tests/opensearch/three_nodes.ts";
import { markdownTable } from "../../markdown_table.ts";
import { checkAnswers, checkSent } from "./check_sent.ts";
import { type Fault, FAULTS } from "./faults.ts";
import { Load } from "./load.ts";
import { Probe } from "./probe.ts";
import { Random } from "./random.ts";
import { WrittenRepository } from "./written_repository.ts";

/** Time before and after a fault in which commands run, in milliseconds. */
const CALM_MS = 5000;

const PREFIX = "campaign";

const HEAD = [
  "fault",
  "transfers: acknowledged / refused / of these there as a whole",
  "answers: from the cluster / from files, said / refused in a sentence",
  "no write, no read for (s)",
  "whole after (s)",
  "wrong or lost",
];

/** Options of the campaign. */
export interface CampaignOptions {
  readonly seed: number;
  /** Part of the names of the faults to run. */
  readonly only: string;
  readonly print: (line: string) => void;
}

/**
 * Causes faults in a cluster of three nodes while trees are sent to it and questions are answered
 * from it. Returns the number of failures.
 */
export async function runFaults({ seed, only, print }: CampaignOptions): Promise<number> {
  const random = new Random(seed);
  await using cluster = await ThreeNodes.start();
  print(cluster.hasOwnDisks ? "Disks of their own" : "No disks of their own: watermarks instead");
  const place = { nodes: cluster.urls, prefix: PREFIX };
  const options = {
    environment: { DOSSIER_OPENSEARCH: cluster.urls.join(","), DOSSIER_OPENSEARCH_PREFIX: PREFIX },
    reaches: cluster.urls.map((url) => new URL(url).host).join(","),
  };
  // Two send branches of the same repository.
  using first = makeRepository("first", "shared", random);
  using second = makeRepository("second", "shared", random);
  using third = makeRepository("third", "other", random);
  const repositories = [first, second, third];
  for (const repository of repositories) {
    const { isAcknowledged, stderr } = await repository.send(options);
    if (!isAcknowledged) throw new Error(`The first tree cannot be sent: ${stderr}`);
  }
  await using probe = new Probe(place);
  await probe.start();
  // Until then a shard may have one copy only.
  await cluster.waitUntilWhole();

  const rows: string[][] = [];
  const sentences = new Map<string, number>();
  let failures = 0;
  for (const fault of FAULTS.filter(({ name }) => name.includes(only))) {
    const begun = new Map(repositories.map((repository) => [repository, repository.sent.length]));
    const load = new Load(repositories, { options, random });
    load.start();
    probe.reset();
    await sleep(CALM_MS);
    const wholeMs = await runFault(fault, cluster);
    await sleep(CALM_MS);
    const { writeMs, readMs } = probe.gaps;
    await load.stop();
    print(`${fault.name}: whole after ${seconds(wholeMs)} s`);

    const wrong = [...load.failures, ...await checkAnswers(load.answers)];
    let inFlight = 0;
    for (const repository of repositories) {
      const commits = repository.sent.slice(begun.get(repository));
      const check = await checkSent(repository, { commits, place });
      inFlight += check.inFlight;
      wrong.push(...check.failures);
    }
    const { acknowledged, refused, answered, fromFiles, refusedAnswers } = load.figures;
    for (const line of wrong) print(`${fault.name}: ${line}`);
    for (const [sentence, count] of load.sentences) {
      sentences.set(sentence, (sentences.get(sentence) ?? 0) + count);
      print(`${fault.name}: ${count} × ${sentence}`);
    }
    failures += wrong.length;
    rows.push([
      fault.name,
      `${acknowledged} / ${refused} / ${inFlight}`,
      `${answered} / ${fromFiles} / ${refusedAnswers}`,
      `${seconds(writeMs)}, ${seconds(readMs)}`,
      seconds(wholeMs),
      String(wrong.length),
    ]);
    print(rows.at(-1)!.join(" | "));
  }

  // Data that was acknowledged before a fault must exist after all of them.
  for (const repository of repositories) {
    const commits = repository.sent.filter(({ isAcknowledged }) => isAcknowledged);
    const lost = (await checkSent(repository, { commits, place })).failures;
    for (const line of lost) print(`At the end: ${line}`);
    failures += lost.length;
  }
  const { count, missing } = await probe.check();
  failures += missing.length;
  print(`\n${markdownTable(HEAD, rows)}`);
  for (const [sentence, times] of sentences) print(`${times} × ${sentence}`);
  const trees = repositories.flatMap(({ sent }) => sent).filter((one) => one.isAcknowledged).length;
  print(
    `${trees} trees and ${count} documents acknowledged; ${missing.length} documents lost; ${failures} failures`,
  );
  return failures;
}

/**
 * Runs a fault, and returns the time for which the cluster was incomplete after its end, in
 * milliseconds.
 */
async function runFault(fault: Fault, cluster: ThreeNodes): Promise<number> {
  await fault.run(cluster);
  return await cluster.waitUntilWhole();
}

function makeRepository(name: string, origin: string, random: Random): WrittenRepository {
  return new WrittenRepository(name, { origin: `https://example.invalid/${origin}`, random });
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
