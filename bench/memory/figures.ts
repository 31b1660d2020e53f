/**
 * `deno task bench:memory-figures`: measures a memory of 100,000 observations, in SQLite and, if
 * available, in PostgreSQL, beside a plain implementation in the same database, and prints a table
 * for each.
 *
 * Options: `--observations N` (100000), `--tree DIR` (folder that keeps the tree with its memory for
 * another run; temporary by default). PostgreSQL is the server that DOSSIER_TEST_POSTGRES names;
 * `deno task with-postgres deno task bench:memory-figures` starts one without waits for its
 * disk.
 *
 * @module
 */

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Engine, openEngine } from "../../retrieval/engine.ts";
import { MEMORY_FEATURE } from "../../features/memory/feature.ts";
import { openFinder, searchObservations } from "../../features/memory/find_observations.ts";
import { openMemory } from "../../features/memory/open_memory.ts";
import { openPostgresMemory } from "../../features/memory/postgres/mod.ts";
import { recall } from "../../features/memory/recall.ts";
import { buildSessionMemoryBlock } from "../../features/memory/session_block.ts";
import {
  acknowledgeInject,
  embedObservations,
  enqueueInject,
  listInjects,
  type MemoryPlace,
  offerInject,
  openMemoryPlace,
  POSTGRES,
  readMemorySettings,
  searchTerms,
  storeObservation,
} from "../../features/memory/store/mod.ts";
import { makeTree, writeFiles } from "../../tests/temp_tree.ts";
import { IS_POSTGRES_MISSING, PostgresSchema } from "../../tests/postgres_schema.ts";
import { markdownTable } from "../markdown_table.ts";
import { copyMemory } from "./copy_memory.ts";
import { fillMemory, listAnchors, MadeMemory } from "./made_memory.ts";
import { measure, type Measured, toCells } from "./measured.ts";
import { PlainPeer } from "./peers.ts";

/** Seed of all random choices. */
const SEED = 29;

/**
 * Number of measured questions, of those for the plain implementation, and of warm-up questions.
 */
const QUESTIONS = 1000;
const PLAIN_QUESTIONS = 100;
const WARM_UP = 50;

/** Number of observations that `recall` and a look-up within a session return. */
const RECALLED = 5;

/** Number of texts that go through the queue, with one caller and with several at once. */
const CYCLES = 2000;
const WIDTHS = [1, 16, 64];

/** Number of measured inserts. */
const INSERTS = 1000;

/** Prefix of the names of sessions, as a tree may have those of an earlier run. */
const RUN = crypto.randomUUID();

/** Limit of a look-up within a session, in milliseconds. Source: the original specification. */
const LOOK_UP_MS = 100;

/** Number of look-ups within sessions under load, and of those at once. */
const LOOK_UPS = 3000;
const LOOK_UPS_AT_ONCE = 4;

/** Minimum share of questions whose source must be among the first 20 answers. */
const MIN_FOUND = 0.6;

const CELLS = ["p50 ms", "p99 ms", "a second", "processor ms"];
const HEAD = ["what", "target", ...CELLS, ...CELLS.map((cell) => `plain: ${cell}`)];

/** Subject of a measurement. */
interface Measurement {
  readonly place: MemoryPlace;
  readonly engine: Engine;
  readonly made: MadeMemory;
  readonly texts: readonly string[];
  readonly anchors: Awaited<ReturnType<typeof listAnchors>>;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { observations: { type: "string", default: "100000" }, tree: { type: "string" } },
  });
  const made = new MadeMemory(SEED);
  const files = made.makeFiles();
  using temporary = values.tree === undefined ? makeTree(files) : undefined;
  const root = resolve(values.tree ?? temporary!.root);
  if (values.tree !== undefined) writeFiles(root, files);
  using engine = await openEngine({ root, features: [MEMORY_FEATURE] });
  const anchors = await engine.lease({}, (lease) => listAnchors(lease, files));
  const place = await openMemory(engine);
  const begun = performance.now();
  const known = await listTexts(place);
  // These observations must differ from those that are already stored.
  for (const _ of known) made.makeObservation(anchors);
  const count = Number(values.observations) - known.length;
  const texts = [...known, ...await fillMemory(place, { made, anchors, count })];
  print(
    `${texts.length} observations, ${Math.max(count, 0)} of them stored in ${seconds(begun)} s\n`,
  );
  await report("SQLite", { place, engine, made, texts, anchors });
  if (!IS_POSTGRES_MISSING) {
    await using schema = new PostgresSchema();
    const state = await openPostgresMemory(schema.root);
    await copyMemory(place.state, state);
    await report("PostgreSQL", {
      place: await openMemoryPlace(state, place, POSTGRES),
      engine,
      made,
      texts,
      anchors,
    });
    await state[Symbol.asyncDispose]();
  }
}

/** Returns the contents of the existing observations. */
async function listTexts({ state, number }: MemoryPlace): Promise<readonly string[]> {
  const statement = "SELECT content FROM memory_observations WHERE project = ? ORDER BY id";
  const rows = await state.read((sql) => sql.table(statement, number));
  return rows.map(([content]) => String(content));
}

async function report(name: string, measurement: Measurement): Promise<void> {
  const { place: { state, dialect }, texts } = measurement;
  const before = showLoad();
  const peer = await PlainPeer.make(state, { dialect, texts });
  const rows = [
    ...await measureSearch(measurement, peer),
    ...await measureLookUps(measurement),
    ...await measureWrites(measurement, peer),
  ];
  print(`\n${name}; load of the machine ${before} before, ${showLoad()} after\n\n`);
  print(markdownTable(HEAD, rows));
}

/** Measures the answers to questions. */
async function measureSearch(
  { place, engine, made, texts }: Measurement,
  peer: PlainPeer,
): Promise<readonly (readonly string[])[]> {
  const settings = await readMemorySettings(place);
  const store = await openFinder(place, settings, engine);
  const embedder = await engine.lease({ refresh: false }, ({ embedder }) => embedder);
  assert.ok(embedder !== undefined);
  const embedded = await measure(
    { count: 1 },
    () => embedObservations(place, embedder, { maxMs: Infinity }),
  );
  const questions = Array.from({ length: QUESTIONS + WARM_UP }, (_, at) => {
    const text = texts[Math.floor(at * texts.length / (QUESTIONS + WARM_UP))]!;
    return { text, question: made.makeQuestion(text) };
  });
  const run = async (
    work: (question: string) => Promise<unknown>,
    count = QUESTIONS,
  ): Promise<Measured> => {
    for (const { question } of questions.slice(QUESTIONS)) await work(question);
    return await measure({ count }, (at) => work(questions[at]!.question));
  };
  const plain = await run((question) => peer.search(question), PLAIN_QUESTIONS);
  const terms = await run((question) => searchTerms(place, question, 60));
  const observations = await run((text) => searchObservations(place, { text }, settings));
  const read = await measure(
    { count: 1 },
    () => searchObservations(place, { text: texts[0]! }, settings, embedder),
  );
  const hybrid = await run((text) => searchObservations(place, { text }, settings, embedder));
  const recalled = await run((text) => recall(engine, place, { text, limit: RECALLED }));
  const { organization, project } = place;
  const scope = { organization, project };
  const block = await run((query) =>
    buildSessionMemoryBlock({ session: "s", workType: "feature", scope, query, store })
  );
  let found = 0;
  let plainlyFound = 0;
  for (const { text, question } of questions.slice(0, PLAIN_QUESTIONS)) {
    const ours = await searchObservations(place, { text: question }, settings, embedder);
    if (ours.some(({ observation: { content } }) => content === text)) found++;
    if ((await peer.search(question)).slice(0, ours.length).includes(text)) plainlyFound++;
  }
  assert.ok(found >= PLAIN_QUESTIONS * MIN_FOUND, `Only ${found} were found`);
  return [
    ["search by words", "", ...toCells(terms), ...toCells(plain)],
    ["search by words, with observations", "", ...toCells(observations)],
    ["the same by words and meaning", "", ...toCells(hybrid)],
    ["make the vectors that are missing, once", "", ...toCells(embedded)],
    ["read all vectors, once a process", "", ...toCells(read)],
    ["recall, warm", "p50 10, p99 30", ...toCells(recalled)],
    ["block of a session", "15", ...toCells(block)],
    [`found again, of ${PLAIN_QUESTIONS}`, "", String(found), "", "", "", String(plainlyFound)],
  ];
}

/** Measures look-ups within sessions while others write. */
async function measureLookUps(
  { place, made, texts, anchors }: Measurement,
): Promise<readonly (readonly string[])[]> {
  const settings = await readMemorySettings(place);
  let isOver = false;
  const load = async (work: (at: number) => Promise<unknown>) => {
    for (let at = 0; !isOver; at++) await work(at);
  };
  const loads = Promise.all([
    load(() => storeObservation(place, made.makeObservation(anchors))),
    load((at) => cycle(place, `${RUN}: load ${at % 7}`, `text ${at} of the load`)),
    load((at) => cycle(place, `${RUN}: burden ${at % 7}`, `text ${at} of the burden`)),
  ]);
  const measured = await measure({ count: LOOK_UPS, width: LOOK_UPS_AT_ONCE }, (at) => {
    const text = made.makeQuestion(texts[at % texts.length]!);
    return searchObservations(place, { text, limit: RECALLED }, settings);
  });
  isOver = true;
  await loads;
  const within = measured.times.filter((time) => time <= LOOK_UP_MS).length / LOOK_UPS;
  return [
    [`look-up under load, ${LOOK_UPS_AT_ONCE} at once`, "", ...toCells(measured)],
    [`of these within ${LOOK_UP_MS} ms`, "99.9 %", `${(100 * within).toFixed(2)} %`],
  ];
}

/** Measures the queue, and inserts. */
async function measureWrites(
  { place, made, anchors }: Measurement,
  peer: PlainPeer,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for (const width of WIDTHS) {
    const run = (work: (session: string, text: string) => Promise<void>) =>
      measure(
        { count: CYCLES, width },
        (at) => work(`${RUN}: ${width} at once, ${at}`, `text ${at} of ${width}`),
      );
    const plain = await run((session, text) => peer.cycle(session, text));
    const queue = await run((session, text) => cycle(place, session, text));
    const what = `enqueue, offer, acknowledge, ${width} at once`;
    rows.push([what, "2,000 a second", ...toCells(queue), ...toCells(plain)]);
    const [text] = await listInjects(place, `${RUN}: ${width} at once, ${CYCLES - 1}`);
    assert.equal(text?.state, "acked");
  }
  for (const width of WIDTHS.slice(0, 2)) {
    const inserts = await measure(
      { count: INSERTS, width },
      () => storeObservation(place, made.makeObservation(anchors)),
    );
    rows.push([`remember, ${width} at once`, "", ...toCells(inserts)]);
  }
  return rows;
}

async function cycle(place: MemoryPlace, session: string, text: string): Promise<void> {
  const queued = await enqueueInject(place, { session, text, kind: "user" });
  const offer = await offerInject(place, { session, worker: "w" });
  assert.equal(offer?.deliveryId, queued?.delivery);
  await acknowledgeInject(place, { session, delivery: offer!.deliveryId });
}

/** Returns the load averages of the machine over 1, 5 and 15 minutes. */
function showLoad(): string {
  return Deno.loadavg().map((load) => load.toFixed(1)).join(", ");
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0);
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
